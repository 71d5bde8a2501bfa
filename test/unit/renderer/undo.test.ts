import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createUndoStore } from '../../../renderer/state/undo.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('is offered for a while, and then done with', () => {
  const undo = createUndoStore(() => 8);
  const said: string[] = [];
  undo.offer({ text: 'one', undo: () => said.push('undone') });
  vi.advanceTimersByTime(7_999);
  expect(undo.get()?.text).toBe('one');
  vi.advanceTimersByTime(1);
  expect(undo.get()).toBeNull();
  undo.undo();
  expect(said).toEqual([]);
});

test('stays until it is closed where it has no time', () => {
  const undo = createUndoStore(() => null);
  undo.offer({ text: 'one', undo: () => undefined });
  vi.advanceTimersByTime(24 * 3_600_000);
  expect(undo.get()?.text).toBe('one');
  undo.close();
  expect(undo.get()).toBeNull();
});

test('stays while it is held, and has its whole time afterwards', () => {
  const undo = createUndoStore(() => 8);
  undo.offer({ text: 'one', undo: () => undefined });
  vi.advanceTimersByTime(7_000);
  undo.pauseTimeout(true);
  vi.advanceTimersByTime(60_000);
  expect(undo.get()?.text).toBe('one');
  undo.pauseTimeout(false);
  vi.advanceTimersByTime(7_999);
  expect(undo.get()?.text).toBe('one');
  vi.advanceTimersByTime(1);
  expect(undo.get()).toBeNull();
  undo.pauseTimeout(false);
  vi.advanceTimersByTime(8_000);
  expect(undo.get()).toBeNull();
});

test('what lasts can be taken back when it is not offered any more, until something else is', () => {
  const undo = createUndoStore(() => 8);
  const said: string[] = [];
  undo.offer({ text: 'one', undo: () => said.push('one undone'), persistent: true });
  vi.advanceTimersByTime(60_000);
  expect([undo.get(), undo.last.get()?.text]).toEqual([null, 'one']);
  undo.undo();
  undo.undo();
  expect([said, undo.last.get()]).toEqual([['one undone'], null]);
});

test('only what was done last can be taken back', () => {
  const undo = createUndoStore(() => 8);
  const said: string[] = [];
  for (const text of ['one', 'two'])
    undo.offer({ text, undo: () => said.push(`${text} undone`), persistent: true });
  undo.undo();
  undo.undo();
  vi.advanceTimersByTime(60_000);
  expect(said).toEqual(['two undone']);
});

test.each([
  ['throws', () => expect.unreachable('refused')],
  ['rejects', () => Promise.reject(new Error('refused'))],
])('keeps why it did not work when it %s, until something else can be undone', async (_, fails) => {
  const undo = createUndoStore(() => 8);
  undo.offer({ text: 'one', undo: fails });
  undo.undo();
  await vi.waitFor(() =>
    expect(undo.failed.get()).toMatchObject({ message: expect.stringContaining('refused') }),
  );
  undo.offer({ text: 'two', undo: () => Promise.resolve() });
  expect(undo.failed.get()).toBeNull();
  undo.undo();
  await vi.advanceTimersByTimeAsync(0);
  expect(undo.failed.get()).toBeNull();
});
