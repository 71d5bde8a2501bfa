import { join } from 'node:path';
import { lockFolder } from '../../base/files/lock.ts';
import type { Log } from '../../base/log/log.ts';
import { openFolderObjects } from './embedded/folder-objects.ts';
import { openSqlite } from './embedded/sqlite.ts';
import type { ObjectStore } from './objects.ts';
import type { PostgresSettings } from './postgres/postgres.ts';
import type { S3Settings } from './s3/settings.ts';
import { type Builds, createBuilds } from './sql/builds.ts';
import { freeTakenMail } from './sql/mail.ts';
import type { SqlDatabase } from './sql/sql.ts';
import { storageOn } from './sql/storage-on.ts';
import { sweepObjects } from './sql/sweep.ts';
import type { Storage } from './storage.ts';

export type StorageChoice = {
  /** SQLite in a folder that is owned until `close`, or a database that several instances share. */
  readonly database: { readonly folder: string } | PostgresSettings;
  readonly builds: { readonly folder: string } | S3Settings;
  /** Whether devices are sent to the S3 server for builds, which they then have to reach. */
  readonly redirects?: boolean;
};

const minute = 60_000;

/** Whoever is reading a build from another computer when it is removed has this long. */
const graceMs = 10 * minute;

/** Longer than any upload takes: what others began is theirs until then. */
const strangersMs = 24 * 60 * minute;

const sweepEveryMs = 60 * minute;

/** As `openStorage`, with everything in one folder. */
export function openEmbeddedStorage(folder: string, log: Log): Promise<Storage> {
  return openStorage({ database: { folder }, builds: { folder } }, log);
}

/**
 * Opens records and builds; folders are made if need be. What a crash left behind is swept: before anything else where
 * nobody else can be using it, else in the background, by one instance at a time. Throws `lock/held`, `lock/unusable`,
 * `database/unreadable`, `database/unusable`, `database/newer`, `service/databaseRefused`, `service/storageAway`.
 */
export async function openStorage(choice: StorageChoice, log: Log): Promise<Storage> {
  const lock = 'folder' in choice.database ? lockFolder(choice.database.folder) : null;
  let database: SqlDatabase | null = null;
  let objects: ObjectStore | null = null;
  const closeAll = async (): Promise<void> => {
    await database?.close();
    await objects?.close();
    lock?.release();
  };
  try {
    database = await openDatabase(choice.database, log);
    objects = await openObjects(choice.builds, log);
    // Nobody else can have begun anything in it.
    const isOwn = lock !== null && 'folder' in choice.builds;
    const options = { graceMs: isOwn ? 0 : graceMs, redirects: choice.redirects ?? false };
    const builds = createBuilds(database, objects, options, log);
    const sweep = sweepWith(database, objects, builds, isOwn ? Number.NEGATIVE_INFINITY : strangersMs, log);
    if (lock) await freeTakenMail(database);
    if (isOwn) await sweep();
    const stopSweeping = isOwn ? async () => undefined : sweepNowAndThen(database, sweep, log);
    const close = async (): Promise<void> => {
      await stopSweeping();
      await closeAll();
    };
    return { ...storageOn(database, builds), close };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

function sweepWith(
  database: SqlDatabase,
  objects: ObjectStore,
  builds: Builds,
  ageMs: number,
  log: Log,
): () => Promise<void> {
  return async () => {
    await builds.removeLeftovers();
    await sweepObjects(database, objects, ageMs, log);
  };
}

async function openObjects(choice: StorageChoice['builds'], log: Log): Promise<ObjectStore> {
  if ('folder' in choice) return openFolderObjects(choice.folder);
  const { openS3Objects } = await import('./s3/s3-objects.ts');
  return openS3Objects(choice, log);
}

async function openDatabase(choice: StorageChoice['database'], log: Log): Promise<SqlDatabase> {
  if ('folder' in choice) return openSqlite(join(choice.folder, 'service.db'));
  const { openPostgres } = await import('./postgres/postgres.ts');
  return openPostgres(choice, log);
}

/** Sweeps now and every hour, unless another instance is at it; gives what ends it. */
function sweepNowAndThen(database: SqlDatabase, sweep: () => Promise<void>, log: Log): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  const run = (): void => {
    running = database
      .alone('sweep', sweep)
      .catch((error: unknown) => log.warn('Leftovers of builds could not be removed', { error }));
  };
  run();
  const timer = setInterval(run, sweepEveryMs).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
