/** The one way to a mapping file that a person opens: reads it for an editor, and saves what came of it. */
import { lstat, open, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { fileError, readAt, writeWhole } from '../../base/files/files.ts';
import { pushErrors } from '../errors.ts';

export type OpenedMapping = {
  /** As it was given. */
  readonly path: string;
  /** Without byte order mark, every line end a `\n`. */
  readonly text: string;
};

/** Real ones have some kilobytes. */
const mostBytes = 1024 * 1024;

/** Path of the mapping file in a project folder. */
export const mappingPath = 'config/Android/pushnotification.json';

export function mappingPathIn(folder: string): string {
  return join(folder, ...mappingPath.split('/'));
}

/** Throws `push/notFullPath`, `push/notText`, `push/notMappingSize` and file errors. */
export async function openMapping(path: string): Promise<OpenedMapping> {
  const { text } = await readWhole(path);
  return { path, text: shownText(text) };
}

/**
 * Puts a text in the place of the file that was opened with `before`, or makes a new one (null), whole or not at all;
 * byte order mark, line ends and permissions stay as the file has them. Throws `push/fileChanged`, `push/fileGone`,
 * `push/fileThere`, `push/notJsonName`, what `openMapping` throws, and file errors.
 */
export async function saveMapping(path: string, before: string | null, text: string): Promise<OpenedMapping> {
  if (!/\.json$/i.test(path)) throw pushErrors.notJsonName({ path });
  if (before === null) {
    await refuseThere(path);
    await writeWhole(path, text, 'shared');
    return { path, text };
  }
  const found = await readWhole(path).catch((error: unknown) => {
    const coded = fileError(error, path);
    throw coded.code === 'file/missing' ? pushErrors.fileGone({ path }, { cause: error }) : coded;
  });
  if (shownText(found.text) !== before) throw pushErrors.fileChanged({ path });
  // A link stays one: what it names is replaced.
  await writeWhole(found.real, asInFile(text, found.text), 'shared');
  return { path, text };
}

async function refuseThere(path: string): Promise<void> {
  if (!isAbsolute(path)) throw pushErrors.notFullPath({ path });
  const there = await lstat(path).then(
    () => true,
    (error: unknown) => {
      if (fileError(error, path).code === 'file/missing') return false;
      throw fileError(error, path);
    },
  );
  if (there) throw pushErrors.fileThere({ path });
}

type Found = { readonly real: string; readonly text: string };

async function readWhole(path: string): Promise<Found> {
  if (!isAbsolute(path)) throw pushErrors.notFullPath({ path });
  try {
    const real = await realpath(path);
    // Opening a pipe would wait for whoever writes to it.
    if (!(await stat(real)).isFile()) throw pushErrors.notText({ path });
    const handle = await open(real, 'r');
    try {
      const { size } = await handle.stat();
      if (size > mostBytes) throw pushErrors.notMappingSize({ path });
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

/** Texts with one kind of line end, as editors show them, and back to what a file has. Pure. */

const mark = '\uFEFF';

/** The text without byte order mark, every line end a `\n`. */
export function shownText(text: string): string {
  return withoutMark(text).replace(/\r\n|\r/g, '\n');
}

/**
 * An edited text with the byte order mark and the line ends of the file it came from: lines at the beginning and the end
 * that are as they were keep theirs, the others have the kind the file begins with.
 */
export function asInFile(edited: string, file: string): string {
  const before = linesOf(withoutMark(file));
  const after = linesOf(edited);
  const usual = before[0]?.end || '\n';
  const head = alike(before, after);
  const tail = alike(before.slice(head).toReversed(), after.slice(head).toReversed());
  const lines = after.map((line, index): Line => {
    if (index < head) return before[index] ?? line;
    if (index >= after.length - tail) return before[index - after.length + before.length] ?? line;
    return { ...line, end: line.end === '' ? '' : usual };
  });
  return (file.startsWith(mark) ? mark : '') + lines.map(({ text, end }) => text + end).join('');
}

type Line = { readonly text: string; readonly end: string };

function linesOf(text: string): readonly Line[] {
  return [...text.matchAll(/([^\r\n]*)(\r\n|\r|\n|$)/g)]
    .map(([, line = '', end = '']): Line => ({ text: line, end }))
    .filter(({ text: line, end }) => line !== '' || end !== '');
}

/** How many lines the beginnings of both have in common. */
function alike(before: readonly Line[], after: readonly Line[]): number {
  const isSame = (a: Line, b: Line | undefined): boolean =>
    a.text === b?.text && (a.end === '') === (b.end === '');
  const first = after.findIndex((line, index) => !isSame(line, before[index]));
  return first < 0 ? after.length : first;
}

const withoutMark = (text: string): string => (text.startsWith(mark) ? text.slice(1) : text);
