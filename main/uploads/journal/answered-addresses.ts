import type { AnsweredAddresses } from '../../api/response-origin.ts';
import type { Database } from '../../base/database/database.ts';
import type { Log } from '../../base/log/log.ts';

/** Stores the addresses at which the service of each account has responded. */
export function createAnsweredAddresses(
  database: Database,
  log: Log,
): (accountId: string) => AnsweredAddresses {
  const rows = database.all<{ account_id: string; address: string }>(
    'SELECT account_id, address FROM known_addresses',
  );
  const keyOf = (accountId: string, address: string): string => JSON.stringify([accountId, address]);
  const known = new Set(rows.map(({ account_id, address }) => keyOf(account_id, address)));
  return (accountId) => ({
    has: (address) => known.has(keyOf(accountId, address)),
    add: (address) => {
      if (known.has(keyOf(accountId, address))) return;
      known.add(keyOf(accountId, address));
      try {
        database.run('INSERT OR IGNORE INTO known_addresses VALUES (?, ?)', accountId, address);
      } catch (error) {
        log.warn('Could not store a known address', { accountId, error });
      }
    },
  });
}
