/** Comma separated values (RFC 4180), also with semicolons or tabs as spreadsheets write them. Pure. */

export type CsvRow = { readonly line: number; readonly cells: readonly string[] };

/** Rows with at least one filled cell; `line` counts from 1. A quote that never closes ends with the text. */
export function readCsv(text: string): readonly CsvRow[] {
  const content = text.replace(/^\uFEFF/, '');
  const separator = separatorOf(content);
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let cell = '';
  let quoted = false;
  let line = 1;
  let start = 1;
  const endRow = (): void => {
    cells.push(cell.trim());
    if (cells.some((value) => value !== '')) rows.push({ line: start, cells });
    cells = [];
    cell = '';
  };
  for (let at = 0; at < content.length; at += 1) {
    const character = content.charAt(at);
    if (character === '\n') line += 1;
    if (quoted) {
      if (character !== '"') cell += character;
      else if (content.charAt(at + 1) === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (character === '"' && cell.trim() === '') {
      cell = '';
      quoted = true;
    } else if (character === separator) {
      cells.push(cell.trim());
      cell = '';
    } else if (character === '\n') {
      endRow();
      start = line;
    } else if (character !== '\r') cell += character;
  }
  endRow();
  return rows;
}

function separatorOf(text: string): string {
  const [first = ''] = text.split('\n');
  const counts = [',', ';', '\t'].map((mark) => ({ mark, count: first.split(mark).length }));
  return counts.toSorted((a, b) => b.count - a.count)[0]?.mark ?? ',';
}
