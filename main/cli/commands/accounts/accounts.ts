import type { Command } from 'commander';
import { withoutTrailingSlash } from '../../../base/trim-end.ts';
import { cliErrors } from '../../errors.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { findAccount } from '../../options/find-account.ts';
import { addConnectionOptions, type ConnectionOptions } from '../../options/options.ts';
import type { Context } from '../../run/context.ts';
import { withBriefClient, withClient } from '../../run/queue-client.ts';
import { withCommandRetry } from '../../run/retry.ts';
import type { Run } from '../../run/run-command.ts';
import { ask } from '../../terminal/ask.ts';
import { formatTable, plainText } from '../../terminal/format.ts';
import { status } from './status.ts';

type LoginOptions = ConnectionOptions & { readonly name?: string };

export function addAccountCommands(program: Command, run: Run): void {
  addConnectionOptions(
    program
      .command('login')
      .summary('Sign in to a service and save the account.')
      .description(
        'Sign in to a service and save the account for later commands and the application. Prompts for missing values. The variables SLIPWAY_PASSWORD and SLIPWAY_CLIENT_SECRET replace the prompts for the secrets. Saves nothing if the sign-in fails.',
      )
      .argument('[address]', 'address of the distribution API (default: --base-url)')
      .option('--name <name>', 'name of the account'),
  ).action((address: string | undefined, options: LoginOptions, command: Command) => {
    const isGiven = ([name]: readonly [string, unknown]): boolean =>
      command.getOptionValueSource(name) !== 'default';
    const given: Partial<LoginOptions> = Object.fromEntries(Object.entries(options).filter(isGiven));
    return run((context) => login(context, address, options, given));
  });
  program
    .command('logout')
    .description('Remove an account with its password and client secret.')
    .argument('[account]', 'name of the account (default: the active account)')
    .action((name?: string) => run((context) => logout(context, name)));
  const accounts = program.command('accounts').description('Manage saved accounts.');
  accounts
    .command('list', { isDefault: true })
    .description('List the saved accounts. An asterisk marks the active account.')
    .action(() => run(list));
  accounts
    .command('use')
    .description('Select the active account.')
    .argument('<account>', 'name of the account')
    .action((name: string) => run((context) => use(context, name)));
  addConnectionOptions(
    program
      .command('status')
      .description('Show the active account, try to sign in, and count the unfinished uploads.'),
  ).action((options: ConnectionOptions) => run((context) => status(context, options)));
}

/** Keeps all settings of an existing account that are not in `given`. */
async function login(
  context: Context,
  address: string | undefined,
  options: LoginOptions,
  given: Partial<LoginOptions>,
): Promise<ExitCode> {
  const { environment, interrupt, terminal } = context;
  const fields = [
    { name: 'ADDRESS', question: 'Address of the service: ', value: address ?? options.baseUrl },
    { name: '--user', question: 'User name: ', value: options.user },
    { name: '--client-id', question: 'Client id: ', value: options.clientId },
    { name: 'SLIPWAY_PASSWORD', question: 'Password: ', value: environment.SLIPWAY_PASSWORD, hidden: true },
    {
      name: 'SLIPWAY_CLIENT_SECRET',
      question: 'Client secret: ',
      value: environment.SLIPWAY_CLIENT_SECRET,
      hidden: true,
    },
  ];
  const missing = fields.filter(({ value }) => !value);
  if (missing.length > 0 && !process.stdin.isTTY)
    throw cliErrors.missingOptions({ missing: missing.map(({ name }) => name).join(', ') });
  const answers = await ask(missing, interrupt);
  const [baseUrl = '', userName = '', clientId = '', password = '', clientSecret = ''] = fields.map(
    ({ value }) => value || answers.shift(),
  );
  return withClient(context, null, async ({ client }) => {
    const before = (await client.call('accounts.list', {})).find(
      (one) =>
        one.baseUrl === withoutTrailingSlash(baseUrl) &&
        one.userName === userName &&
        one.clientId === clientId,
    );
    const { authUrl = baseUrl, scope, mode, vendor } = { ...options, ...before, ...given };
    const saved = await withCommandRetry(context, () =>
      client.call('accounts.save', {
        ...(before ? { id: before.id } : {}),
        name: options.name ?? before?.name ?? `${userName} at ${hostOf(baseUrl)}`,
        ...{ authUrl, baseUrl, userName, clientId, password, clientSecret },
        ...{ scope, mode, vendor },
        installLinkTemplate: before?.installLinkTemplate ?? null,
      }),
    );
    await client.call('accounts.use', { id: saved.id });
    return terminal.done(
      { ...saved, active: true },
      `Signed in as ${plainText(saved.name)}. Commands without --account now use it.`,
      'green',
    );
  });
}

/** Returns an invalid address unchanged; saving it reports the error. */
function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}

async function logout(context: Context, name: string | undefined): Promise<ExitCode> {
  return withClient(context, null, async ({ client }) => {
    const account = await findAccount(client, name);
    await client.call('accounts.remove', { id: account.id });
    return context.terminal.done(
      account,
      `Removed ${plainText(account.name)} with its password and client secret.`,
    );
  });
}

async function use(context: Context, name: string): Promise<ExitCode> {
  return withClient(context, null, async ({ client }) => {
    const account = await findAccount(client, name);
    await client.call('accounts.use', { id: account.id });
    return context.terminal.done(
      { ...account, active: true },
      `Commands without --account now use ${plainText(account.name)}.`,
    );
  });
}

async function list(context: Context): Promise<ExitCode> {
  const { terminal } = context;
  return withBriefClient(context, async ({ client }) => {
    const all = await client.call('accounts.list', {});
    const accounts = all.filter(({ kind }) => kind !== 'environment');
    const rows = accounts.map(({ active, name, userName, baseUrl }) => [
      active ? '*' : '',
      ...[name, userName, baseUrl].map(plainText),
    ]);
    if (rows.length === 0)
      terminal.note('No account is saved yet. “slipway login ADDRESS” signs in to a service.');
    else terminal.show(formatTable([['', 'name', 'user', 'address'], ...rows]));
    return terminal.done(accounts);
  });
}
