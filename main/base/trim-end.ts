/** Removes trailing `characters`; `/x+$/` would take quadratic time for long runs inside the text. */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

export function withoutTrailingSlash(text: string): string {
  return trimEndOf(text, '/');
}
