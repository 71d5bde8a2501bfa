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
