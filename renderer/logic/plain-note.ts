/**
 * Returns a Markdown note as plain text on one line: `Fixes: one, two`. Markers around more than 500
 * characters are kept, so that the run time is linear.
 */
export function plainNote(markdown: string): string {
  return plainLines(markdown).join(' ');
}

/** Returns a Markdown release note as plain lines, with `•` before the items of lists. */
export function plainLines(markdown: string): readonly string[] {
  return markdown
    .split(/\r?\n/)
    .map((line) =>
      plainText(line.replace(/^\s{0,3}(?:#{1,6}|>)\s+/, '').replace(/^(\s*)[-*+]\s+/, '$1• ')).trim(),
    )
    .filter((line) => line !== '');
}

/** Returns the first line that is not a heading, else the first line. */
export function firstPlainLine(markdown: string): string | undefined {
  const body = markdown.split(/\r?\n/).filter((line) => !/^\s{0,3}#{1,6}\s/.test(line));
  const [line] = [...plainLines(body.join('\n')), ...plainLines(markdown)];
  return line?.replace(/^• /, '');
}

/** Removes the markers of links, emphasis and code from a line. */
export function plainText(line: string): string {
  return line
    .replace(/!?\[([^[\]]{0,500})\]\([^)\s]{0,500}\)/g, '$1')
    .replace(/(\*\*|__|~~|`)(.{1,500}?)\1/g, '$2')
    .replace(/(?<![\w*])[*_](\S(?:.{0,500}?\S)?)[*_](?![\w*])/g, '$1');
}
