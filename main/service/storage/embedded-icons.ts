import type { Database } from '../../base/database/database.ts';
import type { IconStorage, StoredIcon } from './storage.ts';

type IconRow = { readonly type: StoredIcon['type']; readonly bytes: Uint8Array };

export function embeddedIcons(database: Database): IconStorage {
  return {
    of: async (sha256) => {
      const row = database.get<IconRow>('SELECT type, bytes FROM icons WHERE sha256 = ?', sha256);
      return row && { type: row.type, bytes: row.bytes };
    },
  };
}
