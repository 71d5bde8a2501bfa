import type { Command } from 'commander';
import { cliErrors } from '../../errors.ts';
import { type ExitCode, exitCodes } from '../../exit-codes.ts';
import type { CommandContext } from '../../run/context.ts';
import type { DirectoryClient, RunOnDirectory } from '../../run/with-service.ts';
import { askSecrets } from '../../terminal/ask.ts';
import { plainText } from '../../terminal/format.ts';

/** Not SLIPWAY_PASSWORD, because a new user could accidentally get the operator's own password. */
const passwordVariable = 'SLIPWAY_NEW_PASSWORD';

type PasswordOptions = { readonly askPassword?: true };

export function addUserCommands(user: Command, withClient: RunOnDirectory): void {
  const withPassword = (command: Command): Command =>
    command.option('--ask-password', 'prompt for the password instead of generating one');
  user
    .command('list', { isDefault: true })
    .description('List the users.')
    .action(() => withClient(listUsers));
  withPassword(user.command('add'))
    .description(
      `Create a user. Generates a password and shows it once, unless ${passwordVariable} or --ask-password provides one.`,
    )
    .argument('<name>', 'name of the user')
    .action((name: string, options: PasswordOptions) =>
      withClient((context, client) => addUser(context, client, name, options)),
    );
  withPassword(user.command('password'))
    .description(
      `Replace the password of a user and sign the user out everywhere. Generates a password and shows it once, unless ${passwordVariable} or --ask-password provides one.`,
    )
    .argument('<name>', 'name of the user')
    .action((name: string, options: PasswordOptions) =>
      withClient((context, client) => changePassword(context, client, name, options)),
    );
  user
    .command('remove')
    .description('Remove a user.')
    .argument('<name>', 'name of the user')
    .action((name: string) => withClient((context, client) => removeUser(context, client, name)));
}

async function listUsers({ terminal }: CommandContext, client: DirectoryClient): Promise<ExitCode> {
  const { users } = await client.call('service.credentials', {});
  terminal.result(users.map(({ userName }) => ({ userName })));
  terminal.show(users.map(({ userName }) => plainText(userName)));
  if (users.length === 0)
    terminal.note('There are no users yet. The first start of the service creates one.');
  return exitCodes.done;
}

async function addUser(
  context: CommandContext,
  client: DirectoryClient,
  userName: string,
  options: PasswordOptions,
): Promise<ExitCode> {
  const given = await givenPassword(context, options);
  const { password } = await client.call('service.addUser', { userName, ...passwordField(given) });
  context.terminal.print(`Created the user ${plainText(userName)}.`);
  return showPassword(context, userName, password);
}

async function changePassword(
  context: CommandContext,
  client: DirectoryClient,
  userName: string,
  options: PasswordOptions,
): Promise<ExitCode> {
  const given = await givenPassword(context, options);
  const { password } = await client.call('service.setPassword', { userName, ...passwordField(given) });
  context.terminal.print(`Changed the password of the user ${plainText(userName)}.`);
  return showPassword(context, userName, password);
}

async function removeUser(
  { terminal }: CommandContext,
  client: DirectoryClient,
  userName: string,
): Promise<ExitCode> {
  await client.call('service.removeUser', { userName });
  return terminal.done({ userName }, `Removed the user ${plainText(userName)}.`);
}

/** Shows a password. `password` is null if the operator chose it, and is then not shown. */
function showPassword({ terminal }: CommandContext, userName: string, password: string | null): ExitCode {
  terminal.show(password === null ? [] : [`Password, shown only once: ${password}`]);
  return terminal.done({ userName, password });
}

function passwordField(password: string | undefined): { readonly password?: string } {
  return password === undefined ? {} : { password };
}

async function givenPassword(
  { environment, interrupt }: CommandContext,
  { askPassword }: PasswordOptions,
): Promise<string | undefined> {
  if (!askPassword) return environment[passwordVariable] || undefined;
  const questions = ['New password: ', 'Repeat the password: '];
  const [password, again] = await askSecrets(questions, passwordVariable, interrupt);
  if (password !== again) throw cliErrors.passwordsDiffer({});
  return password;
}
