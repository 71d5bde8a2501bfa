import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../../../base/log/log.ts';
import type { SqlDatabase } from '../sql/sql.ts';

const channel = 'slipway';
const listenAgainMs = 1_000;

/**
 * Listens on a dedicated connection, which reconnects. Calls all listeners after each connect, because
 * notifications may have been lost.
 */
export function listenTo(
  config: pg.ClientConfig,
  log: Log,
): { readonly add: SqlDatabase['listen']; readonly end: () => Promise<void> } {
  const listeners: { readonly name: string; readonly call: () => void }[] = [];
  const ending = new AbortController();
  const over = once(ending.signal, 'abort');
  const connect = async (): Promise<void> => {
    const made = new pg.Client({ ...config, query_timeout: 0 });
    const ended = new Promise((resolve) => made.once('end', resolve));
    made.on('error', (error) => log.warn('The connection for notifications ended', { error }));
    try {
      await made.connect();
      const { rows } = await made.query<{ schema: string }>('SELECT current_schema() AS schema');
      made.on('notification', ({ payload }) => {
        for (const { name, call } of listeners) if (payload === `${rows[0]?.schema} ${name}`) call();
      });
      await made.query(`LISTEN ${channel}`);
      for (const { call } of listeners) call();
      await Promise.race([ended, over]);
    } finally {
      await made.end();
    }
  };
  const running = (async () => {
    while (!ending.signal.aborted) {
      await connect().catch((error: unknown) => log.warn('Notifications cannot be had', { error }));
      await pause(listenAgainMs, null, { signal: ending.signal }).catch(() => null);
    }
  })();
  return {
    add: (name, call) => void listeners.push({ name, call }),
    end: async () => {
      ending.abort();
      await running;
    },
  };
}

/** Notifies the listeners with this name in all instances; inside a transaction, on commit. */
export const tellStatement = `SELECT pg_notify('${channel}', current_schema() || ' ' || ?)`;
