import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../../../base/log/log.ts';
import type { SqlDatabase } from '../sql/sql.ts';

const channel = 'slipway';
const reconnectDelayMs = 1_000;

/** Listens on a dedicated connection. Calls all listeners after each reconnection, as events may be lost. */
export function listenTo(
  config: pg.ClientConfig,
  log: Log,
): { readonly add: SqlDatabase['listen']; readonly end: () => Promise<void> } {
  const listeners: { readonly name: string; readonly call: () => void }[] = [];
  const stopping = new AbortController();
  const stopped = once(stopping.signal, 'abort');
  const connect = async (): Promise<void> => {
    const client = new pg.Client({ ...config, query_timeout: 0 });
    const ended = new Promise((resolve) => client.once('end', resolve));
    client.on('error', (error) => log.warn('The connection for notifications ended', { error }));
    try {
      await client.connect();
      const { rows } = await client.query<{ schema: string }>('SELECT current_schema() AS schema');
      client.on('notification', ({ payload }) => {
        for (const { name, call } of listeners) if (payload === `${rows[0]?.schema} ${name}`) call();
      });
      await client.query(`LISTEN ${channel}`);
      for (const { call } of listeners) call();
      await Promise.race([ended, stopped]);
    } finally {
      await client.end();
    }
  };
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await connect().catch((error: unknown) => log.warn('Could not subscribe to notifications', { error }));
      await pause(reconnectDelayMs, null, { signal: stopping.signal }).catch(() => null);
    }
  })();
  return {
    add: (name, call) => void listeners.push({ name, call }),
    end: async () => {
      stopping.abort();
      await running;
    },
  };
}

/** SQL that notifies the listeners of the given name in all instances; inside a transaction, on commit. */
export const notifyStatement = `SELECT pg_notify('${channel}', current_schema() || ' ' || ?)`;
