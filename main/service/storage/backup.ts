import { copyFile, mkdir, open, readdir, realpath, rename, rm } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { lockFolder } from '../../base/database/lock.ts';
import { systemCode } from '../../base/errors.ts';
import { fileError, fileStamp, syncFolder } from '../../base/files/files.ts';
import { createPrivateFile, privateFolderMode } from '../../base/files/private-folder.ts';
import type { Log } from '../../base/log/log.ts';
import { serviceErrors } from '../errors.ts';
import type { BackupReport } from '../service-view.ts';
import { sqlitePath } from './backends.ts';
import { copyBuilds } from './copy-builds.ts';
import { type CopyReport, copyStorage, throwIfDamaged } from './copy-storage.ts';
import { openFolderObjects } from './embedded/folder-objects.ts';
import { openSqlite } from './embedded/sqlite.ts';
import { ownerOfMark } from './object-names.ts';
import type { ObjectStore } from './objects.ts';
import { serviceRow } from './ownership.ts';
import { type RecordedBuild, recordedBuilds } from './sql/copy-records.ts';
import type { SqlDatabase } from './sql/sql.ts';

/** Entries left by a first backup that was interrupted before it wrote the owner mark. */
const unfinishedEntries: ReadonlySet<string> = new Set(['lock.db', 'incoming', 'blobs']);

/**
 * Copies the service in folder `service`, which may be running, to folder `backup`. Updates an earlier backup
 * of the same service: copies only new builds and verifies their SHA-256. The earlier backup stays complete
 * until `service.db` is replaced. Throws `service/backupFolder`, `service/copyDamaged`, `lock/inUse`,
 * `service/full`, `database/full` and `file/…`.
 */
export async function backUpService(service: string, backup: string, log: Log): Promise<BackupReport> {
  const database = openSqlite(sqlitePath(service));
  try {
    const { id } = await serviceRow(database);
    await checkFolder(service, backup, id);
    const lock = lockFolder(backup);
    try {
      const [from, to] = [await openFolderObjects(service), await openFolderObjects(backup)];
      await to.addOwner(id);
      await to.abortUnfinished(Number.POSITIVE_INFINITY, id);
      return await writeBackup({ database, from, to, backup, log });
    } finally {
      lock.release();
    }
  } finally {
    await database.close();
  }
}

/** Throws `service/backupFolder` unless the folder is empty or contains an earlier backup of this service. */
async function checkFolder(service: string, backup: string, id: string): Promise<void> {
  const [servicePath, backupPath] = await Promise.all([
    realpath(service),
    realpath(backup).catch(() => resolve(backup)),
  ]);
  const isInside = backupPath === servicePath || backupPath.startsWith(`${servicePath}${sep}`);
  const marks = (await readNames(join(backup, 'blobs'))).flatMap((name) => ownerOfMark(name) ?? []);
  const isNew = marks.length === 0 && (await readNames(backup)).every((name) => unfinishedEntries.has(name));
  const isEarlier = marks.length === 1 && marks[0] === id;
  if (isInside || !(isNew || isEarlier)) throw serviceErrors.backupFolder({ folder: backup });
}

async function readNames(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw fileError(error, folder);
  }
}

async function writeBackup({
  database,
  from,
  to,
  backup,
  log,
}: {
  readonly database: SqlDatabase;
  readonly from: ObjectStore;
  readonly to: ObjectStore;
  readonly backup: string;
  readonly log: Log;
}): Promise<BackupReport> {
  const snapshot = join(backup, 'incoming', 'service.db');
  const report = { copied: 0, bytes: 0 };
  const target = {
    objects: to,
    nameOf: ({ object }: RecordedBuild) => object ?? '',
    onCopied: async () => undefined,
  };
  for (;;) {
    const builds = await writeSnapshot(database, snapshot);
    const sizes = new Map<string, number>();
    for await (const { name, size } of to.list()) sizes.set(name, size);
    const missing = builds.filter(({ object, fileSize }) => sizes.get(object ?? '') !== fileSize);
    const bad = await copyBuilds(from, target, missing, {
      log,
      signal: new AbortController().signal,
      onBytes: (bytes) => {
        report.bytes += bytes;
      },
      onBuild: () => {
        report.copied += 1;
      },
    });
    // The next snapshot omits builds that were removed from the source during the copy.
    await throwIfDamaged(database, bad);
    if (bad.length > 0) continue;
    await rename(snapshot, sqlitePath(backup));
    await syncFolder(backup);
    const recorded = new Set(builds.map(({ object }) => object));
    for (const name of sizes.keys()) if (!recorded.has(name)) await to.remove(name);
    return { builds: builds.length, ...report };
  }
}

/** Writes a durable snapshot of the database to `path` and returns the builds it records. */
async function writeSnapshot(database: SqlDatabase, path: string): Promise<readonly RecordedBuild[]> {
  await rm(path, { force: true });
  createPrivateFile(path);
  // SQLite's online backup is not available in Electron's Node.
  await database.run('VACUUM INTO ?', path);
  const copy = openSqlite(path);
  try {
    return await recordedBuilds(copy);
  } finally {
    await copy.close();
    const handle = await open(path, 'r+');
    await handle.sync();
    await handle.close();
  }
}

/**
 * Copies a backup to folder `service`, which must not contain a service. Continues an interrupted restore.
 * Throws `service/noBackup`, `lock/inUse` and the errors of `copyStorage`.
 */
export async function restoreService(backup: string, service: string, log: Log): Promise<CopyReport> {
  if (!(await fileStamp(sqlitePath(backup)))) throw serviceErrors.noBackup({ folder: backup });
  const lock = lockFolder(backup);
  // Opening a database may write to it, so a copy of the backup is opened.
  const folder = join(service, 'restoring');
  try {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: privateFolderMode });
    await copyFile(sqlitePath(backup), sqlitePath(folder));
    return await copyStorage(
      { database: { folder }, builds: { folder: backup } },
      { database: { folder: service }, builds: { folder: service } },
      { log },
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
    lock.release();
  }
}
