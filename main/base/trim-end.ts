/**
 * Returns `text` without any of `characters` at its end. A pattern such as `/x+$/` would take the square of the length
 * of a run elsewhere in the text.
 */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Returns an address or a path without trailing slashes. */
export function withoutTrailingSlash(text: string): string {
  return trimEndOf(text, '/');
}
