/** PostgreSQL and S3 servers for a test file, and storage locations on them or in folders. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import type { StorageLocations } from '../../../main/service/storage/backends.ts';
import { ownerMarkPrefix } from '../../../main/service/storage/object-names.ts';
import { type PostgresServer, startPostgres } from '../../fakes/postgres.ts';
import { type S3Server, type SeenRequest, startS3 } from '../../fakes/s3/s3-server.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { withStorage } from './copy-world.ts';
import { addShop, bytesOf, sha256, unique } from './world.ts';

export let postgres: PostgresServer;
export let s3: S3Server;
beforeAll(async () => {
  [postgres, s3] = await Promise.all([startPostgres(), startS3()]);
}, 60_000);
afterAll(() => Promise.all([postgres.remove(), s3.close()]));

export const inFolder = (folder: string): StorageLocations => ({ database: { folder }, builds: { folder } });

export async function newFolder(): Promise<StorageLocations & { readonly folder: string }> {
  const folder = join(await temporaryFolder(), 'service');
  return { ...inFolder(folder), folder };
}

export async function newShared(): Promise<StorageLocations> {
  const builds = { ...s3.settings, prefix: `${unique('copy')}/` };
  onTestFinished(() => s3.intercept(() => null));
  return { database: { url: await postgres.newSchema(), maxConnections: 2 }, builds };
}

/** Creates a folder storage with this number of builds, each in its own application. */
export async function folderWith(builds: number): Promise<StorageLocations & { readonly folder: string }> {
  const locations = await newFolder();
  await withStorage(locations, async (storage) => {
    for (let at = 0; at < builds; at += 1) await addShop(storage, bytesOf(`build ${at}`));
  });
  return locations;
}

export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(join(folder, 'blobs'), { recursive: true, withFileTypes: true });
  const builds = entries.filter((entry) => entry.isFile() && !entry.name.startsWith(ownerMarkPrefix));
  return builds.map(({ parentPath, name }) => join(parentPath, name));
}

export async function fileOf(folder: string, hash: string): Promise<string> {
  for (const path of await filesIn(folder)) if (sha256(await readFile(path)) === hash) return path;
  throw new Error(`there is no file of ${hash}`);
}

export const isBuild = ({ operation, key }: SeenRequest): boolean =>
  (operation === 'PutObject' && !key.includes(ownerMarkPrefix)) || operation === 'CompleteMultipartUpload';

/** Makes S3 reject every build after the first `count`. */
export function failAfter(count: number): void {
  let sent = 0;
  s3.intercept((request) => {
    sent += isBuild(request) ? 1 : 0;
    return isBuild(request) && sent > count ? { status: 403, code: 'AccessDenied' } : null;
  });
}
