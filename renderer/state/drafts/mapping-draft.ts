/** The mapping file that is being written: it outlives the tab it is shown in, and the page when that is loaded anew. */
import { createStore, type Store } from '../store.ts';

export type MappingDraft = {
  readonly path: string | null;
  /** As it was opened or saved the last time; null: never. */
  readonly saved: string | null;
  readonly text: string;
};

export type MappingDraftStore = Pick<Store<MappingDraft | null>, 'get' | 'set' | 'subscribe'> & {
  setText(text: string): void;
  /**
   * Puts what `change` makes of the text in its place, after the changes before it; where something was typed meanwhile, it
   * is asked once more. Throws what it throws.
   */
  change(change: (text: string) => Promise<string>): Promise<void>;
};

export const isUnsaved = ({ saved, text }: MappingDraft): boolean => text !== (saved ?? '');

const keptUnder = 'slipway.mapping-draft';

export function createMappingDraft(page: Pick<Window, 'sessionStorage'>): MappingDraftStore {
  const store = createStore<MappingDraft | null>(readKept(page));
  store.subscribe(() => keep(page, store.get()));
  let turn: Promise<unknown> = Promise.resolve();
  const apply = async (change: (text: string) => Promise<string>): Promise<void> => {
    for (let before = store.get(); before !== null; before = store.get()) {
      const text = await change(before.text);
      if (store.get() !== before) continue;
      store.set({ ...before, text });
      return;
    }
  };
  return {
    get: store.get,
    set: store.set,
    subscribe: store.subscribe,
    setText: (text) => {
      const now = store.get();
      if (now && now.text !== text) store.set({ ...now, text });
    },
    change: (change) => {
      const done = turn.then(() => apply(change));
      // Whoever asked hears of a failure; the next change is made all the same.
      turn = done.catch(() => null);
      return done;
    },
  };
}

function readKept(page: Pick<Window, 'sessionStorage'>): MappingDraft | null {
  try {
    const kept: unknown = JSON.parse(page.sessionStorage.getItem(keptUnder) ?? 'null');
    return isDraft(kept) ? kept : null;
  } catch {
    // A page that may keep nothing begins with nothing.
    return null;
  }
}

function isDraft(kept: unknown): kept is MappingDraft {
  if (typeof kept !== 'object' || kept === null) return false;
  const isTextOrNull = (value: unknown): boolean => value === null || typeof value === 'string';
  return (
    'path' in kept &&
    'saved' in kept &&
    'text' in kept &&
    isTextOrNull(kept.path) &&
    isTextOrNull(kept.saved) &&
    typeof kept.text === 'string'
  );
}

function keep(page: Pick<Window, 'sessionStorage'>, draft: MappingDraft | null): void {
  try {
    if (draft) page.sessionStorage.setItem(keptUnder, JSON.stringify(draft));
    else page.sessionStorage.removeItem(keptUnder);
  } catch {
    // Without room it is kept in the page alone.
  }
}
