/** What every test, and every program a test starts, finds around it: quick ground to stand on. */
import { statfsSync } from 'node:fs';
import { resolve } from 'node:path';

const memoryFolder = '/dev/shm';
const tmpfs = 0x01021994;
const enoughBytes = 4 * 2 ** 30;

/** Environment variables; what a person has set already stays. */
export function surroundings(given: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const folder = given['TMPDIR'] ?? roomInMemory();
  return {
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
    return type === tmpfs && hasRoom ? memoryFolder : undefined;
  } catch {
    // Only Linux has it.
    return undefined;
  }
}
