/** Ranks the actions of the command palette by label, synonyms and hint. */
import { searchTerms } from '../../main/base/search-text.ts';
import { hasWord, matchRank, wordsOf } from './fuzzy-match.ts';

export type Searchable = {
  readonly label: string;
  readonly hint?: string;
  /** Other words that users search for, separated by spaces. */
  readonly synonyms?: string;
};

export type ActionGroup<Item> = {
  readonly value: string;
  readonly items: readonly Item[];
  /** Maximum number of matches to show. Defaults to all. */
  readonly max?: number;
};

/** Returns the rank of an action, 0 for the best; null if a typed word does not match. */
export function actionRank(action: Searchable, typed: string): number | null {
  let worst = 0;
  for (const term of searchTerms(typed)) {
    const rank = termRank(action, term);
    if (rank === null) return null;
    worst = Math.max(worst, rank);
  }
  return worst;
}

function termRank({ label, hint = '', synonyms = '' }: Searchable, term: string): number | null {
  const inLabel = matchRank(label, term);
  if (inLabel === 0 || hasWord(label, term)) return 0;
  if (hasWord(synonyms, term)) return 1;
  if (inLabel === 1) return 2;
  const inSynonyms = matchRank(synonyms, term);
  if (inSynonyms !== null && inSynonyms < 2) return 3;
  if (inLabel === 2) return 4;
  const inAll = matchRank(`${label} ${hint}`, term);
  return inAll === null ? null : 4 + inAll;
}

/** Returns the matches by group, the best group first. Prefers shorter names. Omits empty groups. */
export function findInGroups<Item extends Searchable>(
  groups: readonly ActionGroup<Item>[],
  typed: string,
): readonly ActionGroup<Item>[] {
  return groups
    .flatMap(({ value, items, max = items.length }) => {
      const found = items
        .flatMap((item) => {
          const rank = actionRank(item, typed);
          return rank === null ? [] : [{ item, rank, length: wordsOf(item.label).length }];
        })
        .sort(byMatch)
        .slice(0, max);
      const [best] = found;
      return best ? [{ ...best, group: { value, items: found.map(({ item }) => item) } }] : [];
    })
    .sort(byMatch)
    .map(({ group }) => group);
}

type Match = { readonly rank: number; readonly length: number };

const byMatch = (a: Match, b: Match): number => a.rank - b.rank || a.length - b.length;

const maxRecent = 5;

/** Puts the chosen action first. */
export const withRecent = (recent: readonly string[], chosen: string): readonly string[] =>
  [chosen, ...recent.filter((id) => id !== chosen)].slice(0, maxRecent);
