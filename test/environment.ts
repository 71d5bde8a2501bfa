/** Environment of the tests and of the programs they start: English, and temporary folders in memory. */
import { readFileSync, statfsSync } from 'node:fs';
import { resolve } from 'node:path';

const memoryFolder = '/dev/shm';
const tmpfs = 0x01021994;
const enoughBytes = 4 * 2 ** 30;

/** Returns the environment variables of tests. An existing TMPDIR is kept. */
export function testEnvironment(given: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const folder = given['TMPDIR'] ?? memoryFolderWithSpace();
  return {
    // English, unless a test sets another language.
    LANGUAGE: '',
    LC_ALL: 'C.UTF-8',
    // Caches compiled sources between starts of Node.js.
    NODE_COMPILE_CACHE:
      given['NODE_COMPILE_CACHE'] ?? resolve(import.meta.dirname, '../node_modules/.cache/compiled'),
    ...(folder === undefined ? {} : { TMPDIR: folder }),
  };
}

/** Returns a folder in memory if it has enough space. On a disk, most test time would be spent on syncs. */
function memoryFolderWithSpace(): string | undefined {
  try {
    const { type, bavail, bsize } = statfsSync(memoryFolder);
    const hasSpace = Math.min(bavail * bsize, process.availableMemory()) >= enoughBytes;
    return type === tmpfs && hasSpace && allowsExecution(memoryFolder) ? memoryFolder : undefined;
  } catch {
    // Only Linux has /dev/shm.
    return undefined;
  }
}

/** Returns false for a folder mounted noexec, because some tests run programs in it. */
function allowsExecution(folder: string): boolean {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  const options = mounts
    .map((line) => line.split(' '))
    .findLast(([, mountPoint]) => mountPoint === folder)?.[3];
  return options !== undefined && !options.split(',').includes('noexec');
}
