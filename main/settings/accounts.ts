import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { type FieldMessages, fieldOf, problemOf, problemsOfForm } from '../base/issues.ts';
import type { Redactor } from '../base/log/redact.ts';
import { type Message, messageOf } from '../messages/message.ts';
import { settingsErrors } from './errors.ts';
import type { SecretStore } from './secrets.ts';
import { withoutApiPath } from './service-address.ts';
import { type Account, accountSchema } from './settings-schema.ts';
import type { SettingsStore } from './settings-store.ts';

/** With which an account proves itself. */
export type AccountCredentials = AccountSecrets | { readonly accessToken: string };

export type AccountSecrets = { readonly password: string; readonly clientSecret: string };

/** An account as it is entered; absent secrets keep the ones that are stored, as long as the addresses stay theirs. */
export type AccountInput = Omit<Account, 'id' | 'kind'> & {
  readonly id?: string | undefined;
  readonly password?: string | undefined;
  readonly clientSecret?: string | undefined;
};

export type Accounts = {
  all(): readonly Account[];
  /** Throws `settings/unknownAccount`. */
  get(id: string): Account;
  /** Throws `settings/secretsMissing`. */
  secrets(id: string): Promise<AccountSecrets>;
  /** The access token of an account of that kind, else its secrets. Throws `settings/secretsMissing`. */
  credentials(id: string): Promise<AccountCredentials>;
  hasSecrets(id: string): Promise<boolean>;
  /** The checked account and secrets an input stands for; stores nothing. Throws `settings/invalid`. */
  prepare(input: AccountInput): Promise<{ readonly account: Account; readonly secrets: AccountSecrets }>;
  /** Secrets first, then the account, so that an account without a password is never announced. */
  store(account: Account, secrets: AccountSecrets): Promise<void>;
  use(id: string): void;
  /** Secrets first, so that none outlives its account. Throws `settings/accountInUse` while a watched folder sends to it. */
  remove(id: string): Promise<void>;
};

/** Under which names an account's secrets are kept. */
export const accountSecretNames = (id: string) => ({
  password: `account/${id}/password`,
  clientSecret: `account/${id}/client-secret`,
  /** Only ever given by the environment. */
  accessToken: `account/${id}/access-token`,
});

export function createAccounts(deps: {
  readonly settings: SettingsStore;
  readonly secrets: SecretStore;
  readonly redactor: Redactor;
}): Accounts {
  const { settings, redactor } = deps;
  const find = (id: string): Account | undefined =>
    settings.get().accounts.find((account) => account.id === id);
  const get = (id: string): Account => {
    const account = find(id);
    if (!account) throw settingsErrors.unknownAccount({ id });
    return account;
  };
  const read = async (id: string): Promise<AccountSecrets | null> => {
    const names = accountSecretNames(id);
    const [password, clientSecret] = await Promise.all([
      deps.secrets.get(names.password),
      deps.secrets.get(names.clientSecret),
    ]);
    if (password === null || clientSecret === null) return null;
    redactor.add(password);
    redactor.add(clientSecret);
    return { password, clientSecret };
  };
  const secretsOf = async (id: string): Promise<AccountSecrets> => {
    const account = get(id);
    const secrets = await read(id);
    if (!secrets) throw settingsErrors.secretsMissing({ name: account.name });
    return secrets;
  };
  const readToken = async (id: string): Promise<string | null> => {
    const accessToken = await deps.secrets.get(accountSecretNames(id).accessToken);
    if (accessToken !== null) redactor.add(accessToken);
    return accessToken;
  };
  return {
    all: () => settings.get().accounts,
    get,
    secrets: secretsOf,
    credentials: async (id) => {
      if (get(id).kind !== 'token') return secretsOf(id);
      const accessToken = await readToken(id);
      if (accessToken === null) throw settingsErrors.secretsMissing({ name: get(id).name });
      return { accessToken };
    },
    hasSecrets: async (id) => (await (find(id)?.kind === 'token' ? readToken : read)(id)) !== null,
    prepare: async (input) => {
      const { password, clientSecret, ...fields } = input;
      const known = input.id === undefined ? null : get(input.id);
      const given = { ...fields, id: known?.id ?? randomUUID(), kind: known?.kind ?? 'remote' };
      const checked = accountSchema.safeParse(given, { reportInput: true });
      if (!checked.success) {
        const problem = describeProblems(checked.error);
        throw settingsErrors.invalid({ problem }, { field: fieldOf(checked.error) });
      }
      refuseApiPaths(checked.data);
      const moved = known !== null && !sameHosts(known, checked.data);
      // What is given whole needs nothing stored: it is the way out when the store cannot be read.
      const isWhole = password !== undefined && clientSecret !== undefined;
      const stored = known && !moved && !isWhole ? await read(known.id) : null;
      const secrets = {
        password: password ?? stored?.password ?? '',
        clientSecret: clientSecret ?? stored?.clientSecret ?? '',
      };
      const missing =
        secrets.password === '' ? 'password' : secrets.clientSecret === '' ? 'clientSecret' : null;
      if (missing !== null) {
        const problem = messageOf(`problem/${missing}${moved ? 'Again' : ''}`);
        throw settingsErrors.invalid({ problem }, { field: missing });
      }
      redactor.add(secrets.password);
      redactor.add(secrets.clientSecret);
      return { account: checked.data, secrets };
    },
    store: async (account, secrets) => {
      const names = accountSecretNames(account.id);
      await deps.secrets.set(names.password, secrets.password);
      await deps.secrets.set(names.clientSecret, secrets.clientSecret);
      settings.update((now) => ({
        ...now,
        accounts: now.accounts.some((known) => known.id === account.id)
          ? now.accounts.map((known) => (known.id === account.id ? account : known))
          : [...now.accounts, account],
        activeAccountId: now.activeAccountId ?? account.id,
      }));
    },
    use: (id) => {
      get(id);
      settings.update((now) => ({ ...now, activeAccountId: id }));
    },
    remove: async (id) => {
      const account = get(id);
      const folders = settings.get().folders.filter((folder) => folder.accountId === id).length;
      if (folders > 0) throw settingsErrors.accountInUse({ name: account.name, count: folders });
      const names = accountSecretNames(id);
      await deps.secrets.remove(names.password);
      await deps.secrets.remove(names.clientSecret);
      settings.update((now) => {
        const accounts = now.accounts.filter((known) => known.id !== id);
        const activeAccountId = now.activeAccountId === id ? (accounts[0]?.id ?? null) : now.activeAccountId;
        const lastRecipients = now.lastRecipients.filter(({ accountId }) => accountId !== id);
        return { ...now, accounts, activeAccountId, lastRecipients };
      });
    },
  };
}

/** Stored secrets go only where they were entered for: another address must be given its own. */
function sameHosts(before: Account, after: Account): boolean {
  return (
    new URL(before.authUrl).origin === new URL(after.authUrl).origin &&
    new URL(before.baseUrl).origin === new URL(after.baseUrl).origin
  );
}

function refuseApiPaths(account: Account): void {
  for (const field of ['baseUrl', 'authUrl'] as const) {
    const problem = withoutApiPath(account[field]);
    if (problem === null) continue;
    const { base, path } = problem;
    const apiPath = messageOf('problem/apiPath', { base, path });
    throw settingsErrors.invalid({ problem: messageOf(fields[field], { problem: apiPath }) }, { field });
  }
}

const fields = {
  name: 'field/name',
  authUrl: 'field/signInAddress',
  baseUrl: 'field/serviceAddress',
  userName: 'field/userName',
  clientId: 'field/clientId',
  scope: 'field/scope',
  vendor: 'field/vendor',
} as const satisfies FieldMessages;

function describeProblems(error: z.ZodError): Message {
  return problemsOfForm(error, fields, (issue) =>
    issue.code === 'too_small' ? messageOf('problem/fillIn') : problemOf(issue),
  );
}
