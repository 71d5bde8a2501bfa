/** The current screen, stored in the URL so that going back works. */
import { type Place, type PlaceKind, parsePlace, placeHash, placeOf } from '../../logic/place.ts';
import { createStore, type Store } from '../store.ts';

export type PlaceStore = Pick<Store<Place>, 'get' | 'subscribe'> & {
  go(place: Place): void;
  goTo(kind: PlaceKind): void;
  /** Changes the selection within a screen without a history entry. */
  choose(place: Place): void;
};

export function createPlaceStore(page: Window): PlaceStore {
  const store = createStore<Place>(parsePlace(page.location.hash));
  const read = (): void => store.set(parsePlace(page.location.hash));
  page.addEventListener('popstate', read);
  page.addEventListener('hashchange', read);
  const go = (place: Place): void => {
    if (placeHash(place) === placeHash(store.get())) return;
    page.history.pushState(null, '', placeHash(place));
    store.set(place);
  };
  return {
    get: store.get,
    subscribe: store.subscribe,
    go,
    goTo: (kind) => go(placeOf(kind)),
    choose: (place) => {
      page.history.replaceState(null, '', placeHash(place));
      store.set(place);
    },
  };
}
