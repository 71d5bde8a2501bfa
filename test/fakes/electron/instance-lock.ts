/**
 * Allows one application per user-data folder. A second start passes its arguments to the first through a
 * file.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type SecondStart = {
  readonly argv: string[];
  readonly folder: string;
  /** Data that the later start passed to `requestSingleInstanceLock`. */
  readonly data: unknown;
};

/** Returns a function that releases the lock; null if it is taken. Calls `onSecond` for later starts. */
export function lockInstance(
  folder: string,
  data: unknown,
  onSecond: (start: SecondStart) => void,
): (() => void) | null {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'double-instance.lock');
  const handover = join(folder, 'double-instance.starts');
  if (!create(path)) {
    const name = join(handover, `${process.pid}.json`);
    const start: SecondStart = { argv: process.argv, folder: process.cwd(), data: data ?? null };
    writeFileSync(`${name}.part`, JSON.stringify(start));
    renameSync(`${name}.part`, name);
    return null;
  }
  mkdirSync(handover, { recursive: true });
  const watcher = watch(handover, () => {
    for (const name of readdirSync(handover).filter((entry) => entry.endsWith('.json'))) {
      const start = JSON.parse(readFileSync(join(handover, name), 'utf8')) as SecondStart;
      rmSync(join(handover, name));
      onSecond(start);
    }
  });
  watcher.unref();
  const release = (): void => {
    process.off('exit', release);
    watcher.close();
    rmSync(path, { force: true });
  };
  process.once('exit', release);
  return release;
}

function create(path: string): boolean {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (isRunning(Number(readFileSync(path, 'utf8')))) return false;
    rmSync(path, { force: true });
    return create(path);
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
