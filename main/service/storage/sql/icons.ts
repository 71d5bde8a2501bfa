import type { IconStorage, StoredIcon } from '../storage.ts';
import type { Sql } from './sql.ts';

export function iconsIn(database: Sql): IconStorage {
  return {
    of: (sha256) => database.get<StoredIcon>('SELECT type, bytes FROM icons WHERE sha256 = ?', sha256),
  };
}
