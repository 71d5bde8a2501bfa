/**
 * Protects exported text from CSV injection: cells that begin with `=`, `+`, `-` or `@`, also in full width.
 * Also covers text after a separator inside a cell, where a spreadsheet may split the cell.
 */

const beginning = /(^|[,;\t\r\n])([ \u00A0]*)('*)(?=[=+\-@＝＋－＠])/g;
const guarded = /(^|[,;\t\r\n])([ \u00A0]*)'('*)(?=[=+\-@＝＋－＠])/g;

/** Inserts an apostrophe before each possible formula. `withoutGuard` removes it. */
export function withGuard(text: string): string {
  return text.replaceAll(beginning, "$1$2'$3");
}

export function withoutGuard(text: string): string {
  return text.replaceAll(guarded, '$1$2$3');
}
