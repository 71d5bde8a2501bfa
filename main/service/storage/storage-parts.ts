import { join } from 'node:path';
import { lockFolder } from '../../base/files/lock.ts';
import type { Log } from '../../base/log/log.ts';
import { isLoopback } from '../../base/loopback.ts';
import { openFolderObjects } from './embedded/folder-objects.ts';
import { openSqlite } from './embedded/sqlite.ts';
import type { ObjectStore } from './objects.ts';
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
): Promise<StorageParts> {
  const lock = 'folder' in records ? lockFolder(records.folder) : null;
  let database: SqlDatabase | null = null;
  try {
    database = await openDatabase(records, log);
    const [opened, objects] = [database, await openObjects(builds, log)];
    const close = async (): Promise<void> => {
      await opened.close();
      await objects.close();
      lock?.release();
    };
    return { database, objects, isOwn: lock !== null && 'folder' in builds, close };
  } catch (error) {
    await database?.close();
    lock?.release();
    throw error;
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
  const { openS3Objects } = await import('./s3/s3-objects.ts');
  return openS3Objects(choice, log);
}

async function openDatabase(choice: StoragePlaces['database'], log: Log): Promise<SqlDatabase> {
  if ('folder' in choice) return openSqlite(sqlitePath(choice.folder));
  const { openPostgres } = await import('./postgres/postgres.ts');
  return openPostgres(choice, log);
}
