/** Draft of the mapping file; survives tab changes and page reloads. */
import { createStore, type Store } from '../store.ts';

export type MappingDraft = {
  readonly path: string | null;
  /** Text as last opened or saved; null for a new file. */
  readonly saved: string | null;
  readonly text: string;
};

export type MappingDraftStore = Pick<Store<MappingDraft | null>, 'get' | 'set' | 'subscribe'> & {
  setText(text: string): void;
  /**
   * Replaces the text with the result of `change`. Waits for earlier changes, and calls `change`
   * again if the text was edited in the meantime. Rejects with the error of `change`.
   */
  change(change: (text: string) => Promise<string>): Promise<void>;
};

export const isUnsaved = ({ saved, text }: MappingDraft): boolean => text !== (saved ?? '');

const storageKey = 'slipway.mapping-draft';

export function createMappingDraft(page: Pick<Window, 'sessionStorage'>): MappingDraftStore {
  const store = createStore<MappingDraft | null>(readStored(page));
  store.subscribe(() => storeDraft(page, store.get()));
  let pending: Promise<unknown> = Promise.resolve();
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
      const done = pending.then(() => apply(change));
      // The caller receives an error, which must not prevent later changes.
      pending = done.catch(() => null);
      return done;
    },
  };
}

function readStored(page: Pick<Window, 'sessionStorage'>): MappingDraft | null {
  try {
    const stored: unknown = JSON.parse(page.sessionStorage.getItem(storageKey) ?? 'null');
    return isDraft(stored) ? stored : null;
  } catch {
    // The browser blocks storage, or the stored value is invalid.
    return null;
  }
}

function isDraft(value: unknown): value is MappingDraft {
  if (typeof value !== 'object' || value === null) return false;
  const isTextOrNull = (value: unknown): boolean => value === null || typeof value === 'string';
  return (
    'path' in value &&
    'saved' in value &&
    'text' in value &&
    isTextOrNull(value.path) &&
    isTextOrNull(value.saved) &&
    typeof value.text === 'string'
  );
}

function storeDraft(page: Pick<Window, 'sessionStorage'>, draft: MappingDraft | null): void {
  try {
    if (draft) page.sessionStorage.setItem(storageKey, JSON.stringify(draft));
    else page.sessionStorage.removeItem(storageKey);
  } catch {
    // The storage is full, so the draft stays in memory only.
  }
}
