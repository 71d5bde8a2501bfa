import type { TextPosition } from './project.ts';

export type TextMark = TextPosition & { readonly severity: 'error' | 'warning' };

export function worstOfLines(marks: readonly TextMark[]): readonly TextMark[] {
  const worst = new Map<number, TextMark>();
  for (const mark of marks) {
    const known = worst.get(mark.line);
    if (!known || (known.severity === 'warning' && mark.severity === 'error')) worst.set(mark.line, mark);
  }
  return [...worst.values()].sort((a, b) => a.line - b.line);
}

/** Returns the start and end of the token at the 1-based `column`, or of the line's last character if beyond it. */
export function markedPart(line: string, column: number): { readonly from: number; readonly to: number } {
  const from = Math.max(0, Math.min(column, line.length) - 1);
  const [part = ''] = /^(?:"(?:[^"\\]|\\.)*"?|[\w.+-]+|\s+|.)/u.exec(line.slice(from)) ?? [];
  return { from, to: from + part.length };
}

/** Returns the smallest replacement that changes `before` into `after`; null if they are equal. */
export function changedPart(
  before: string,
  after: string,
): { readonly from: number; readonly to: number; readonly insert: string } | null {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  return { from: head, to: before.length - tail, insert: after.slice(head, after.length - tail) };
}
