/** Which of many names a few typed letters mean. Forgiving where it is plain what is meant, never a guess. Pure. */
import { searchText, searchWords } from '../../main/base/search-text.ts';

const wordsOf = (text: string): readonly string[] => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/**
 * How well a text answers what was typed; smaller is better, null: not at all. In this order: it begins so, a word
 * of it begins so, it is somewhere in it, the beginnings of its words in their order (`gs` and `gosto` for “Go to
 * Store”). Every typed word has to be found, in any order.
 */
export function answerRank(text: string, typed: string): number | null {
  const inText = searchText(text);
  const words = wordsOf(inText);
  let worst = 0;
  for (const part of searchWords(typed)) {
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
  return part.length > 1 && isBeginnings(words, part) ? 3 : null;
}

/** True when the letters are beginnings of the words, one after the other; words may be left out. */
function isBeginnings(words: readonly string[], letters: string): boolean {
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

export function bestAnswers<Item>(
  items: readonly Item[],
  typed: string,
  textOf: (item: Item) => string,
): readonly Item[] {
  return items
    .flatMap((item) => {
      const rank = answerRank(textOf(item), typed);
      return rank === null ? [] : [{ item, rank }];
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
