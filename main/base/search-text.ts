/**
 * Text as a search compares it: without letter case, accents and marks, also beyond ASCII: `É` and `e`, `ẞ`, `ß` and
 * `ss`, `Σ`, `σ` and `ς`, `İ`, `I`, `ı` and `i`. Pure.
 */
export function searchText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ');
}

/** The words of a search, each once. A text is found when it contains all of them. */
export function searchWords(search: string): readonly string[] {
  return [...new Set(searchText(search).split(/\s+/).filter(Boolean))];
}
