import { createStore, type Store } from './store.ts';

export type Undoable = {
  /** Called while rendering, so that it follows language changes. `secondsLeft` is 0 without `seconds`. */
  readonly text: (secondsLeft: number) => string;
  /** Errors are shown in the undo bar. */
  readonly undo: () => unknown;
  /** Seconds for which undo is possible. Defaults to the setting, whose timeout can be paused. */
  readonly seconds?: number;
  /** Called when undo is no longer offered. */
  readonly onExpired?: () => void;
  /** True if Ctrl/Cmd-Z still works after the undo bar is hidden. */
  readonly persistent?: true;
  /** Text and button in the previous language, after a language change. */
  readonly inPrevious?: () => {
    readonly lang: string;
    readonly text: string;
    readonly button: string;
  } | null;
};

export type UndoStore = Pick<Store<Undoable | null>, 'get' | 'subscribe'> & {
  offer(what: Undoable): void;
  undo(): void;
  close(): void;
  /** Pauses the timeout while the pointer or the focus is on the undo bar. */
  pauseTimeout(isPaused: boolean): void;
  readonly failed: Store<unknown>;
  /** Action that `undo` reverts: the action in the undo bar, else the last persistent action. */
  readonly last: Pick<Store<Undoable | null>, 'get' | 'subscribe'>;
};

/** `seconds` returns how long undo is offered. With null, it is offered until the user dismisses it. */
export function createUndoStore(seconds: () => number | null): UndoStore {
  const store = createStore<Undoable | null>(null);
  const failed = createStore<unknown>(null);
  const last = createStore<Undoable | null>(null);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const withdraw = (): Undoable | null => {
    clearTimeout(timer);
    const what = store.get();
    store.set(null);
    return what;
  };
  const close = (): void => {
    const what = withdraw();
    if (!what?.persistent) last.set(null);
    what?.onExpired?.();
  };
  const start = (): void => {
    clearTimeout(timer);
    const offered = store.get()?.seconds ?? seconds();
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
    pauseTimeout: (isPaused) => {
      if (store.get()?.seconds !== undefined) return;
      if (isPaused) clearTimeout(timer);
      else if (store.get()) start();
    },
    undo: () => {
      const what = withdraw() ?? last.get();
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
