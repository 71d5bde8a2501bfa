/** Who may sign in to the built-in service. */
import type { Command } from 'commander';
import type { Core } from '../../core.ts';
import { askSecrets } from '../ask-secret.ts';
import type { Context } from '../context.ts';
import { cliErrors } from '../errors.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { plainText } from '../format.ts';
import { type Run, withService } from './with-service.ts';

/** Another one than that of signing in elsewhere, so that this is never given out by accident. */
const passwordVariable = 'SLIPWAY_NEW_PASSWORD';

type PasswordOptions = { readonly askPassword?: true };

export function addUserCommands(user: Command, run: Run): void {
  const withCore = (work: (context: Context, core: Core) => Promise<ExitCode>): Promise<void> =>
    run((context) => withService(context, (core) => work(context, core)));
  const withPassword = (command: Command): Command =>
    command.option('--ask-password', 'ask for the password instead of making one');
  user
    .command('list', { isDefault: true })
    .description('Lists the users.')
    .action(() => withCore(listUsers));
  withPassword(user.command('add <name>'))
    .description(
      `Makes a user. The password is the one in ${passwordVariable}, or asked for, or made and shown once.`,
    )
    .action((name: string, options: PasswordOptions) =>
      withCore((context, core) => addUser(context, core, name, options)),
    );
  withPassword(user.command('password <name>'))
    .description(
      'Gives a user another password, in the same three ways; who is signed in has to sign in again.',
    )
    .action((name: string, options: PasswordOptions) =>
      withCore((context, core) => changePassword(context, core, name, options)),
    );
  user
    .command('remove <name>')
    .description('Removes a user.')
    .action((name: string) => withCore((context, core) => removeUser(context, core, name)));
}

async function listUsers({ terminal }: Context, core: Core): Promise<ExitCode> {
  const users = await core.service.service().identity.users();
  terminal.result(users.map((userName) => ({ userName })));
  if (!terminal.json) for (const userName of users) terminal.say(plainText(userName));
  if (users.length === 0) terminal.note('There are no users yet. The first “slipway serve” makes one.');
  return exitCodes.done;
}

async function addUser(
  context: Context,
  core: Core,
  userName: string,
  options: PasswordOptions,
): Promise<ExitCode> {
  const given = await givenPassword(context, options);
  const { password } = await core.service.service().identity.createUser(userName, given);
  context.terminal.say(`The user ${plainText(userName)} was made.`);
  return showPassword(context, userName, given === undefined ? password : null);
}

async function changePassword(
  context: Context,
  core: Core,
  userName: string,
  options: PasswordOptions,
): Promise<ExitCode> {
  const given = await givenPassword(context, options);
  const { password } = await core.service.service().identity.resetPassword(userName, given);
  context.terminal.say(`The user ${plainText(userName)} has another password.`);
  return showPassword(context, userName, given === undefined ? password : null);
}

async function removeUser({ terminal }: Context, core: Core, userName: string): Promise<ExitCode> {
  await core.service.service().identity.removeUser(userName);
  terminal.say(`The user ${plainText(userName)} is gone.`);
  terminal.result({ userName });
  return exitCodes.done;
}

/** `password` is null when the person chose it: then nobody has to be told. With `--json` it is on stdout alone. */
function showPassword({ terminal }: Context, userName: string, password: string | null): ExitCode {
  if (password !== null && !terminal.json) terminal.say(`Its password, shown this once: ${password}`);
  terminal.result({ userName, password });
  return exitCodes.done;
}

async function givenPassword(
  { environment, interrupt }: Context,
  { askPassword }: PasswordOptions,
): Promise<string | undefined> {
  if (!askPassword) return environment[passwordVariable] || undefined;
  const questions = ['New password: ', 'Once more: '];
  const [password, again] = await askSecrets(questions, passwordVariable, interrupt);
  if (password !== again) throw cliErrors.passwordsDiffer({});
  return password;
}
