import type { Database } from '../base/database.ts';

/** The watcher's own database, from version to version. */
export const seenFilesMigrations: readonly string[] = [
  `CREATE TABLE watched_folder (
     id TEXT PRIMARY KEY,
     path TEXT NOT NULL,
     first_watched_at INTEGER NOT NULL
   ) STRICT;
   CREATE TABLE seen_file (
     folder_id TEXT NOT NULL,
     path TEXT NOT NULL,
     size INTEGER NOT NULL,
     mtime_ms REAL NOT NULL,
     handled_at INTEGER NOT NULL,
     PRIMARY KEY (folder_id, path, size, mtime_ms)
   ) STRICT, WITHOUT ROWID;`,
];

/** One build as it was when somebody took charge of it. */
export type HandledFile = { readonly path: string; readonly size: number; readonly mtimeMs: number };

/** Which builds were handled already; survives restarts. Every change is on disk before the call returns. */
export type SeenFiles = {
  /** True when this folder was watched before under this path. */
  isKnown(folderId: string, path: string): boolean;
  /** The first watch of a folder: remembers it and, in the same step, the builds that need no announcement. */
  begin(folderId: string, path: string, handled: readonly HandledFile[], at: number): void;
  /** True when exactly this build (path, size, mtime) was handled. */
  isHandled(folderId: string, file: HandledFile): boolean;
  /** True when a build of this size was handled under this path. */
  hadSize(folderId: string, file: Pick<HandledFile, 'path' | 'size'>): boolean;
  remember(folderId: string, file: HandledFile, at: number): void;
  /** Forgets a folder that is watched no longer, so that watching it again is a first watch. */
  forget(folderId: string): void;
};

export function createSeenFiles(database: Database): SeenFiles {
  const remember: SeenFiles['remember'] = (folderId, file, at) => {
    database.run(
      `INSERT INTO seen_file (folder_id, path, size, mtime_ms, handled_at) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (folder_id, path, size, mtime_ms) DO NOTHING`,
      folderId,
      file.path,
      file.size,
      file.mtimeMs,
      at,
    );
  };
  const forget: SeenFiles['forget'] = (folderId) => {
    database.transaction(() => {
      database.run('DELETE FROM seen_file WHERE folder_id = ?', folderId);
      database.run('DELETE FROM watched_folder WHERE id = ?', folderId);
    });
  };
  return {
    isKnown: (folderId, path) =>
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
    isHandled: (folderId, file) =>
      database.get(
        'SELECT 1 AS handled FROM seen_file WHERE folder_id = ? AND path = ? AND size = ? AND mtime_ms = ?',
        folderId,
        file.path,
        file.size,
        file.mtimeMs,
      ) !== null,
    hadSize: (folderId, file) =>
      database.get(
        'SELECT 1 AS handled FROM seen_file WHERE folder_id = ? AND path = ? AND size = ? LIMIT 1',
        folderId,
        file.path,
        file.size,
      ) !== null,
    remember,
    forget,
  };
}
