/**
 * Normalises text for search: ignores case, accents and marks. `É` equals `e`; `ẞ` and `ß` equal `ss`; `Σ`,
 * `σ` and `ς` are equal, as are `İ`, `I`, `ı` and `i`.
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

/** Returns the distinct words of a search. A text matches if it contains all of them. */
export function searchTerms(search: string): readonly string[] {
  return [...new Set(searchText(search).split(/\s+/).filter(Boolean))];
}
