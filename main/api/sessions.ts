import type { Clock } from '../base/clock.ts';
import { errorTable } from '../base/errors.ts';
import { Events } from '../base/events.ts';
import type { Log } from '../base/log.ts';
import type { Redactor } from '../base/redact.ts';
import type { Account } from '../settings/settings-schema.ts';
import { type Api, createApi } from './client.ts';
import type { Session } from './session.ts';
import type { Credentials } from './token.ts';

const sessionErrors = errorTable('session', {
  noAccount: {
    remedy: 'check-input',
    message: (p: { id: string }) => `The account “${p.id}” does not exist any more. Choose another.`,
  },
});

export type Sessions = {
  /** The account's client; one for as long as the account does not change. Throws `session/noAccount`. */
  api(accountId: string): Api;
  state(accountId: string): Session;
  onChange(listener: (accountId: string) => void): () => void;
  /** Drops the client, as after a new password. */
  forget(accountId: string): Promise<void>;
  close(): Promise<void>;
};

export function createSessions(deps: {
  readonly accounts: () => readonly Account[];
  readonly credentials: (accountId: string) => Promise<Credentials>;
  readonly clock: Clock;
  readonly log: Log;
  readonly redactor: Redactor;
}): Sessions {
  const events = new Events<{ change: string }>((error) =>
    deps.log.error('A listener of a session failed', { error }),
  );
  const known = new Map<string, { readonly account: string; readonly api: Api }>();
  const close = async (accountId: string): Promise<void> => {
    const held = known.get(accountId);
    known.delete(accountId);
    await held?.api.close();
  };
  return {
    api: (accountId) => {
      const account = deps.accounts().find((one) => one.id === accountId);
      if (!account) throw sessionErrors.noAccount({ id: accountId });
      const same = JSON.stringify(account);
      const held = known.get(accountId);
      if (held?.account === same) return held.api;
      if (held) {
        close(accountId).catch((error: unknown) => deps.log.warn('A connection did not close', { error }));
      }
      const api = createApi({
        ...deps,
        account,
        credentials: () => deps.credentials(accountId),
        onSession: () => events.emit('change', accountId),
      });
      known.set(accountId, { account: same, api });
      return api;
    },
    state: (accountId) => known.get(accountId)?.api.session ?? { kind: 'signed-out' },
    onChange: (listener) => events.on('change', listener),
    forget: async (accountId) => {
      await close(accountId);
      events.emit('change', accountId);
    },
    close: async () => {
      await Promise.all([...known.keys()].map(close));
    },
  };
}
