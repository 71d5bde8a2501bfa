import { createHash } from 'node:crypto';
import type { Environment } from '../../base/environment.ts';
import { problemOf } from '../../base/issues.ts';
import { withoutTrailingSlash } from '../../base/trim-end.ts';
import { messageOf } from '../../messages/message.ts';
import { textOf } from '../../messages/text.ts';
import { accountSecretNames } from '../../settings/accounts.ts';
import type { SecretStore } from '../../settings/secrets.ts';
import { withoutApiPath } from '../../settings/service-address.ts';
import { type Account, accountSchema } from '../../settings/settings-schema.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';
import { cliErrors } from '../errors.ts';
import type { ConnectionOptions } from './options.ts';

/**
 * Returns the account given by the options or the environment; null if none. Its id is a hash of its fields,
 * so that later runs continue its uploads. Throws `cli/missingOptions`, `cli/badAddress`, `cli/apiPath`,
 * `cli/bothAccounts`, `cli/tokenAndAccount`, `cli/badToken`.
 */
export function accountFromOptions(options: ConnectionOptions, environment: Environment): Account | null {
  if (environment.SLIPWAY_TOKEN) return tokenAccount(options, environment.SLIPWAY_TOKEN);
  const { baseUrl, user, clientId } = options;
  const given = [baseUrl, user, clientId, options.authUrl].some((value) => value !== undefined);
  if (!given) return null;
  if (options.account !== undefined) throw cliErrors.bothAccounts({});
  const needed: readonly (readonly [string, string | undefined])[] = [
    ['--base-url', baseUrl],
    ['--user', user],
    ['--client-id', clientId],
    ['SLIPWAY_PASSWORD', environment.SLIPWAY_PASSWORD],
    ['SLIPWAY_CLIENT_SECRET', environment.SLIPWAY_CLIENT_SECRET],
  ];
  const missing = needed.filter(([, value]) => !value).map(([name]) => name);
  if (missing.length > 0) throw cliErrors.missingOptions({ missing: missing.join(', ') });
  const base = address('--base-url', baseUrl ?? '');
  const auth = options.authUrl === undefined ? base : address('--auth-url', options.authUrl);
  const identity = JSON.stringify([auth, base, user, clientId, options.scope, options.mode, options.vendor]);
  return checkedAccount(options, {
    id: `terminal-${shortHash(identity)}`,
    name: `${user} at ${new URL(base).host}`,
    kind: 'environment',
    authUrl: auth,
    baseUrl: base,
    userName: user,
    clientId,
  });
}

/**
 * Returns an account whose id depends on the token, so that uploads never continue with another token.
 * Rejects sign-in options beside a token as ambiguous.
 */
function tokenAccount(options: ConnectionOptions, token: string): Account {
  const { account, baseUrl, user, clientId, authUrl } = options;
  if ([account, user, clientId, authUrl].some((value) => value !== undefined))
    throw cliErrors.tokenAndAccount({});
  if (!baseUrl) throw cliErrors.missingOptions({ missing: '--base-url' });
  if (!/^[A-Za-z0-9._~+/-]+=*$/.test(token)) throw cliErrors.badToken({});
  const base = address('--base-url', baseUrl);
  return checkedAccount(options, {
    id: `token-${shortHash(JSON.stringify([base, token, options.mode, options.vendor]))}`,
    name: `Access token at ${new URL(base).host}`,
    kind: 'token',
    ...{ authUrl: base, baseUrl: base, userName: 'access token', clientId: 'access token' },
  });
}

/** Returns the connection options for SLIPWAY_TOKEN; null if the token or its base address is not set. */
export function tokenConnection(environment: Environment): ConnectionOptions | null {
  const { SLIPWAY_TOKEN: token, SLIPWAY_BASE_URL: baseUrl, SLIPWAY_VENDOR: vendor } = environment;
  if (!token || !baseUrl) return null;
  const mode = environment.SLIPWAY_MODE === 'link' ? 'link' : 'plain';
  return { baseUrl, mode, vendor: vendor || 'slipway', scope: 'distribution' };
}

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

function checkedAccount(
  { scope, mode, vendor }: ConnectionOptions,
  fixed: Readonly<Record<string, string | undefined>>,
): Account {
  const fields = { ...fixed, scope, mode, vendor, installLinkTemplate: null };
  const checked = accountSchema.safeParse(fields, { reportInput: true });
  if (checked.success) return checked.data;
  const problem = checked.error.issues
    .map((issue) => `${optionOf[String(issue.path[0])] ?? issue.path.join('.')}: ${textOf(problemOf(issue))}`)
    .join(' ');
  throw cliErrors.badOption({ problem });
}

/** Adds or updates the account by its id. Does not store its secrets. */
export function saveAccount(settings: SettingsStore, account: Account): void {
  settings.update((now) =>
    now.accounts.some((existing) => existing.id === account.id)
      ? { ...now, accounts: now.accounts.map((known) => (known.id === account.id ? account : known)) }
      : { ...now, accounts: [...now.accounts, account] },
  );
}

/** Returns a saved account, by default the active one. Throws `cli/unknownAccount`, `cli/noAccount`. */
export function savedAccount(settings: SettingsStore, name: string | undefined): Account {
  const { accounts, activeAccountId } = settings.get();
  if (name === undefined) {
    const active = accounts.find((account) => account.id === activeAccountId);
    if (!active) throw cliErrors.noAccount({ known: accounts.map((account) => account.name).join(', ') });
    return active;
  }
  const found =
    accounts.find((account) => account.id === name) ??
    accounts.find((account) => account.name.toLowerCase() === name.toLowerCase());
  if (found) return found;
  throw cliErrors.unknownAccount({ name, known: accounts.map((account) => account.name).join(', ') });
}

/** Overrides stored secrets of `accountId` with secrets from the environment, which are never stored. */
export function withEnvironmentSecrets(
  stored: SecretStore,
  accountId: string,
  environment: Environment,
): SecretStore {
  const names = accountSecretNames(accountId);
  const given = new Map<string, string>();
  if (environment.SLIPWAY_PASSWORD) given.set(names.password, environment.SLIPWAY_PASSWORD);
  if (environment.SLIPWAY_CLIENT_SECRET) given.set(names.clientSecret, environment.SLIPWAY_CLIENT_SECRET);
  if (environment.SLIPWAY_TOKEN) given.set(names.accessToken, environment.SLIPWAY_TOKEN);
  return {
    kind: messageOf('storedIn/environment', { location: stored.kind }),
    get: async (name) => given.get(name) ?? stored.get(name),
    set: async (name, value) => {
      if (!given.has(name)) await stored.set(name, value);
    },
    remove: (name) => stored.remove(name),
  };
}

const optionOf: Readonly<Record<string, string>> = {
  authUrl: '--auth-url',
  baseUrl: '--base-url',
  userName: '--user',
  clientId: '--client-id',
  scope: '--scope',
  mode: '--mode',
  vendor: '--vendor',
};

function address(option: string, value: string): string {
  const valid = URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
  if (!valid) throw cliErrors.badAddress({ option, value });
  const problem = withoutApiPath(value);
  if (problem) throw cliErrors.apiPath({ option, ...problem });
  return withoutTrailingSlash(value);
}
