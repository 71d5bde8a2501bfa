import type { FileChange } from '../../../preload/page.ts';

export type PushProject = {
  readonly folder: string | null;
  readonly build: { readonly path: string; readonly name: string } | null;
  /** JSON of a received message; may be empty. */
  readonly message: string;
};

export const noPushProject: PushProject = { folder: null, build: null, message: '' };

/** Line and column, from 1. */
export type TextPosition = { readonly line: number; readonly column: number };

export type ChangedLine = {
  readonly kind: 'same' | 'added' | 'removed';
  /** Line number from 1. It counts lines of the old text for a removed line, else lines of the new text. */
  readonly number: number;
  readonly text: string;
};

const around = 2;

export function changedLines({
  before,
  after,
}: Pick<Extract<FileChange, { readonly kind: 'write' }>, 'before' | 'after'>): readonly ChangedLine[] {
  const [old, now] = [linesOf(before ?? ''), linesOf(after)];
  const head = alike(old, now);
  const tail = alike(old.slice(head).toReversed(), now.slice(head).toReversed());
  const part = (lines: readonly string[], kind: ChangedLine['kind'], from: number, to: number) =>
    lines.slice(from, to).map((text, index): ChangedLine => ({ kind, number: from + index + 1, text }));
  const end = now.length - tail;
  return [
    ...part(now, 'same', Math.max(0, head - around), head),
    ...part(old, 'removed', head, old.length - tail),
    ...part(now, 'added', head, end),
    ...part(now, 'same', end, Math.min(now.length, end + around)),
  ];
}

function linesOf(text: string): readonly string[] {
  if (text === '') return [];
  return text
    .replace(/^\uFEFF/, '')
    .replace(/(\r\n|\r|\n)$/, '')
    .split(/\r\n|\r|\n/);
}

function alike(a: readonly string[], b: readonly string[]): number {
  const first = a.findIndex((line, index) => line !== b[index]);
  return first < 0 ? Math.min(a.length, b.length) : first;
}

/** Returns the offset of a line (from 1) in a text with LF endings; the text's length after the last line. */
export function lineStart(text: string, line: number): number {
  let start = 0;
  for (let passed = 1; passed < line; passed += 1) {
    const end = text.indexOf('\n', start);
    if (end < 0) return text.length;
    start = end + 1;
  }
  return start;
}
