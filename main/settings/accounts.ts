import { randomUUID } from 'node:crypto';
import { type FieldMessages, fieldOf, problemOf, problemsOfForm } from '../base/issues.ts';
import type { Redactor } from '../base/log/redact.ts';
import { messageOf } from '../messages/message.ts';
import { settingsErrors } from './errors.ts';
import type { SecretStore } from './secrets.ts';
import { withoutApiPath } from './service-address.ts';
import { type Account, accountSchema } from './settings-schema.ts';
import type { SettingsStore } from './settings-store.ts';

export type AccountCredentials = AccountSecrets | { readonly accessToken: string };

export type AccountSecrets = { readonly password: string; readonly clientSecret: string };

/** An omitted secret keeps its stored value unless the origin of an address has changed. */
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
  /** Returns the access token for a `token` account, else the secrets. Throws `settings/secretsMissing`. */
  credentials(id: string): Promise<AccountCredentials>;
  hasSecrets(id: string): Promise<boolean>;
  /** Validates the input without storing it. Throws `settings/invalid`. */
  prepare(input: AccountInput): Promise<{ readonly account: Account; readonly secrets: AccountSecrets }>;
  /** Writes the secrets before the account, so that no event reports an account without a password. */
  store(account: Account, secrets: AccountSecrets): Promise<void>;
  use(id: string): void;
  /** Deletes the secrets before the account, so that none remain. Throws `settings/accountInUse`. */
  remove(id: string): Promise<void>;
};

export const accountSecretNames = (id: string) => ({
  password: `account/${id}/password`,
  clientSecret: `account/${id}/client-secret`,
  /** Only from the environment; never stored. */
  accessToken: `account/${id}/access-token`,
});

export function createAccounts(deps: {
  readonly settings: SettingsStore;
  readonly secrets: SecretStore;
  readonly redactor: Redactor;
}): Accounts {
  const { settings, redactor } = deps;
  const stored = createStoredSecrets(deps.secrets, redactor);
  const find = (id: string): Account | undefined =>
    settings.get().accounts.find((account) => account.id === id);
  const get = (id: string): Account => {
    const account = find(id);
    if (!account) throw settingsErrors.unknownAccount({ id });
    return account;
  };
  const secretsOf = async (id: string): Promise<AccountSecrets> => {
    const account = get(id);
    const secrets = await stored.read(id);
    if (!secrets) throw settingsErrors.secretsMissing({ name: account.name });
    return secrets;
  };
  return {
    all: () => settings.get().accounts,
    get,
    secrets: secretsOf,
    credentials: async (id) => {
      if (get(id).kind !== 'token') return secretsOf(id);
      const accessToken = await stored.readToken(id);
      if (accessToken === null) throw settingsErrors.secretsMissing({ name: get(id).name });
      return { accessToken };
    },
    hasSecrets: async (id) =>
      (await (find(id)?.kind === 'token' ? stored.readToken : stored.read)(id)) !== null,
    prepare: async (input) => {
      const before = input.id === undefined ? null : get(input.id);
      const account = checkedAccount(input, before);
      const originChanged = before !== null && !sameHosts(before, account);
      // The secret store is read only if a secret was omitted, because the store may be unreadable.
      const isWhole = input.password !== undefined && input.clientSecret !== undefined;
      const previous = before && !originChanged && !isWhole ? await stored.read(before.id) : null;
      const secrets = {
        password: input.password ?? previous?.password ?? '',
        clientSecret: input.clientSecret ?? previous?.clientSecret ?? '',
      };
      refuseMissing(secrets, originChanged);
      redactor.add(secrets.password);
      redactor.add(secrets.clientSecret);
      return { account, secrets };
    },
    store: async (account, secrets) => {
      await stored.write(account.id, secrets);
      settings.update((now) => ({
        ...now,
        accounts: now.accounts.some(({ id }) => id === account.id)
          ? now.accounts.map((each) => (each.id === account.id ? account : each))
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
      await stored.remove(id);
      settings.update((now) => {
        const accounts = now.accounts.filter((each) => each.id !== id);
        const activeAccountId = now.activeAccountId === id ? (accounts[0]?.id ?? null) : now.activeAccountId;
        const lastRecipients = now.lastRecipients.filter(({ accountId }) => accountId !== id);
        return { ...now, accounts, activeAccountId, lastRecipients };
      });
    },
  };
}

/** Reads and writes the account secrets, and registers secrets that it reads for redaction. */
function createStoredSecrets(secrets: SecretStore, redactor: Redactor) {
  const read = async (name: string): Promise<string | null> => {
    const secret = await secrets.get(name);
    if (secret !== null) redactor.add(secret);
    return secret;
  };
  return {
    readToken: (id: string) => read(accountSecretNames(id).accessToken),
    read: async (id: string): Promise<AccountSecrets | null> => {
      const names = accountSecretNames(id);
      const [password, clientSecret] = await Promise.all([read(names.password), read(names.clientSecret)]);
      return password === null || clientSecret === null ? null : { password, clientSecret };
    },
    write: async (id: string, { password, clientSecret }: AccountSecrets): Promise<void> => {
      const names = accountSecretNames(id);
      await secrets.set(names.password, password);
      await secrets.set(names.clientSecret, clientSecret);
    },
    remove: async (id: string): Promise<void> => {
      const names = accountSecretNames(id);
      await secrets.remove(names.password);
      await secrets.remove(names.clientSecret);
    },
  };
}

function checkedAccount(input: AccountInput, before: Account | null): Account {
  const account = { ...input, id: before?.id ?? randomUUID(), kind: before?.kind ?? 'remote' };
  const checked = accountSchema.safeParse(account, { reportInput: true });
  if (!checked.success) {
    const problem = problemsOfForm(checked.error, fields, (issue) =>
      issue.code === 'too_small' ? messageOf('problem/fillIn') : problemOf(issue),
    );
    throw settingsErrors.invalid({ problem }, { field: fieldOf(checked.error) });
  }
  refuseApiPaths(checked.data);
  return checked.data;
}

/** Returns true if the origins are equal: secrets are sent only to the origins they were entered for. */
function sameHosts(before: Account, after: Account): boolean {
  return (
    new URL(before.authUrl).origin === new URL(after.authUrl).origin &&
    new URL(before.baseUrl).origin === new URL(after.baseUrl).origin
  );
}

function refuseMissing({ password, clientSecret }: AccountSecrets, moved: boolean): void {
  const missing = password === '' ? 'password' : clientSecret === '' ? 'clientSecret' : null;
  if (missing === null) return;
  const problem = messageOf(`problem/${missing}${moved ? 'Again' : ''}`);
  throw settingsErrors.invalid({ problem }, { field: missing });
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
