import { realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { folderError, lockFolder } from '../../base/database/lock.ts';
import { systemCode } from '../../base/errors.ts';
import type { Log } from '../../base/log/log.ts';
import { isLoopback } from '../../base/loopback.ts';
import { serviceErrors } from '../errors.ts';
import { openFolderObjects } from './embedded/folder-objects.ts';
import { openSqlite } from './embedded/sqlite.ts';
import type { ObjectStore } from './objects.ts';
import { claimObjects } from './ownership.ts';
import type { PostgresSettings } from './postgres/postgres.ts';
import type { S3Settings } from './s3/settings.ts';
import type { SqlDatabase } from './sql/sql.ts';

/** Where records and builds are kept. */
export type StoragePlaces = {
  /** SQLite in a folder that is owned until `close`, or a database that several instances share. */
  readonly database: { readonly folder: string } | PostgresSettings;
  readonly builds: { readonly folder: string } | S3Settings;
};

export type StorageParts = {
  readonly database: SqlDatabase;
  readonly objects: ObjectStore;
  /** Ends the name of each object; see `claimObjects`. */
  readonly serviceId: string;
  /** Nobody else can have begun anything in it. */
  readonly isOwn: boolean;
  close(): Promise<void>;
};

export function sqlitePath(folder: string): string {
  return join(folder, 'service.db');
}

/**
 * Opens database and builds, and brings the schema to the newest version; folders are made if need be. Throws as
 * `openStorage` does.
 */
export async function openParts(
  { database: records, builds }: StoragePlaces,
  log: Log,
  beside = false,
): Promise<StorageParts> {
  const lock = 'folder' in records && !beside ? lockFolder(records.folder) : null;
  let database: SqlDatabase | null = null;
  let objects: ObjectStore | null = null;
  const close = async (): Promise<void> => {
    await database?.close();
    await objects?.close();
    lock?.release();
  };
  try {
    database = await openDatabase(records, log);
    objects = await openObjects(builds, log);
    const serviceId = await claimObjects(database, objects, await placeOfBuilds(builds));
    // A copy of the file alone, without its log, is then recognised as one.
    if (lock) await database.get('PRAGMA wal_checkpoint(TRUNCATE)');
    return { database, objects, serviceId, isOwn: lock !== null && 'folder' in builds, close };
  } catch (error) {
    await close();
    throw 'folder' in builds ? folderError(error, builds.folder) : error;
  }
}

/** The bucket and prefix, or the folder, under one name however it was written. */
export async function placeOfBuilds(builds: StoragePlaces['builds']): Promise<string> {
  if ('folder' in builds) return realpath(builds.folder).catch(() => resolve(builds.folder));
  const { endpoint, bucket, prefix } = builds;
  return `${new URL(endpoint).href.replace(/\/$/, '')}/${bucket}/${prefix}`;
}

/** Loads a part that the installers leave out. Throws `service/notInstalled` if it is missing. */
async function packed<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (systemCode(error) !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw serviceErrors.notInstalled({}, { cause: error });
  }
}

async function openObjects(choice: StoragePlaces['builds'], log: Log): Promise<ObjectStore> {
  if ('folder' in choice) return openFolderObjects(choice.folder);
  const { protocol, hostname: host } = new URL(choice.endpoint);
  if (protocol === 'http:' && !isLoopback(host)) {
    log.warn('Connections to the S3 server are not encrypted. Use an https address in SLIPWAY_S3_ENDPOINT.', {
      host,
    });
  }
  const { openS3Objects } = await packed(() => import('./s3/s3-objects.ts'));
  return openS3Objects(choice, log);
}

async function openDatabase(choice: StoragePlaces['database'], log: Log): Promise<SqlDatabase> {
  if ('folder' in choice) return openSqlite(sqlitePath(choice.folder));
  const { openPostgres } = await packed(() => import('./postgres/postgres.ts'));
  return openPostgres(choice, log);
}
