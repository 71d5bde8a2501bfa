import { spawnSync } from 'node:child_process';
import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../fakes/temporary-folder.ts';

/** A disk of its own of some size; null, with the reason printed, where none can be made. */
export async function smallDisk(megabytes: number): Promise<string | null> {
  const folder = join(await temporaryFolder(), 'disk');
  await mkdir(folder);
  const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder];
  const mounted = process.platform === 'linux' ? spawnSync('mount', options) : null;
  if (mounted?.status !== 0) {
    const reason = mounted?.stderr?.toString().trim() || 'only Linux has tmpfs';
    console.log(`Not tried on a disk that is really full: ${reason}.`);
    return null;
  }
  onTestFinished(() => {
    spawnSync('umount', ['-l', folder]);
  });
  return folder;
}

/** Writes until nothing more fits. */
export async function fill(path: string): Promise<void> {
  for (const size of [1_000_000, 4_096, 1]) {
    const chunk = Buffer.alloc(size);
    let fits = true;
    while (fits) {
      fits = await appendFile(path, chunk).then(
        () => true,
        () => false,
      );
    }
  }
}
