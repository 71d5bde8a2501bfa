import type { AnsweredAddresses } from '../../api/response-origin.ts';
import type { Database } from '../../base/database/database.ts';
import type { Log } from '../../base/log/log.ts';

/** Stores the addresses at which each account's service has responded. */
export function createAnsweredAddresses(
  database: Database,
  log: Log,
): (accountId: string) => AnsweredAddresses {
  const rows = database.all<{ account_id: string; address: string }>(
    'SELECT account_id, address FROM answered_addresses',
  );
  const keyOf = (accountId: string, address: string): string => JSON.stringify([accountId, address]);
  const answered = new Set(rows.map(({ account_id, address }) => keyOf(account_id, address)));
  return (accountId) => ({
    has: (address) => answered.has(keyOf(accountId, address)),
    add: (address) => {
      if (answered.has(keyOf(accountId, address))) return;
      answered.add(keyOf(accountId, address));
      try {
        database.run('INSERT OR IGNORE INTO answered_addresses VALUES (?, ?)', accountId, address);
      } catch (error) {
        log.warn('Could not store an answered address', { accountId, error });
      }
    },
  });
}
