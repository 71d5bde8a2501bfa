import type { CallsOf } from '../../../preload/contract.ts';
import { createApi } from '../../api/client.ts';
import type { Sessions } from '../../api/sessions.ts';
import type { Network } from '../../api/transport/network.ts';
import type { Clock } from '../../base/clock.ts';
import { toFailure } from '../../base/errors.ts';
import { Events } from '../../base/events.ts';
import type { Log } from '../../base/log/log.ts';
import type { Redactor } from '../../base/log/redact.ts';
import type { AccountView } from '../../settings/account-view.ts';
import type { Accounts } from '../../settings/accounts.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';
import { testConnection } from './connection-test.ts';

/** Accounts with their session states. Accepts secrets, but returns only whether they are stored. */
export type AccountViews = CallsOf<'accounts'> & {
  readonly events: Events<{ changed: readonly AccountView[] }>;
};

export function createAccountViews(deps: {
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly settings: SettingsStore;
  readonly network: Network;
  readonly clock: Clock;
  readonly log: Log;
  readonly redactor: Redactor;
}): AccountViews {
  const { accounts, sessions, settings } = deps;
  const log = deps.log.scope('accounts');
  const events = new Events<{ changed: readonly AccountView[] }>(log);
  const list = (): Promise<readonly AccountView[]> =>
    Promise.all(
      accounts.all().map(async (account) => {
        const session = sessions.state(account.id);
        const secrets = await secretState(accounts, account.id, log);
        return {
          ...account,
          active: settings.get().activeAccountId === account.id,
          session: secrets.failure ? 'sign-in-needed' : session.kind,
          hasSecrets: secrets.stored,
          failure: secrets.failure ?? (session.kind === 'sign-in-needed' ? session.failure : null),
        };
      }),
    );
  const announce = (): void => {
    list().then(
      (views) => events.emit('changed', views),
      (error: unknown) => log.error('Could not list the accounts', { error }),
    );
  };
  sessions.onChange(announce);
  settings.onChange(({ now, before }) => {
    if (now.accounts !== before.accounts || now.activeAccountId !== before.activeAccountId) announce();
  });

  return {
    events,
    list,
    save: async (input) => {
      const { account, secrets } = await accounts.prepare(input);
      const trial = createApi({ ...deps, log, account, credentials: async () => secrets });
      try {
        await trial.signIn();
      } finally {
        await trial.close();
      }
      await accounts.store(account, secrets);
      await sessions.signOut(account.id);
      // The connection test used a separate session, so this session signs in too.
      sessions
        .api(account.id)
        .signIn()
        .catch((error: unknown) => log.warn('The account was saved but is not signed in', { error }));
      const saved = (await list()).find((view) => view.id === account.id);
      if (!saved) throw new Error('a stored account is not listed');
      return saved;
    },
    test: async (input) => {
      const { account, secrets } = await accounts.prepare(input);
      return testConnection(account, (tried) =>
        createApi({ ...deps, log, account: tried, credentials: async () => secrets }),
      );
    },
    use: async ({ id }) => accounts.use(id),
    remove: async ({ id }) => {
      await accounts.remove(id);
      await sessions.signOut(id);
    },
    signIn: ({ id }) => sessions.api(id).signIn(),
  };
}

/** Returns a read error as part of the account, so that other accounts are still listed. */
async function secretState(accounts: Accounts, id: string, log: Log) {
  try {
    return { stored: await accounts.hasSecrets(id), failure: null };
  } catch (error) {
    log.warn('Could not read the secrets of an account', { id, error });
    return { stored: false, failure: toFailure(error) };
  }
}
