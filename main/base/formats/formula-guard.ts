/**
 * Protects exported text from CSV injection. A cell that begins with `=`, `+`, `-` or `@`, also in
 * full width, may be read as a formula. The guard also follows other separators inside a cell,
 * because a spreadsheet may split the text there.
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
