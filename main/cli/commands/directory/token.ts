import { type Command, InvalidArgumentError, Option } from 'commander';
import { systemClock } from '../../../base/clock.ts';
import { packagePlatforms } from '../../../packages/package-info.ts';
import type { AccessToken, TokenApp, TokenScope } from '../../../service/service-view.ts';
import { cliErrors } from '../../errors.ts';
import { type ExitCode, exitCodes } from '../../exit-codes.ts';
import type { CommandContext } from '../../run/context.ts';
import type { DirectoryClient, RunOnDirectory } from '../../run/with-service.ts';
import { formatDateTime, formatTable, plainText } from '../../terminal/format.ts';

type AddOptions = {
  readonly app?: readonly TokenApp[];
  readonly allApps?: true;
  readonly act?: readonly TokenScope[];
  readonly uploadsPerDay?: number;
  readonly bytesPerDay?: number;
  readonly messagesPerDay?: number;
  /** Milliseconds from now; infinite if the token never expires. */
  readonly expires: number;
};

export function addTokenCommands(token: Command, withClient: RunOnDirectory): void {
  token
    .command('list', { isDefault: true })
    .description('List access tokens with their scope, last use and expiry.')
    .action(() => withClient(listTokens));
  token
    .command('add')
    .summary('Create an access token and show it once.')
    .description(
      'Create an access token for uploads without a sign-in. Prints the token once, alone on stdout. Pass it to Slipway as SLIPWAY_TOKEN.',
    )
    .argument('<name>', 'name of the token')
    .option(
      '--app <id>',
      'package id to allow, such as com.example.shop or ios:com.example.shop; may be repeated',
      collectApps,
    )
    .option('--all-apps', 'allow all apps, including future ones')
    .addOption(
      new Option('--act <act>', 'action to allow; may be repeated (default: upload)')
        .choices(['upload', 'activate', 'send'])
        .argParser(collectScopes),
    )
    .option('--uploads-per-day <count>', 'maximum uploads per day (default: the limit per user)', parseLimit)
    .option(
      '--bytes-per-day <count>',
      'maximum bytes uploaded per day (default: the limit per user)',
      parseLimit,
    )
    .option(
      '--messages-per-day <count>',
      'maximum messages sent per day (default: the limit per user)',
      parseLimit,
    )
    .addOption(
      new Option('--expires <time>', 'lifetime in hours, days or weeks, such as 12h, 30d or 2w, or “never”')
        .default(90 * unitMs.d, '90d')
        .argParser(parseExpiry),
    )
    .action((name: string, options: AddOptions) =>
      withClient((context, client) => addToken(context, client, name, options), true),
    );
  token
    .command('revoke')
    .description('Revoke an access token by name or number. Discards running uploads that use it.')
    .argument('<name>', 'name or number of the token')
    .action((name: string) => withClient((context, client) => revokeToken(context, client, name)));
}

async function listTokens({ terminal }: CommandContext, client: DirectoryClient): Promise<ExitCode> {
  const tokens = await client.call('service.accessTokens', {});
  terminal.result(tokens.map(tokenObject));
  if (tokens.length === 0) terminal.note('There are no access tokens.');
  const rows = tokens.map((token) => [
    String(token.id),
    plainText(token.name),
    appsText(token),
    token.scopes.join(', '),
    token.lastUsedAt === null ? 'never used' : `used ${formatDateTime(token.lastUsedAt)}`,
    expiryText(token),
  ]);
  terminal.show(formatTable(rows));
  return exitCodes.done;
}

async function addToken(
  { terminal }: CommandContext,
  client: DirectoryClient,
  name: string,
  { app, allApps, act = ['upload'], expires, ...limits }: AddOptions,
): Promise<ExitCode> {
  if ((app === undefined) === (allApps === undefined))
    throw cliErrors.badOption({ problem: 'Use either --app, which may be repeated, or --all-apps.' });
  const expiresAt = Number.isFinite(expires) ? systemClock.now() + expires : null;
  const quota = {
    ...(limits.uploadsPerDay === undefined ? {} : { uploads: limits.uploadsPerDay }),
    ...(limits.bytesPerDay === undefined ? {} : { bytes: limits.bytesPerDay }),
    ...(limits.messagesPerDay === undefined ? {} : { messages: limits.messagesPerDay }),
  };
  const created = await client.call('service.addAccessToken', {
    name,
    apps: app ? [...app] : 'all',
    scopes: [...act],
    ...(Object.keys(quota).length === 0 ? {} : { quota }),
    expiresAt,
  });
  terminal.note(
    `Created the access token ${plainText(name)} for ${appsText(created)}: ${created.scopes.join(', ')}; ${expiryText(created)}. The token is shown only once:`,
  );
  if (!terminal.json) terminal.raw(`${created.token}\n`);
  return terminal.done({ ...tokenObject(created), token: created.token });
}

async function revokeToken(
  { terminal }: CommandContext,
  client: DirectoryClient,
  nameOrId: string,
): Promise<ExitCode> {
  const revoked = await client.call('service.revokeAccessToken', { name: nameOrId });
  return terminal.done(tokenObject(revoked), `Revoked the access token ${plainText(revoked.name)}.`);
}

function tokenObject({ id, name, apps, scopes, quota, ...times }: AccessToken) {
  const time = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
  return {
    ...{ id, name, apps, scopes, quota },
    createdAt: time(times.createdAt),
    expiresAt: time(times.expiresAt),
    lastUsedAt: time(times.lastUsedAt),
    revokedAt: time(times.revokedAt),
  };
}

function appsText({ apps }: AccessToken): string {
  if (apps === 'all') return 'all apps';
  return apps
    .map(({ platform, packageId }) => (platform ? `${platform}:${packageId}` : packageId))
    .join(', ');
}

function expiryText({ expiresAt, revokedAt }: AccessToken): string {
  if (revokedAt !== null) return `revoked ${formatDateTime(revokedAt)}`;
  if (expiresAt === null) return 'never expires';
  return `${expiresAt > systemClock.now() ? 'expires' : 'expired'} ${formatDateTime(expiresAt)}`;
}

function collectApps(text: string, before: readonly TokenApp[] = []): readonly TokenApp[] {
  const [, name, packageId] = /^(?:([a-z]+):)?([\w.-]{1,255})$/.exec(text) ?? [];
  const platform = packagePlatforms.find((one) => one === name) ?? null;
  if (packageId === undefined || (name !== undefined && platform === null))
    throw new InvalidArgumentError(
      `Expected the id of an app, such as com.example.shop or ios:com.example.shop (${packagePlatforms.join(', ')}).`,
    );
  return [...before, { platform, packageId }];
}

function collectScopes(text: string, before: readonly TokenScope[] = []): readonly TokenScope[] {
  const act = (['upload', 'activate', 'send'] as const).find((one) => one === text);
  if (act === undefined) throw new InvalidArgumentError('Allowed choices are upload, activate, send.');
  return [...new Set([...before, act])];
}

function parseLimit(text: string): number {
  const limit = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (limit < 1) throw new InvalidArgumentError('Expected a whole number above 0.');
  return limit;
}

const unitMs = { h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

function parseExpiry(text: string): number {
  // Not null, which Commander treats as a missing value.
  if (text === 'never') return Number.POSITIVE_INFINITY;
  const [, count, unit] = /^(\d{1,4})([hdw])$/.exec(text) ?? [];
  const ms = Number(count) * unitMs[unit as keyof typeof unitMs];
  if (!(ms > 0))
    throw new InvalidArgumentError(
      'Expected a number of hours, days or weeks, such as 12h, 90d or 4w, or never.',
    );
  return ms;
}
