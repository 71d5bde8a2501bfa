import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ownerMarkPrefix } from '../../main/service/storage/object-names.ts';

/** Returns all build files in the folder of the service, including unfinished ones, with their hashes. */
export async function storedBuilds(dataDir: string): Promise<{ path: string; sha256: string }[]> {
  const found: { path: string; sha256: string }[] = [];
  for (const folder of ['incoming', 'blobs']) {
    const entries = await readdir(join(dataDir, folder), { recursive: true, withFileTypes: true });
    for (const entry of entries) {
      if (!entry.isFile() || entry.name === '.DS_Store' || entry.name.startsWith(ownerMarkPrefix)) continue;
      const path = join(entry.parentPath, entry.name);
      found.push({
        path,
        sha256: createHash('sha256')
          .update(await readFile(path))
          .digest('hex'),
      });
    }
  }
  return found;
}

/** Returns the sorted hashes of all build files in the folder. */
export async function storedHashes(dataDir: string): Promise<string[]> {
  return (await storedBuilds(dataDir)).map(({ sha256 }) => sha256).sort();
}
