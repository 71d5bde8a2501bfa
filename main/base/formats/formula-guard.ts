/**
 * Keeps spreadsheets from taking exported text for a formula (`=…`, `+…`, `-…`, `@…`, also in full width). A program
 * that splits at another separator than ours sees further beginnings, so each of them counts. Pure.
 */

const beginning = /(^|[,;\t\r\n])([ \u00A0]*)('*)(?=[=+\-@＝＋－＠])/g;
const guarded = /(^|[,;\t\r\n])([ \u00A0]*)'('*)(?=[=+\-@＝＋－＠])/g;

/** An apostrophe in front of whatever would begin a formula. `withoutGuard` takes exactly these away again. */
export function withGuard(text: string): string {
  return text.replaceAll(beginning, "$1$2'$3");
}

export function withoutGuard(text: string): string {
  return text.replaceAll(guarded, '$1$2$3');
}
