import { lstat, open, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { fileError, readAt, writeAtomically } from '../../base/files/files.ts';
import { pushErrors } from '../errors.ts';

export type OpenedMapping = {
  readonly path: string;
  /** Without byte order mark; line endings are LF. */
  readonly text: string;
};

/** Real files are only a few kilobytes long. */
const maxBytes = 1024 * 1024;

/** Relative to the project folder. */
export const mappingPath = 'config/Android/pushnotification.json';

export function mappingPathIn(folder: string): string {
  return join(folder, ...mappingPath.split('/'));
}

/** Throws `push/notFullPath`, `push/notText`, `push/notMappingSize` and file errors. */
export async function openMapping(path: string): Promise<OpenedMapping> {
  const { text } = await readWhole(path);
  return { path, text: editorText(text) };
}

/**
 * Replaces the file atomically if its text is still `before`; null creates it. Keeps byte order mark, line
 * endings and permissions. Throws `push/fileChanged`, `push/fileGone`, `push/fileExists`, `push/notJsonName`,
 * and as `openMapping` does.
 */
export async function saveMapping(path: string, before: string | null, text: string): Promise<OpenedMapping> {
  if (!/\.json$/i.test(path)) throw pushErrors.notJsonName({ path });
  if (before === null) {
    await requireAbsent(path);
    await writeAtomically(path, text, 'shared');
    return { path, text };
  }
  const found = await readWhole(path).catch((error: unknown) => {
    const coded = fileError(error, path);
    throw coded.code === 'file/missing' ? pushErrors.fileGone({ path }, { cause: error }) : coded;
  });
  if (editorText(found.text) !== before) throw pushErrors.fileChanged({ path });
  // Replaces the target of a link, not the link.
  await writeAtomically(found.real, withFileFormat(text, found.text), 'shared');
  return { path, text };
}

async function requireAbsent(path: string): Promise<void> {
  if (!isAbsolute(path)) throw pushErrors.notFullPath({ path });
  const there = await lstat(path).then(
    () => true,
    (error: unknown) => {
      if (fileError(error, path).code === 'file/missing') return false;
      throw fileError(error, path);
    },
  );
  if (there) throw pushErrors.fileExists({ path });
}

type Found = { readonly real: string; readonly text: string };

async function readWhole(path: string): Promise<Found> {
  if (!isAbsolute(path)) throw pushErrors.notFullPath({ path });
  try {
    const real = await realpath(path);
    // Opening a named pipe would block until a writer connects.
    if (!(await stat(real)).isFile()) throw pushErrors.notText({ path });
    const handle = await open(real, 'r');
    try {
      const { size } = await handle.stat();
      if (size > maxBytes) throw pushErrors.notMappingSize({ path });
      const bytes = await readAt(handle, 0, size);
      const text = bytes.toString('utf8');
      if (!Buffer.from(text, 'utf8').equals(bytes)) throw pushErrors.notText({ path });
      return { real, text };
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw fileError(error, path);
  }
}

const mark = '\uFEFF';

/** Removes the byte order mark and converts line endings to LF. */
export function editorText(text: string): string {
  return withoutMark(text).replace(/\r\n|\r/g, '\n');
}

/**
 * Restores the byte order mark and line endings. Unchanged lines at the start and end keep their line
 * endings; all other lines get the first line's.
 */
export function withFileFormat(edited: string, file: string): string {
  const before = linesOf(withoutMark(file));
  const after = linesOf(edited);
  const defaultEnd = before[0]?.end || '\n';
  const head = commonPrefix(before, after);
  const tail = commonPrefix(before.slice(head).toReversed(), after.slice(head).toReversed());
  const lines = after.map((line, index): Line => {
    if (index < head) return before[index] ?? line;
    if (index >= after.length - tail) return before[index - after.length + before.length] ?? line;
    return { ...line, end: line.end === '' ? '' : defaultEnd };
  });
  return (file.startsWith(mark) ? mark : '') + lines.map(({ text, end }) => text + end).join('');
}

type Line = { readonly text: string; readonly end: string };

function linesOf(text: string): readonly Line[] {
  return [...text.matchAll(/([^\r\n]*)(\r\n|\r|\n|$)/g)]
    .map(([, line = '', end = '']): Line => ({ text: line, end }))
    .filter(({ text: line, end }) => line !== '' || end !== '');
}

/** Returns the number of equal lines at the start of both texts. */
function commonPrefix(before: readonly Line[], after: readonly Line[]): number {
  const isSame = (a: Line, b: Line | undefined): boolean =>
    a.text === b?.text && (a.end === '') === (b.end === '');
  const first = after.findIndex((line, index) => !isSame(line, before[index]));
  return first < 0 ? after.length : first;
}

const withoutMark = (text: string): string => (text.startsWith(mark) ? text.slice(1) : text);
