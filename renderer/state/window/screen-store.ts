/** The current screen. Stored in the URL, so that going back works. */
import { parseScreen, type Screen, type ScreenKind, screenHash, screenOf } from '../../logic/screen.ts';
import { createStore, type Store } from '../store.ts';

export type ScreenStore = Pick<Store<Screen>, 'get' | 'subscribe'> & {
  go(screen: Screen): void;
  goTo(kind: ScreenKind): void;
  /** Changes the screen without adding a history entry. */
  replace(screen: Screen): void;
};

export function createScreenStore(page: Window): ScreenStore {
  const store = createStore<Screen>(parseScreen(page.location.hash));
  const read = (): void => store.set(parseScreen(page.location.hash));
  page.addEventListener('popstate', read);
  page.addEventListener('hashchange', read);
  const go = (screen: Screen): void => {
    if (screenHash(screen) === screenHash(store.get())) return;
    page.history.pushState(null, '', screenHash(screen));
    store.set(screen);
  };
  return {
    get: store.get,
    subscribe: store.subscribe,
    go,
    goTo: (kind) => go(screenOf(kind)),
    replace: (screen) => {
      page.history.replaceState(null, '', screenHash(screen));
      store.set(screen);
    },
  };
}
