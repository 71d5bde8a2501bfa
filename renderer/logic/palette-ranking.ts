/** Ranks the actions of the command palette by their name, their synonyms and what they belong to. */
import { searchTerms } from '../../main/base/search-text.ts';
import { hasWord, matchRank } from './fuzzy-match.ts';

export type Searchable = {
  readonly label: string;
  readonly hint?: string;
  /** Other words that users search for, separated by spaces. */
  readonly synonyms?: string;
};

export type ActionGroup<Item> = {
  readonly value: string;
  readonly items: readonly Item[];
  /** Most matches to show. Defaults to all. */
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
  if (inLabel === 0) return 0;
  if (hasWord(label, term)) return 1;
  if (hasWord(synonyms, term)) return 2;
  if (inLabel === 1) return 3;
  const inSynonyms = matchRank(synonyms, term);
  if (inSynonyms !== null && inSynonyms < 2) return 4;
  if (inLabel === 2) return 5;
  const inAll = matchRank(`${label} ${hint}`, term);
  return inAll === null ? null : 5 + inAll;
}

/** Returns the matches of each group, and the group with the best match first. Omits empty groups. */
export function findInGroups<Item extends Searchable>(
  groups: readonly ActionGroup<Item>[],
  typed: string,
): readonly ActionGroup<Item>[] {
  const found = groups.flatMap(({ value, items, max = items.length }) => {
    const ranked = items
      .flatMap((item) => {
        const rank = actionRank(item, typed);
        return rank === null ? [] : [{ item, rank }];
      })
      .sort((a, b) => a.rank - b.rank)
      .slice(0, max);
    const [best] = ranked;
    return best ? [{ rank: best.rank, group: { value, items: ranked.map(({ item }) => item) } }] : [];
  });
  return found.sort((a, b) => a.rank - b.rank).map(({ group }) => group);
}

const maxRecent = 5;

/** Puts the chosen action first. */
export const withRecent = (recent: readonly string[], chosen: string): readonly string[] =>
  [chosen, ...recent.filter((id) => id !== chosen)].slice(0, maxRecent);
