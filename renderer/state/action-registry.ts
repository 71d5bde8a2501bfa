/** The actions of what is open, as the command palette lists them. */
import type { Keys } from '../logic/shortcuts.ts';
import { createStore, type Store } from './store.ts';

export type Action = {
  /** `uploads.pause-all`: begins with its place and stays the same in every language. */
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly keys?: Keys;
  /** Errors it throws or rejects with are shown where the action was chosen. */
  readonly run: () => unknown;
};

export type ActionRegistry = {
  list(): readonly Action[];
  /** Adds some until the returned function is called; they are read whenever they are listed. */
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
