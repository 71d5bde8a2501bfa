/** Comma-separated values (RFC 4180), also with semicolons or tabs. Takes linear time for any input. */

export type CsvRow = {
  /** Line number of the row's first line, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** `unclosed`: a missing quotation mark extends the row to the end of the text. `wide`: too many cells. */
  readonly problem: 'unclosed' | 'wide' | null;
};

export const maxCells = 1_000;

type Cell = { readonly value: string; readonly end: number; readonly closed: boolean };

/**
 * Yields non-empty rows. The separator is the first one outside quotation marks, unless the first line is
 * `sep=;`, which Excel writes. Trims spaces around unquoted cells.
 */
export function* readCsv(text: string): Generator<CsvRow> {
  const directive = /^\uFEFF?sep=([,;\t])(?:\r\n|\r|\n|$)/i.exec(text);
  const separator = directive?.[1] ?? firstSeparator(text);
  const readCell = cellReader(text, separator);
  let start = directive?.[0].length ?? (text.startsWith('\uFEFF') ? 1 : 0);
  let line = directive ? 2 : 1;
  while (start < text.length) {
    const cells: string[] = [];
    let cell = readCell(start);
    let wide = false;
    cells.push(cell.value);
    while (text.charAt(cell.end) === separator) {
      cell = readCell(cell.end + 1);
      if (cells.length < maxCells) cells.push(cell.value);
      else wide = true;
    }
    const problem = cell.closed ? (wide ? 'wide' : null) : 'unclosed';
    if (problem !== null || cells.some((value) => value !== '')) yield { line, cells, problem };
    const end = cell.end + (text.startsWith('\r\n', cell.end) ? 2 : 1);
    line += countLines(text, start, end);
    start = end;
  }
}

/** Writes rows with CRLF line endings; quotes cells that contain any of the separators. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(writeCell).join(',')}\r\n`).join('');
}

function writeCell(value: string): string {
  return /[",;\t\r\n]|^\s|\s$|^sep=/i.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

function cellReader(text: string, separator: string): (start: number) => Cell {
  const endMark = new RegExp(`[${separator}\r\n]`, 'g');
  const plainEnd = (from: number): number => {
    endMark.lastIndex = from;
    return endMark.exec(text)?.index ?? text.length;
  };
  return (start) => {
    let at = start;
    while (text.charAt(at) === ' ') at += 1;
    if (text.charAt(at) !== '"') {
      const end = plainEnd(at);
      return { value: text.slice(at, end).trim(), end, closed: true };
    }
    const { value, end: after, closed } = readQuoted(text, at + 1);
    if (!closed) return { value, end: after, closed };
    const end = plainEnd(after);
    return { value: value + text.slice(after, end).trim(), end, closed };
  };
}

function readQuoted(text: string, start: number): Cell {
  const parts: string[] = [];
  for (let at = start; ; ) {
    const mark = text.indexOf('"', at);
    if (mark < 0) return { value: parts.join('') + text.slice(at), end: text.length, closed: false };
    parts.push(text.slice(at, mark));
    if (text.charAt(mark + 1) !== '"') return { value: parts.join(''), end: mark + 1, closed: true };
    parts.push('"');
    at = mark + 2;
  }
}

function firstSeparator(text: string): string {
  const mark = /[",;\t]/g;
  for (let found = mark.exec(text); found !== null; found = mark.exec(text)) {
    if (found[0] !== '"') return found[0];
    const close = text.indexOf('"', mark.lastIndex);
    if (close < 0) break;
    mark.lastIndex = close + 1;
  }
  return ',';
}

function countLines(text: string, from: number, to: number): number {
  let lines = 0;
  for (let at = from; at < to; at += 1) {
    const character = text.charAt(at);
    if (character === '\n' || (character === '\r' && text.charAt(at + 1) !== '\n')) lines += 1;
  }
  return lines;
}
