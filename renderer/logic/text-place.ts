/** Lines of a text whose ends are `\n`. Pure. */

/** Where a line begins, counted from 1; the end of the text for one that it does not have. */
export function lineStart(text: string, line: number): number {
  let start = 0;
  for (let passed = 1; passed < line; passed += 1) {
    const end = text.indexOf('\n', start);
    if (end < 0) return text.length;
    start = end + 1;
  }
  return start;
}
