/** Finds files that other processes have open for writing. */
import { readdirSync, readlinkSync } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { runProgram } from '../../base/programs.ts';

export type OpenFiles = {
  /** Null if the system does not report open files. */
  isOpenForWriting(path: string): Promise<boolean | null>;
};

/** Returns the files that are open for writing; null if unknown. */
type Query = (paths: readonly string[]) => Promise<ReadonlySet<string> | null>;

/** Windows is not supported: the only check is to open the file, which could lock out a build tool. */
export function createOpenFiles(platform: NodeJS.Platform, lsof = '/usr/sbin/lsof'): OpenFiles {
  if (platform === 'linux') return batched(openOnLinux);
  if (platform === 'darwin') return batched((paths) => openOnMac(paths, lsof));
  return { isOpenForWriting: async () => null };
}

/** Batches queries, because each scans all processes: files requested during a query share the next query. */
function batched(query: Query): OpenFiles {
  let next: { readonly paths: Set<string>; readonly open: Promise<ReadonlySet<string> | null> } | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const begin = (): NonNullable<typeof next> => {
    const paths = new Set<string>();
    const open = last.then(() => {
      next = null;
      return query([...paths]);
    });
    last = open.catch(() => undefined);
    return { paths, open };
  };
  return {
    isOpenForWriting: async (path) => {
      next ??= begin();
      next.paths.add(path);
      return (await next.open)?.has(path) ?? null;
    },
  };
}

/** Scans /proc, which shows the open files of the same user's processes; to root, of all processes. */
async function openOnLinux(paths: readonly string[]): Promise<ReadonlySet<string>> {
  const named = new Map<string, string[]>();
  for (const path of paths) named.set(basename(path), [...(named.get(basename(path)) ?? []), path]);
  const open = new Set<string>();
  for (const number of listed('/proc')) {
    if (!/^\d+$/.test(number) || number === `${process.pid}`) continue;
    await yieldToEventLoop();
    for (const descriptor of listed(`/proc/${number}/fd`)) {
      // Compares names first: a stat of every open file could hang on a network drive.
      const same = named.get(basename(nameOf(`/proc/${number}/fd/${descriptor}`))) ?? [];
      for (const path of same) if (await isWritten(path, number, descriptor)) open.add(path);
    }
  }
  return open;
}

/** Returns no names on errors: processes may exit during the scan, or belong to other users. */
function listed(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function nameOf(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    return '';
  }
}

async function isWritten(path: string, number: string, descriptor: string): Promise<boolean> {
  const [target, opened] = await Promise.all(
    [path, `/proc/${number}/fd/${descriptor}`].map((each) => stat(each).catch(() => null)),
  );
  if (!target || opened?.ino !== target.ino || opened.dev !== target.dev) return false;
  return allowsWriting(await readFile(`/proc/${number}/fdinfo/${descriptor}`, 'utf8').catch(() => ''));
}

/** Returns true if the octal flags in `/proc/PID/fdinfo/N` allow writing. */
export function allowsWriting(fdinfo: string): boolean {
  const flags = /^flags:\s*([0-7]+)/m.exec(fdinfo)?.[1];
  return flags !== undefined && (Number.parseInt(flags, 8) & 3) !== 0;
}

/** Uses the `lsof` of macOS, which lists the open files of the same user. */
async function openOnMac(paths: readonly string[], lsof: string): Promise<ReadonlySet<string> | null> {
  const real = new Map<string, string>();
  for (const path of paths) real.set(await realpath(path).catch(() => path), path);
  const args = ['-w', '-F', 'pan', '--', ...real.keys()];
  const output = await runProgram(lsof, args, { timeoutMs: 10_000 }).catch(partialOutput);
  return output === null
    ? null
    : new Set(pathsOpenForWriting(output, process.pid).flatMap((path) => real.get(path) ?? []));
}

/** `lsof` exits with 1 if any file is not open, which is not a failure. Returns null after other errors. */
function partialOutput(error: unknown): string | null {
  const exitedWith1 = error instanceof Error && 'code' in error && error.code === 1;
  return exitedWith1 && 'stdout' in error && typeof error.stdout === 'string' ? error.stdout : null;
}

/** Returns the paths that other processes than `own` may write, from the output of `lsof -F pan`. */
export function pathsOpenForWriting(output: string, own: number): readonly string[] {
  const found: string[] = [];
  let isOther = false;
  let access = '';
  for (const line of output.split('\n')) {
    const value = line.slice(1);
    if (line.startsWith('p')) isOther = value !== `${own}`;
    else if (line.startsWith('f')) access = '';
    else if (line.startsWith('a')) access = value;
    else if (line.startsWith('n') && isOther && (access === 'w' || access === 'u')) found.push(value);
  }
  return found;
}
