/** The actions of what is open, as the command palette lists them. */
import type { Keys } from '../logic/shortcuts.ts';
import { createStore, type Store } from './store.ts';

export type Action = {
  /** `uploads.pause-all`: begins with its place and stays the same in every language. */
  readonly id: string;
  /** What it does, as its button says it. */
  readonly label: string;
  /** Where it belongs or what it is about. */
  readonly hint?: string;
  readonly keys?: Keys;
  /** What it throws, or its promise rejects with, is shown where the action was chosen. */
  readonly run: () => unknown;
};

export type ActionRegistry = {
  /** Those of what is open, the latest first. */
  list(): readonly Action[];
  /** Adds some until the returned function is called; they are read whenever they are listed. */
  add(actions: () => readonly Action[]): () => void;
  /** Calls back when some came or went. */
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
