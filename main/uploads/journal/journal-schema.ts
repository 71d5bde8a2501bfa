/** Migrations for `openDatabase`. Released migrations never change. */
export const journalMigrations: readonly string[] = [
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
    fingerprint TEXT,
    version_id INTEGER,
    state TEXT NOT NULL,
    finished INTEGER NOT NULL,
    removed INTEGER NOT NULL,
    record TEXT NOT NULL
  ) STRICT;
  CREATE INDEX uploads_by_path ON uploads (path, account_id, area);
  CREATE INDEX uploads_by_fingerprint ON uploads (account_id, area, fingerprint) WHERE fingerprint IS NOT NULL;
  CREATE INDEX uploads_by_package ON uploads (account_id, area, package_id, size) WHERE package_id IS NOT NULL;
  CREATE INDEX uploads_by_version ON uploads (account_id, area, version_id) WHERE version_id IS NOT NULL;

  -- folder_id: empty for the last application of a package, otherwise the folder whose builds have their own application.
  CREATE TABLE applications (
    folder_id TEXT NOT NULL,
    account_id TEXT NOT NULL,
    area TEXT NOT NULL,
    package_id TEXT NOT NULL,
    platform TEXT NOT NULL,
    application_id INTEGER NOT NULL,
    PRIMARY KEY (folder_id, account_id, area, package_id, platform)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE size_units (account_id TEXT NOT NULL, area TEXT NOT NULL, bytes INTEGER NOT NULL, PRIMARY KEY (account_id, area)) STRICT;
  CREATE TABLE queue (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT;

  -- Narrow, so that a search reads a fraction of the records; without removed uploads.
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
  CREATE TABLE answered_addresses (account_id TEXT NOT NULL, address TEXT NOT NULL, PRIMARY KEY (account_id, address)) STRICT, WITHOUT ROWID;
  `,
];
