import type { Keys } from '../logic/shortcuts.ts';
import { createStore, type Store } from './store.ts';

export type Action = {
  /** Starts with the screen and is the same in every language, such as `uploads.pause-all`. */
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly keys?: Keys;
  /** Errors are shown where the action was chosen. */
  readonly run: () => unknown;
};

export type ActionRegistry = {
  list(): readonly Action[];
  /** Adds actions until the returned function is called; `actions` is called on each listing. */
  add(actions: () => readonly Action[]): () => void;
  readonly changes: Pick<Store<unknown>, 'get' | 'subscribe'>;
};

export function createActionRegistry(): ActionRegistry {
  const sources = createStore<readonly (() => readonly Action[])[]>([]);
  return {
    list: () => sources.get().flatMap((actions) => actions()),
    add: (actions) => {
      sources.set([actions, ...sources.get()]);
      return () => sources.set(sources.get().filter((each) => each !== actions));
    },
    changes: { get: sources.get, subscribe: sources.subscribe },
  };
}
