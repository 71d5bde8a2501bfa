/** Ids of the actions that were last chosen in the command palette, newest first. Kept across restarts. */
import { withRecent } from '../../logic/palette-ranking.ts';
import { createStore, type Store } from '../store.ts';

export type RecentActions = Pick<Store<readonly string[]>, 'get' | 'subscribe'> & {
  add(id: string): void;
};

const storageKey = 'slipway.recent-actions';

type Storing = { readonly localStorage: Pick<Storage, 'getItem' | 'setItem'> };

export function createRecentActions(page: Storing): RecentActions {
  const store = createStore(readStored(page));
  return {
    get: store.get,
    subscribe: store.subscribe,
    add: (id) => {
      store.set(withRecent(store.get(), id));
      try {
        page.localStorage.setItem(storageKey, JSON.stringify(store.get()));
      } catch {
        // The browser blocks storage. The actions are kept until the page is closed.
      }
    },
  };
}

function readStored(page: Storing): readonly string[] {
  try {
    const stored: unknown = JSON.parse(page.localStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    // The browser blocks storage, or the stored value is invalid.
    return [];
  }
}
