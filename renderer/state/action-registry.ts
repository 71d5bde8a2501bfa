import type { MenuCommand } from '../../preload/page.ts';
import type { Keys } from '../logic/shortcuts.ts';
import type { IconName } from '../parts/icons.tsx';
import { createStore, type Store } from './store.ts';

export type Action = {
  /** Name of the screen and the action, such as `uploads.pause-all`. Independent of the language. */
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  /** Other words that users search for, separated by spaces. */
  readonly synonyms?: string;
  readonly icon?: IconName;
  readonly keys?: Keys;
  readonly command?: MenuCommand;
  /** If it throws, the error is shown where the user chose the action. */
  readonly run: () => unknown;
};

export type MenuEntry =
  | {
      readonly label: string;
      readonly run: () => void;
      readonly danger?: boolean;
      readonly checked?: boolean;
      /** Menu bar command that also runs this entry, from the menu bar or by its letter key. */
      readonly command?: MenuCommand;
      /** Shown in the palette. */
      readonly icon?: IconName;
    }
  | 'separator';

export type ActionRegistry = {
  list(): readonly Action[];
  /** Adds a source of actions, which is called on each listing. The returned function removes it. */
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
