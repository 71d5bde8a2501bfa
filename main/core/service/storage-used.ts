import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { systemCode } from '../../base/errors.ts';
import { fileError, freeBytes } from '../../base/files/files.ts';
import type { ServiceStorage } from '../view.ts';

const lookedAtOnce = 32;

/** What the built-in service takes of the disk, part by part. Throws the coded errors of `file`. */
export async function storageUsed(folder: string): Promise<ServiceStorage> {
  const sizes = new Map<string, number>();
  const files = await filesBelow(folder);
  const limit = pLimit(lookedAtOnce);
  await Promise.all(
    files.map((path) =>
      limit(async () => {
        const [part = ''] = path.split(/[/\\]/, 1);
        const size = await sizeOf(join(folder, path));
        sizes.set(part, (sizes.get(part) ?? 0) + size);
      }),
    ),
  );
  const sum = (parts: (part: string) => boolean): number =>
    [...sizes].reduce((total, [part, size]) => (parts(part) ? total + size : total), 0);
  return {
    builds: sum((part) => part === 'blobs' || part === 'incoming'),
    outbox: sum((part) => part === 'outbox'),
    database: sum((part) => !['blobs', 'incoming', 'outbox'].includes(part)),
    free: await freeBytes(folder).catch(() => null),
  };
}

/** Names below the folder; none when the service was never started. */
async function filesBelow(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw fileError(error, folder);
  }
}

/** Nothing for what is gone meanwhile. */
async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return 0;
    throw fileError(error, path);
  }
}
