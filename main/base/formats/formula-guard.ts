/**
 * Protects exported text from CSV injection: cells that begin with `=`, `+`, `-` or `@`, also in full width.
 * Guards after every possible separator, because a spreadsheet may split cells at another separator than
 * ours.
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
