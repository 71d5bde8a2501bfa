import type { Clock } from '../base/clock.ts';
import { Events } from '../base/events.ts';
import { createHashing, type Hashing } from '../base/hashing/hashing.ts';
import type { Log } from '../base/log/log.ts';
import type { Redactor } from '../base/log/redact.ts';
import type { Account } from '../settings/settings-schema.ts';
import { type Api, createApi } from './client.ts';
import { apiErrors } from './errors.ts';
import type { AnsweredAddresses } from './response-origin.ts';
import { type AccountSessionState, signedOut } from './session.ts';
import type { Credentials } from './token.ts';
import { createNetwork, type Network } from './transport/network.ts';

/** API clients, one per account. A client is replaced when its account's connection settings change. */
export type Sessions = {
  /** Throws `api/unknownAccount`. */
  api(accountId: string): Api;
  state(accountId: string): AccountSessionState;
  /** Calls `listener` when a session changes; the returned function unsubscribes. */
  onChange(listener: (accountId: string) => void): () => void;
  /** Signs out; the next call signs in again. Pending requests finish, unless the account was removed. */
  signOut(accountId: string): Promise<void>;
  close(): Promise<void>;
};

type Session = { readonly api: Api; readonly key: string; state: AccountSessionState };

export function createSessions(deps: {
  readonly accounts: () => readonly Account[];
  readonly credentials: (accountId: string) => Promise<Credentials>;
  readonly clock: Clock;
  readonly log: Log;
  readonly redactor: Redactor;
  /** Defaults to a network that uses the proxy of the environment variables. */
  readonly network?: Network;
  /** Returns the addresses at which the account's service has responded. Defaults to sets in memory. */
  readonly answeredAddresses?: (accountId: string) => AnsweredAddresses;
  readonly hashing?: Hashing;
}): Sessions {
  const network = deps.network ?? createNetwork();
  const hashing = deps.hashing ?? createHashing();
  const current = new Map<string, Session>();
  const retired = new Set<Api>();
  const events = new Events<{ changed: string }>(deps.log.scope('sessions'));
  const find = (id: string): Account | undefined => deps.accounts().find((account) => account.id === id);

  const open = (account: Account): Session => {
    const { id } = account;
    const session: Session = {
      key: connectionKey(account),
      state: signedOut,
      api: createApi({
        account,
        credentials: () => deps.credentials(id),
        clock: deps.clock,
        log: deps.log,
        redactor: deps.redactor,
        network,
        hashing,
        answeredBefore: deps.answeredAddresses?.(id) ?? new Set<string>(),
        onSessionChange: (state) => {
          session.state = state;
          if (current.get(id) === session) events.emit('changed', id);
        },
      }),
    };
    current.set(id, session);
    return session;
  };
  /** Returns the session for the account's current settings. Requests of an outdated session still finish. */
  const currentSession = (account: Account): Session | null => {
    const session = current.get(account.id);
    if (!session || session.key === connectionKey(account)) return session ?? null;
    current.delete(account.id);
    retired.add(session.api);
    return null;
  };

  return {
    api: (id) => {
      const account = find(id);
      if (!account) throw apiErrors.unknownAccount({ id });
      return (currentSession(account) ?? open(account)).api;
    },
    state: (id) => {
      const account = find(id);
      return (account && currentSession(account)?.state) ?? signedOut;
    },
    onChange: (listener) => events.on('changed', listener),
    signOut: async (id) => {
      const session = current.get(id);
      if (!session) return;
      current.delete(id);
      if (find(id)) retired.add(session.api);
      else await session.api.close();
      events.emit('changed', id);
    },
    close: async () => {
      const open = [...[...current.values()].map(({ api }) => api), ...retired];
      current.clear();
      retired.clear();
      await Promise.all(open.map((api) => api.close()));
      if (!deps.hashing) await hashing.close();
    },
  };
}

/** Returns a key for the connection settings, without the account's name and install links. */
function connectionKey(account: Account): string {
  const { authUrl, baseUrl, userName, clientId, scope, mode, vendor } = account;
  return JSON.stringify([authUrl, baseUrl, userName, clientId, scope, mode, vendor]);
}
