import { createStore, type Store } from './store.ts';

export type Undoable = {
  readonly text: string;
  /** Errors it throws or rejects with are shown where the offer was. */
  readonly undo: () => unknown;
  /** True if Ctrl/Cmd-Z undoes it after the offer is gone. */
  readonly lasting?: true;
};

export type UndoStore = Pick<Store<Undoable | null>, 'get' | 'subscribe'> & {
  offer(what: Undoable): void;
  undo(): void;
  close(): void;
  /** While it is held, such as under the pointer or with the focus on it, its time does not begin. */
  hold(held: boolean): void;
  readonly failed: Store<unknown>;
  /** What `undo` takes back: what is offered, or was and lasts. */
  readonly last: Pick<Store<Undoable | null>, 'get' | 'subscribe'>;
};

/** `seconds`: how long it is offered; null until it is closed. */
export function createUndoStore(seconds: () => number | null): UndoStore {
  const store = createStore<Undoable | null>(null);
  const failed = createStore<unknown>(null);
  const last = createStore<Undoable | null>(null);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const take = (): Undoable | null => {
    clearTimeout(timer);
    const what = store.get();
    store.set(null);
    return what;
  };
  const close = (): void => {
    if (!take()?.lasting) last.set(null);
  };
  const start = (): void => {
    clearTimeout(timer);
    const offered = seconds();
    if (offered !== null) timer = setTimeout(close, offered * 1_000);
  };
  return {
    get: store.get,
    subscribe: store.subscribe,
    offer: (what) => {
      close();
      failed.set(null);
      store.set(what);
      last.set(what);
      start();
    },
    hold: (held) => {
      if (held) clearTimeout(timer);
      else if (store.get()) start();
    },
    undo: () => {
      const what = take() ?? last.get();
      if (!what) return;
      last.set(null);
      failed.set(null);
      new Promise((resolve) => resolve(what.undo())).catch(failed.set);
    },
    close,
    failed,
    last,
  };
}
