/** Something that was just done and can be taken back for a while. */
import { createStore, type Store } from './store.ts';

export type Undoable = {
  readonly text: string;
  readonly undo: () => void;
  /** What to do when the time is over, for things that are done only then. */
  readonly settle?: () => void;
};

export const undoMilliseconds = 8_000;

export type UndoStore = Pick<Store<Undoable | null>, 'get' | 'subscribe'> & {
  offer(what: Undoable): void;
  undo(): void;
  /** Ends the offer now. */
  settle(): void;
};

export function createUndoStore(milliseconds = undoMilliseconds): UndoStore {
  const store = createStore<Undoable | null>(null);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const take = (): Undoable | null => {
    clearTimeout(timer);
    const what = store.get();
    store.set(null);
    return what;
  };
  const settle = (): void => take()?.settle?.();
  return {
    get: store.get,
    subscribe: store.subscribe,
    offer: (what) => {
      settle();
      store.set(what);
      timer = setTimeout(settle, milliseconds);
    },
    undo: () => take()?.undo(),
    settle,
  };
}
