import type { DatabaseSync } from 'node:sqlite';
import type { Migration } from '../../base/database/database.ts';
import { searchedText } from '../history/history.ts';
import { type EarlierRecord, fromEarlier } from './earlier-records.ts';

/** The numbered migrations of the journal's database; see `openDatabase`. */
export const journalMigrations: readonly Migration[] = [
  `
  CREATE TABLE uploads (
    id TEXT PRIMARY KEY,
    position INTEGER NOT NULL UNIQUE,
    account_id TEXT NOT NULL,
    area TEXT NOT NULL,
    path TEXT NOT NULL,
    size INTEGER NOT NULL,
    package_id TEXT,
    platform TEXT,
    sha256 TEXT,
    version_id INTEGER,
    state TEXT NOT NULL,
    finished INTEGER NOT NULL,
    removed INTEGER NOT NULL,
    record TEXT NOT NULL
  ) STRICT;
  CREATE INDEX uploads_by_path ON uploads (path, account_id, area);
  CREATE INDEX uploads_by_bytes ON uploads (account_id, area, size) WHERE sha256 IS NOT NULL;
  CREATE INDEX uploads_by_package ON uploads (account_id, area, package_id, size) WHERE package_id IS NOT NULL;
  CREATE INDEX uploads_by_version ON uploads (account_id, area, version_id) WHERE version_id IS NOT NULL;

  CREATE TABLE applications (
    account_id TEXT NOT NULL,
    area TEXT NOT NULL,
    package_id TEXT NOT NULL,
    platform TEXT NOT NULL,
    application_id INTEGER NOT NULL,
    PRIMARY KEY (account_id, area, package_id, platform)
  ) STRICT;

  CREATE TABLE size_units (account_id TEXT NOT NULL, area TEXT NOT NULL, bytes INTEGER NOT NULL, PRIMARY KEY (account_id, area)) STRICT;
  CREATE TABLE queue (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT;
  `,
  `
  ALTER TABLE uploads ADD COLUMN fingerprint TEXT;
  CREATE INDEX uploads_by_fingerprint ON uploads (account_id, area, fingerprint) WHERE fingerprint IS NOT NULL;
  `,
  `
  -- Beside the uploads and narrow, so that a search reads a fraction of what the records take; without what was taken off
  -- the list.
  CREATE TABLE history (
    id TEXT PRIMARY KEY,
    at INTEGER NOT NULL,
    finished INTEGER NOT NULL,
    state TEXT NOT NULL,
    account_id TEXT NOT NULL,
    folder_id TEXT,
    icon TEXT,
    text TEXT NOT NULL
  ) STRICT;
  CREATE INDEX history_by_time ON history (at, id);
  CREATE INDEX history_by_state ON history (state, at, id);
  CREATE INDEX uploads_removed ON uploads (position) WHERE removed = 1;
  CREATE INDEX uploads_unfinished ON uploads (position) WHERE finished = 0 AND removed = 0;
  `,
  `
  CREATE TABLE folder_applications (
    folder_id TEXT NOT NULL,
    account_id TEXT NOT NULL,
    area TEXT NOT NULL,
    package_id TEXT NOT NULL,
    platform TEXT NOT NULL,
    application_id INTEGER NOT NULL,
    PRIMARY KEY (folder_id, account_id, area, package_id, platform)
  ) STRICT, WITHOUT ROWID;
  `,
  keepMessages,
];

/** Records held the English of what they say; they hold messages, which the history finds in every language. */
function keepMessages(connection: DatabaseSync): void {
  const save = connection.prepare('UPDATE uploads SET record = ? WHERE id = ?');
  const index = connection.prepare('UPDATE history SET text = ? WHERE id = ?');
  const ids = connection.prepare('SELECT id FROM uploads').all() as { readonly id: string }[];
  const read = connection.prepare('SELECT record FROM uploads WHERE id = ?');
  for (const { id } of ids) {
    const { record } = read.get(id) as { readonly record: string };
    const kept = fromEarlier(JSON.parse(record) as EarlierRecord);
    save.run(JSON.stringify(kept), id);
    index.run(searchedText(kept), id);
  }
  connection.exec("UPDATE uploads SET state = 'cleaning' WHERE state = 'tidying'");
  connection.exec("UPDATE history SET state = 'cleaning' WHERE state = 'tidying'");
}
