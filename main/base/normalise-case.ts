/**
 * Text as it is compared when letter case shall not matter, also beyond ASCII: `É` and `é`, `ẞ`, `ß` and `ss`, `Σ`, `σ`
 * and `ς`, `İ`, `I`, `ı` and `i`, composed letters and those macOS writes as letter and mark. Pure.
 */
export function foldCase(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replaceAll('i\u0307', 'i')
    .replaceAll('ς', 'σ')
    .normalize('NFC');
}

/** The words of a search, folded, each once. A text is found when it contains all of them. */
export function searchWords(search: string): readonly string[] {
  return [...new Set(foldCase(search).split(/\s+/).filter(Boolean))];
}
