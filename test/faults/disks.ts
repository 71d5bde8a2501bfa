/** Separate disks for tests, which only root may mount. `.ci/run` runs these tests as root. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { appendFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../fakes/temporary-folder.ts';

/** Mounts an empty disk over a folder until the test ends. The folder may already be a mount point. */
export function mountDisk(folder: string, megabytes = 64): void {
  const { status, stderr, error } = mount(folder, megabytes);
  if (status !== 0) throw new Error(`No disk could be mounted: ${stderr || error}`);
  onTestFinished(() => void spawnSync('umount', ['--lazy', folder]));
}

export function unmountDisk(folder: string): void {
  spawnSync('umount', ['--lazy', folder]);
}

/** Returns a folder on a separate disk of this size. */
export async function smallDisk(megabytes: number): Promise<string> {
  const folder = join(await temporaryFolder(), 'disk');
  await mkdir(folder);
  mountDisk(folder, megabytes);
  return folder;
}

/** Skips the test and prints the reason if no disk can be mounted. */
export const testWithDisks = test.skipIf(!canMount());

function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-disk-'));
  const { status, stderr, error } = mount(folder, 1);
  if (status === 0) spawnSync('umount', [folder]);
  else console.warn(`Skipped, for no disk can be mounted here: ${(stderr || String(error)).trim()}`);
  rmdirSync(folder);
  return status === 0;
}

function mount(folder: string, megabytes: number) {
  const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'slipway-test', folder];
  return spawnSync('mount', options, { encoding: 'utf8' });
}

/** Writes until the disk is full. */
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
