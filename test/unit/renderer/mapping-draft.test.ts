import { expect, test } from 'vitest';
import { createMappingDraft, isUnsaved } from '../../../renderer/state/drafts/mapping-draft.ts';

/** Creates a page with session storage in memory. */
function pageWith(stored: Record<string, string> = {}) {
  const values = new Map(Object.entries(stored));
  const sessionStorage = {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name),
  } as unknown as Storage;
  return { page: { sessionStorage }, values };
}

const draft = { path: '/p/pushnotification.json', saved: '{}', text: '{}' };

test('a mapping draft survives a reload until the file is closed', () => {
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
  'an invalid stored draft %j is ignored',
  (stored) => {
    expect(createMappingDraft(pageWith({ 'slipway.mapping-draft': stored }).page).get()).toBeNull();
  },
);

test('a mapping draft works without session storage', () => {
  const page = {
    get sessionStorage(): Storage {
      throw new Error('denied');
    },
  };
  const store = createMappingDraft(page);
  store.set(draft);
  expect(store.get()).toEqual(draft);
});

test('change() runs concurrent edits of a mapping draft one at a time', async () => {
  const store = createMappingDraft(pageWith().page);
  store.set({ ...draft, text: '' });
  await Promise.all(['a', 'b', 'c'].map((letter) => store.change(async (text) => text + letter)));
  expect(store.get()?.text).toBe('abc');
});

test('change() repeats an edit with the new text after concurrent typing', async () => {
  const store = createMappingDraft(pageWith().page);
  store.set({ ...draft, text: 'old' });
  const inputs: string[] = [];
  await store.change(async (text) => {
    inputs.push(text);
    if (inputs.length === 1) store.setText('new');
    return `${text}!`;
  });
  expect(inputs).toEqual(['old', 'new']);
  expect(store.get()?.text).toBe('new!');
});

test('change() rejects a failed edit and still runs the next one', async () => {
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

test('change() without a draft has no effect', async () => {
  const store = createMappingDraft(pageWith().page);
  await store.change(async () => 'text');
  store.setText('text');
  expect(store.get()).toBeNull();
});
