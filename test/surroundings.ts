/** What every test, and every program a test starts, finds around it: English, and quick ground to stand on. */
import { readFileSync, statfsSync } from 'node:fs';
import { resolve } from 'node:path';

const memoryFolder = '/dev/shm';
const tmpfs = 0x01021994;
const enoughBytes = 4 * 2 ** 30;

/** Environment variables; a person's own folders stay. */
export function surroundings(given: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const folder = given['TMPDIR'] ?? roomInMemory();
  return {
    // English on every computer; a test about another language sets that one.
    LANGUAGE: '',
    LC_ALL: 'C.UTF-8',
    // Starts of Node translate each source once and not again.
    NODE_COMPILE_CACHE:
      given['NODE_COMPILE_CACHE'] ?? resolve(import.meta.dirname, '../node_modules/.cache/compiled'),
    ...(folder === undefined ? {} : { TMPDIR: folder }),
  };
}

/** Folders of tests live for seconds; on a disk they would mostly wait for commits to be on it. */
function roomInMemory(): string | undefined {
  try {
    const { type, bavail, bsize } = statfsSync(memoryFolder);
    const hasRoom = Math.min(bavail * bsize, process.availableMemory()) >= enoughBytes;
    return type === tmpfs && hasRoom && mayRun(memoryFolder) ? memoryFolder : undefined;
  } catch {
    // Only Linux has it.
    return undefined;
  }
}

/** Some tests start programs they have written there, which containers often forbid. */
function mayRun(folder: string): boolean {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  const options = mounts.map((line) => line.split(' ')).findLast(([, place]) => place === folder)?.[3];
  return options !== undefined && !options.split(',').includes('noexec');
}
