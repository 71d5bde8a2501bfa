import type { Database } from '../../base/database/database.ts';
import type { DamagedDatabase } from '../../base/database/recovery.ts';

/** Released migrations never change. */
export const seenFilesMigrations: readonly string[] = [
  `CREATE TABLE watched_folder (
     id TEXT PRIMARY KEY,
     path TEXT NOT NULL,
     first_watched_at INTEGER NOT NULL
   ) STRICT;
   -- path: in lower case on case-insensitive disks. given_path: the original spelling, null if equal to path.
   CREATE TABLE seen_file (
     folder_id TEXT NOT NULL,
     path TEXT NOT NULL,
     size INTEGER NOT NULL,
     mtime_ms REAL NOT NULL,
     handled_at INTEGER NOT NULL,
     missing_since INTEGER,
     completed INTEGER NOT NULL,
     fingerprint TEXT,
     changed_ms REAL,
     identity TEXT,
     given_path TEXT,
     PRIMARY KEY (folder_id, path, size, mtime_ms)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX seen_file_uncompleted ON seen_file (folder_id) WHERE completed = 0;`,
];

export type HandledFile = { readonly path: string; readonly size: number; readonly mtimeMs: number };

/**
 * Distinguishes builds of equal size and mtime. `changedMs` and `identity` (see `Stamp`) are from the last
 * read that returned this fingerprint; if null, the file is read again.
 */
export type ContentFacts = {
  readonly fingerprint: string | null;
  readonly changedMs: number | null;
  readonly identity: string | null;
};

export type HandledContent = HandledFile & ContentFacts;

/** `completed`: 1 once the handling is complete. */
export type StoredFile = HandledContent & { readonly completed: 0 | 1 };

const unknownContent: ContentFacts = { fingerprint: null, changedMs: null, identity: null };

/** `missingSince`: time at which the file was first missing, ms since 1970 UTC; null if it exists. */
export type SeenFile = HandledFile & { readonly handledAt: number; readonly missingSince: number | null };

export type SeenChanges = {
  readonly missingPaths: readonly string[];
  readonly returnedPaths: readonly string[];
  readonly forget: readonly HandledFile[];
};

/** Handled builds, persisted across restarts. Each change is durable on return. */
export type SeenFiles = {
  isWatched(folderId: string, path: string): boolean;
  /** Adds a folder, and the builds that need no announcement, in one transaction. */
  begin(folderId: string, path: string, handled: readonly HandledFile[], at: number): void;
  /** Returns the handled builds of this path and size whose time matches according to `sameTime`. */
  handled(folderId: string, file: HandledFile): readonly StoredFile[];
  /** True if a build of this size was handled at this path. */
  hadSize(folderId: string, file: Pick<HandledFile, 'path' | 'size'>): boolean;
  /**
   * Stores a handled build, or replaces the stored build of this size and time. With `completed`, it needs no
   * further handling. `path` is the key, `givenPath` the path to show and open.
   */
  remember(
    folderId: string,
    file: HandledFile & Partial<ContentFacts> & { readonly givenPath?: string },
    at: number,
    completed?: boolean,
  ): void;
  /** Saves fingerprints and stamps of handled builds in one transaction. */
  learn(folderId: string, files: readonly HandledContent[]): void;
  /** Returns the records of the next `limit` paths after `after` (exclusive; '' at the start). */
  page(folderId: string, after: string, limit: number): readonly SeenFile[];
  /** In one transaction, marks files as missing since `at` or as found, and deletes the `forget` records. */
  prune(folderId: string, changes: SeenChanges, at: number): void;
  complete(folderId: string, file: HandledFile): void;
  /** Returns the handled builds that were not completed, with the paths to show and open. */
  uncompleted(folderId: string): readonly HandledFile[];
  forget(folderId: string): void;
};

export function createSeenFiles(database: Database): SeenFiles {
  const remember = rememberIn(database);
  const forget: SeenFiles['forget'] = (folderId) => {
    database.transaction(() => {
      database.run('DELETE FROM seen_file WHERE folder_id = ?', folderId);
      database.run('DELETE FROM watched_folder WHERE id = ?', folderId);
    });
  };
  return {
    isWatched: (folderId, path) =>
      database.get('SELECT 1 AS known FROM watched_folder WHERE id = ? AND path = ?', folderId, path) !==
      null,
    begin: (folderId, path, handled, at) => {
      database.transaction(() => {
        forget(folderId);
        database.run(
          'INSERT INTO watched_folder (id, path, first_watched_at) VALUES (?, ?, ?)',
          folderId,
          path,
          at,
        );
        for (const file of handled) remember(folderId, file, at);
      });
    },
    handled: (folderId, file) =>
      ofSize(database, folderId, file).filter(({ mtimeMs }) => sameTime(mtimeMs, file.mtimeMs)),
    hadSize: (folderId, file) => ofSize(database, folderId, file).length > 0,
    page: (folderId, after, max) =>
      database.all<SeenFile>(
        `SELECT path, size, mtime_ms AS mtimeMs, handled_at AS handledAt, missing_since AS missingSince
         FROM seen_file WHERE folder_id = ? AND path IN
           (SELECT DISTINCT path FROM seen_file WHERE folder_id = ? AND path > ? ORDER BY path LIMIT ?)
         ORDER BY path`,
        folderId,
        folderId,
        after,
        max,
      ),
    prune: (folderId, { missingPaths, returnedPaths, forget: files }, at) => {
      const setMissing = 'UPDATE seen_file SET missing_since = ? WHERE folder_id = ? AND path = ?';
      const drop = 'DELETE FROM seen_file WHERE folder_id = ? AND path = ? AND size = ? AND mtime_ms = ?';
      database.transaction(() => {
        for (const path of missingPaths) database.run(setMissing, at, folderId, path);
        for (const path of returnedPaths) database.run(setMissing, null, folderId, path);
        for (const { path, size, mtimeMs } of files) database.run(drop, folderId, path, size, mtimeMs);
      });
    },
    remember,
    learn: (folderId, files) => {
      database.transaction(() => {
        for (const { path, size, mtimeMs, fingerprint, changedMs, identity } of files) {
          database.run(
            `UPDATE seen_file SET fingerprint = ?, changed_ms = ?, identity = ?
             WHERE folder_id = ? AND path = ? AND size = ? AND mtime_ms = ?`,
            ...[fingerprint, changedMs, identity, folderId, path, size, mtimeMs],
          );
        }
      });
    },
    complete: (folderId, file) => {
      database.run(
        'UPDATE seen_file SET completed = 1 WHERE folder_id = ? AND path = ? AND size = ? AND mtime_ms = ?',
        folderId,
        file.path,
        file.size,
        file.mtimeMs,
      );
    },
    uncompleted: (folderId) =>
      database
        .all<{ path: string; size: number; mtime_ms: number }>(
          'SELECT coalesce(given_path, path) AS path, size, mtime_ms FROM seen_file WHERE folder_id = ? AND completed = 0',
          folderId,
        )
        .map(({ path, size, mtime_ms: mtimeMs }) => ({ path, size, mtimeMs })),
    forget,
  };
}

const rememberIn =
  (database: Database): SeenFiles['remember'] =>
  (folderId, file, at, completed = true) => {
    const { fingerprint, changedMs, identity } = { ...unknownContent, ...file };
    database.run(
      `INSERT INTO seen_file (folder_id, path, size, mtime_ms, handled_at, completed, fingerprint, changed_ms, identity,
       given_path)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (folder_id, path, size, mtime_ms) DO UPDATE SET
       handled_at = iif(excluded.fingerprint <> fingerprint, excluded.handled_at, handled_at),
       completed = iif(excluded.fingerprint <> fingerprint, excluded.completed, completed),
       fingerprint = excluded.fingerprint, changed_ms = excluded.changed_ms, identity = excluded.identity
     WHERE excluded.fingerprint IS NOT NULL`,
      folderId,
      file.path,
      file.size,
      file.mtimeMs,
      at,
      completed ? 1 : 0,
      fingerprint,
      changedMs,
      identity,
      file.givenPath ?? null,
    );
  };

const ofSize = (
  database: Database,
  folderId: string,
  { path, size }: Pick<HandledFile, 'path' | 'size'>,
): readonly StoredFile[] =>
  database.all<StoredFile>(
    `SELECT path, size, mtime_ms AS mtimeMs, fingerprint, changed_ms AS changedMs, identity, completed
     FROM seen_file WHERE folder_id = ? AND path = ? AND size = ?`,
    folderId,
    path,
    size,
  );

/**
 * Returns true if `foundMs` may be `handledMs` rounded by a backup to milliseconds, seconds or (zip, FAT) two
 * seconds.
 */
export function sameTime(handledMs: number, foundMs: number): boolean {
  if (handledMs === foundMs) return true;
  return [1, 1_000, 2_000].some(
    (stepMs) =>
      foundMs % stepMs === 0 &&
      handledMs % Math.min(stepMs, 1_000) !== 0 &&
      Math.abs(foundMs - handledMs) < stepMs,
  );
}

type Row = { readonly [column: string]: string | number | null };

const tables: readonly { readonly table: string; readonly columns: readonly string[] }[] = [
  { table: 'watched_folder', columns: ['id', 'path', 'first_watched_at'] },
  { table: 'seen_file', columns: ['folder_id', 'path', 'size', 'mtime_ms', 'handled_at', 'completed'] },
];

/** Copies all readable rows. Files without a readable completion state count as not completed. */
export function recoverSeenFiles(damaged: DamagedDatabase, fresh: Database): void {
  fresh.transaction(() => {
    for (const { table, columns } of tables) {
      for (const row of damaged.rows<Row>(table)) {
        const values = columns.map((column) => row[column] ?? (column === 'completed' ? 0 : null));
        if (values.includes(null)) continue;
        fresh.run(
          `INSERT OR REPLACE INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
          ...values,
        );
      }
    }
  });
}
