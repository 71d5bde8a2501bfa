import { searchTerms, searchText } from '../../main/base/search-text.ts';

export const wordsOf = (text: string): readonly string[] => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/** Returns true if a word of the text equals the term, which `searchTerms` has normalised. */
export const hasWord = (text: string, term: string): boolean => wordsOf(searchText(text)).includes(term);

/**
 * Ranks a text with the typed words in any order; null without a match. Best to worst: prefix of the text,
 * prefix of a word, substring, prefixes of several words (`gs` or `gosto` for “Go to Store”).
 */
export function matchRank(text: string, typed: string): number | null {
  const inText = searchText(text);
  const words = wordsOf(inText);
  let worst = 0;
  for (const part of searchTerms(typed)) {
    const rank = partRank(inText, words, part);
    if (rank === null) return null;
    worst = Math.max(worst, rank);
  }
  return worst;
}

function partRank(text: string, words: readonly string[], part: string): number | null {
  if (text.startsWith(part)) return 0;
  if (words.some((word) => word.startsWith(part))) return 1;
  if (text.includes(part)) return 2;
  return part.length > 1 && matchesPrefixes(words, part) ? 3 : null;
}

/** Returns true if `letters` can be split into prefixes of consecutive words. Words may be skipped. */
function matchesPrefixes(words: readonly string[], letters: string): boolean {
  let reached = new Set([0]);
  for (const word of words) {
    const further = new Set(reached);
    for (const from of reached) {
      for (let length = 1; word.startsWith(letters.slice(from, from + length)); length += 1) {
        if (from + length === letters.length) return true;
        further.add(from + length);
      }
    }
    reached = further;
  }
  return false;
}

export function bestMatches<Item>(
  items: readonly Item[],
  typed: string,
  textOf: (item: Item) => string,
): readonly Item[] {
  return items
    .flatMap((item) => {
      const rank = matchRank(textOf(item), typed);
      return rank === null ? [] : [{ item, rank }];
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
