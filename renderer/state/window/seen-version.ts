/** Version whose release notes were last offered. Kept across restarts. */
import { createStore, type Store } from '../store.ts';

export type SeenVersion = Store<string | null>;

const storageKey = 'slipway.seen-version';

type Storing = { readonly localStorage: Pick<Storage, 'getItem' | 'setItem'> };

export function createSeenVersion(page: Storing): SeenVersion {
  const store = createStore(readStored(page));
  return {
    ...store,
    set: (version) => {
      store.set(version);
      try {
        if (version !== null) page.localStorage.setItem(storageKey, version);
      } catch {
        // The browser blocks storage. The version is kept until the page is closed.
      }
    },
  };
}

function readStored(page: Storing): string | null {
  try {
    return page.localStorage.getItem(storageKey);
  } catch {
    // The browser blocks storage, so no earlier version is known.
    return null;
  }
}
