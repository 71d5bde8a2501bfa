import { readFile, stat } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { systemCode, toFailure } from '../base/errors.ts';
import type { Failure } from '../base/failure.ts';
import { fileError } from '../base/files/files.ts';
import type { Log } from '../base/log/log.ts';
import { type Message, messageOf } from '../messages/message.ts';
import { type Certificate, readCertificates } from './certificates.ts';
import { settingsErrors } from './errors.ts';

export type CaFile = {
  readonly path: string;
  readonly certificates: readonly Certificate[];
  /** Null if the file is usable. */
  readonly failure: Failure | null;
};

/** Returns the files in their current state; the same array if unchanged. Never throws. */
export type ReadCaFiles = () => Promise<readonly CaFile[]>;

/** A file with all public CAs would be far smaller. */
const maxBytes = 8 * 1024 * 1024;

/** Reads a CA file. Throws `settings/badCaFile` and coded file errors; each contains the path. */
export async function readCaFile(path: string): Promise<readonly Certificate[]> {
  try {
    const found = await stat(path);
    const refuse = (problem: Message): Error => settingsErrors.badCaFile({ path, line: null, problem });
    // Reading a pipe or a device may never end.
    if (!found.isFile()) throw refuse(messageOf('problem/noFile'));
    if (found.size > maxBytes) throw refuse(messageOf('problem/farTooLarge'));
    return readCertificates(await readFile(path), path);
  } catch (error) {
    throw fileError(error, path);
  }
}

type CachedFile = { readonly stamp: string; readonly file: CaFile };

/** Checks the files on each call and reads changed files. Logs unusable files. */
export function createCaFiles(paths: () => readonly string[], log: Log): ReadCaFiles {
  let cached: readonly CachedFile[] = [];
  let files: readonly CaFile[] = [];
  let pending: Promise<readonly CaFile[]> = Promise.resolve(files);

  const check = async (path: string): Promise<CachedFile> => {
    const stamp = await stampOf(path);
    const before = cached.find(({ file }) => file.path === path);
    // Reads a failed file again: its cause may be outside the file, such as a missing mount.
    if (before?.stamp === stamp && before.file.failure === null) return before;
    const file = await read(path);
    if (before && file.failure !== null && isDeepStrictEqual(file.failure, before.file.failure))
      return before;
    logFile(file, log);
    return { stamp, file };
  };
  const refresh = async (): Promise<readonly CaFile[]> => {
    cached = await Promise.all(paths().map(check));
    const same = cached.length === files.length && cached.every(({ file }, index) => file === files[index]);
    if (!same) files = cached.map(({ file }) => file);
    return files;
  };
  return () => {
    pending = pending.then(refresh);
    return pending;
  };
}

async function read(path: string): Promise<CaFile> {
  try {
    return { path, certificates: await readCaFile(path), failure: null };
  } catch (error) {
    return { path, certificates: [], failure: toFailure(error) };
  }
}

function logFile({ path, certificates, failure }: CaFile, log: Log): void {
  if (failure === null) {
    log.info('Trusting the certificates of a file', { path, names: certificates.map(({ name }) => name) });
  } else log.warn('Could not use a certificate file', { path, failure });
}

/** Returns a fingerprint that differs if the file was changed or replaced. */
async function stampOf(path: string): Promise<string> {
  try {
    const { ino, size, mtimeMs, ctimeMs } = await stat(path);
    return [ino, size, mtimeMs, ctimeMs].join(' ');
  } catch (error) {
    return String(systemCode(error));
  }
}
