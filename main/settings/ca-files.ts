import { readFile, stat } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { systemCode, toFailure } from '../base/errors.ts';
import type { Failure } from '../base/failure.ts';
import { fileError } from '../base/files/files.ts';
import type { Log } from '../base/log/log.ts';
import { type Message, messageOf } from '../messages/message.ts';
import { type Certificate, readCertificates } from './certificates.ts';
import { settingsErrors } from './errors.ts';

/** A file of certificates as it is now. */
export type CaFile = {
  readonly path: string;
  readonly certificates: readonly Certificate[];
  /** Why it cannot be used, when it cannot. */
  readonly failure: Failure | null;
};

/** The files as they are now; the same array as long as nothing has changed. Never throws for what is in them. */
export type ReadCaFiles = () => Promise<readonly CaFile[]>;

/** All authorities of the world together stay far below. */
const longest = 8 * 1024 * 1024;

/** Throws `settings/badCaFile` and coded file errors; each names the path. */
export async function readCaFile(path: string): Promise<readonly Certificate[]> {
  try {
    const found = await stat(path);
    const refuse = (problem: Message): Error => settingsErrors.badCaFile({ path, line: null, problem });
    // Reading a pipe or a device might never end.
    if (!found.isFile()) throw refuse(messageOf('problem/noFile'));
    if (found.size > longest) throw refuse(messageOf('problem/farTooLarge'));
    return readCertificates(await readFile(path), path);
  } catch (error) {
    throw fileError(error, path);
  }
}

type Seen = { readonly stamp: string; readonly file: CaFile };

/** Looks at the files each time it is asked and reads again what has changed. What cannot be used is said in the log. */
export function createCaFiles(paths: () => readonly string[], log: Log): ReadCaFiles {
  let known: readonly Seen[] = [];
  let files: readonly CaFile[] = [];
  let turn: Promise<readonly CaFile[]> = Promise.resolve(files);

  const look = async (path: string): Promise<Seen> => {
    const stamp = await stampOf(path);
    const before = known.find(({ file }) => file.path === path);
    // One that could not be used is tried again: what stood in the way may lie outside of it.
    if (before?.stamp === stamp && before.file.failure === null) return before;
    const file = await read(path);
    if (before && file.failure !== null && isDeepStrictEqual(file.failure, before.file.failure))
      return before;
    tell(file, log);
    return { stamp, file };
  };
  const refresh = async (): Promise<readonly CaFile[]> => {
    known = await Promise.all(paths().map(look));
    const same = known.length === files.length && known.every(({ file }, index) => file === files[index]);
    if (!same) files = known.map(({ file }) => file);
    return files;
  };
  return () => {
    turn = turn.then(refresh);
    return turn;
  };
}

async function read(path: string): Promise<CaFile> {
  try {
    return { path, certificates: await readCaFile(path), failure: null };
  } catch (error) {
    return { path, certificates: [], failure: toFailure(error) };
  }
}

function tell({ path, certificates, failure }: CaFile, log: Log): void {
  if (failure === null) {
    log.info('Certificates of a file are trusted', { path, names: certificates.map(({ name }) => name) });
  } else log.warn('A file of certificates cannot be used, so nothing in it is trusted', { path, failure });
}

/** Another text whenever the file is another one. */
async function stampOf(path: string): Promise<string> {
  try {
    const { ino, size, mtimeMs, ctimeMs } = await stat(path);
    return [ino, size, mtimeMs, ctimeMs].join(' ');
  } catch (error) {
    return String(systemCode(error));
  }
}
