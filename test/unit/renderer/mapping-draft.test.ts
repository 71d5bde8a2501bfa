import { expect, test } from 'vitest';
import { createMappingDraft, isUnsaved } from '../../../renderer/state/drafts/mapping-draft.ts';

/** A page whose session keeps texts, as a browser's does. */
function pageWith(kept: Record<string, string> = {}) {
  const values = new Map(Object.entries(kept));
  const sessionStorage = {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name),
  } as unknown as Storage;
  return { page: { sessionStorage }, values };
}

const draft = { path: '/p/pushnotification.json', saved: '{}', text: '{}' };

test('what is written is there again when the page is loaded anew, until the file is closed', () => {
  const { page, values } = pageWith();
  const store = createMappingDraft(page);
  store.set(draft);
  store.setText('{"a": 1}');
  expect(isUnsaved({ ...draft, text: '{"a": 1}' })).toBe(true);
  expect(createMappingDraft(page).get()).toEqual({ ...draft, text: '{"a": 1}' });
  store.set(null);
  expect(values.size).toBe(0);
  expect(createMappingDraft(page).get()).toBeNull();
});

test.each(['', 'x', '7', '{}', '{"path": 1, "saved": null, "text": ""}', '{"path": null, "saved": null}'])(
  'what was kept as %j is no draft',
  (kept) => {
    expect(createMappingDraft(pageWith({ 'slipway.mapping-draft': kept }).page).get()).toBeNull();
  },
);

test('a page that may keep nothing has the draft all the same', () => {
  const page = {
    get sessionStorage(): Storage {
      throw new Error('denied');
    },
  };
  const store = createMappingDraft(page);
  store.set(draft);
  expect(store.get()).toEqual(draft);
});

test('changes are made one after the other, each on what the one before left', async () => {
  const store = createMappingDraft(pageWith().page);
  store.set({ ...draft, text: '' });
  await Promise.all(['a', 'b', 'c'].map((letter) => store.change(async (text) => text + letter)));
  expect(store.get()?.text).toBe('abc');
});

test('a change that was overtaken by typing is made once more on what was typed', async () => {
  const store = createMappingDraft(pageWith().page);
  store.set({ ...draft, text: 'old' });
  const asked: string[] = [];
  await store.change(async (text) => {
    asked.push(text);
    if (asked.length === 1) store.setText('new');
    return `${text}!`;
  });
  expect(asked).toEqual(['old', 'new']);
  expect(store.get()?.text).toBe('new!');
});

test('a change that fails is told to who asked, and the next one is made', async () => {
  const store = createMappingDraft(pageWith().page);
  store.set({ ...draft, text: 'a' });
  const failed = store.change(async () => {
    throw new Error('no object');
  });
  const next = store.change(async (text) => `${text}b`);
  await expect(failed).rejects.toThrow('no object');
  await next;
  expect(store.get()?.text).toBe('ab');
});

test('without a draft nothing is changed', async () => {
  const store = createMappingDraft(pageWith().page);
  await store.change(async () => 'text');
  store.setText('text');
  expect(store.get()).toBeNull();
});
