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
import { claimStore } from './ownership.ts';
import type { PostgresSettings } from './postgres/postgres.ts';
import type { S3Settings } from './s3/settings.ts';
import type { SqlDatabase } from './sql/sql.ts';

export type StorageLocations = {
  /** SQLite in a folder locked until `close`, or a PostgreSQL database that instances share. */
  readonly database: { readonly folder: string } | PostgresSettings;
  readonly builds: { readonly folder: string } | S3Settings;
};

export type StorageBackends = {
  readonly database: SqlDatabase;
  readonly objects: ObjectStore;
  /** Last part of each object name; see `newObjectName`. */
  readonly serviceId: string;
  /** True if no other instance can write builds or records here. */
  readonly isExclusive: boolean;
  close(): Promise<void>;
};

export function sqlitePath(folder: string): string {
  return join(folder, 'service.db');
}

/** Opens or creates database and build store, and migrates the schema. Throws as `openStorage` does. */
export async function openBackends(
  { database: records, builds }: StorageLocations,
  log: Log,
  isAuxiliary = false,
): Promise<StorageBackends> {
  const lock = 'folder' in records && !isAuxiliary ? lockFolder(records.folder) : null;
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
    const serviceId = await claimStore(database, objects, await locationOfBuilds(builds));
    // Writes the WAL to the database file, so that a copy without the WAL contains the service id and state.
    if (lock) await database.get('PRAGMA wal_checkpoint(TRUNCATE)');
    return { database, objects, serviceId, isExclusive: lock !== null && 'folder' in builds, close };
  } catch (error) {
    await close();
    throw 'folder' in builds ? folderError(error, builds.folder) : error;
  }
}

/** Returns the canonical bucket and prefix, or the real path of the folder. */
export async function locationOfBuilds(builds: StorageLocations['builds']): Promise<string> {
  if ('folder' in builds) return realpath(builds.folder).catch(() => resolve(builds.folder));
  const { endpoint, bucket, prefix } = builds;
  return `${new URL(endpoint).href.replace(/\/$/, '')}/${bucket}/${prefix}`;
}

/** Loads a module that the installers omit. Throws `service/notInstalled` if it is missing. */
async function importOptional<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (systemCode(error) !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw serviceErrors.notInstalled({}, { cause: error });
  }
}

async function openObjects(settings: StorageLocations['builds'], log: Log): Promise<ObjectStore> {
  if ('folder' in settings) return openFolderObjects(settings.folder);
  const { protocol, hostname: host } = new URL(settings.endpoint);
  if (protocol === 'http:' && !isLoopback(host)) {
    log.warn('Connections to the S3 server are not encrypted. Use an https address in SLIPWAY_S3_ENDPOINT.', {
      host,
    });
  }
  const { openS3Objects } = await importOptional(() => import('./s3/s3-objects.ts'));
  return openS3Objects(settings, log);
}

async function openDatabase(settings: StorageLocations['database'], log: Log): Promise<SqlDatabase> {
  if ('folder' in settings) return openSqlite(sqlitePath(settings.folder));
  const { openPostgres } = await importOptional(() => import('./postgres/postgres.ts'));
  return openPostgres(settings, log);
}
