import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createUndoStore } from '../../../renderer/state/undo.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('an undo offer expires after its timeout', () => {
  const undo = createUndoStore(() => 8);
  const undone: string[] = [];
  undo.offer({ text: () => 'one', undo: () => undone.push('undone') });
  vi.advanceTimersByTime(7_999);
  expect(undo.get()?.text(0)).toBe('one');
  vi.advanceTimersByTime(1);
  expect(undo.get()).toBeNull();
  undo.undo();
  expect(undone).toEqual([]);
});

test('an undo offer without a timeout stays until it is closed', () => {
  const undo = createUndoStore(() => null);
  undo.offer({ text: () => 'one', undo: () => undefined });
  vi.advanceTimersByTime(24 * 3_600_000);
  expect(undo.get()?.text(0)).toBe('one');
  undo.close();
  expect(undo.get()).toBeNull();
});

test('a paused undo offer stays and restarts its timeout when resumed', () => {
  const undo = createUndoStore(() => 8);
  undo.offer({ text: () => 'one', undo: () => undefined });
  vi.advanceTimersByTime(7_000);
  undo.pauseTimeout(true);
  vi.advanceTimersByTime(60_000);
  expect(undo.get()?.text(0)).toBe('one');
  undo.pauseTimeout(false);
  vi.advanceTimersByTime(7_999);
  expect(undo.get()?.text(0)).toBe('one');
  vi.advanceTimersByTime(1);
  expect(undo.get()).toBeNull();
  undo.pauseTimeout(false);
  vi.advanceTimersByTime(8_000);
  expect(undo.get()).toBeNull();
});

test('an undo offer with its own deadline expires even if the timeout is paused', () => {
  const undo = createUndoStore(() => null);
  undo.offer({ text: () => 'one', undo: () => undefined, seconds: 10 });
  undo.pauseTimeout(true);
  vi.advanceTimersByTime(9_999);
  expect(undo.get()?.text(0)).toBe('one');
  vi.advanceTimersByTime(1);
  expect(undo.get()).toBeNull();
});

test('a persistent undo remains available after its offer expires', () => {
  const undo = createUndoStore(() => 8);
  const undone: string[] = [];
  undo.offer({ text: () => 'one', undo: () => undone.push('one undone'), persistent: true });
  vi.advanceTimersByTime(60_000);
  expect([undo.get(), undo.last.get()?.text(0)]).toEqual([null, 'one']);
  undo.undo();
  undo.undo();
  expect([undone, undo.last.get()]).toEqual([['one undone'], null]);
});

test('an undo that is not used expires once', () => {
  const undo = createUndoStore(() => 8);
  const expired: string[] = [];
  const offer = (name: string): void =>
    undo.offer({ text: () => name, undo: () => undefined, onExpired: () => expired.push(name) });
  offer('one');
  offer('two');
  undo.undo();
  offer('three');
  vi.advanceTimersByTime(60_000);
  expect(expired).toEqual(['one', 'three']);
});

test('only the last action can be undone', () => {
  const undo = createUndoStore(() => 8);
  const undone: string[] = [];
  for (const text of ['one', 'two'])
    undo.offer({ text: () => text, undo: () => undone.push(`${text} undone`), persistent: true });
  undo.undo();
  undo.undo();
  vi.advanceTimersByTime(60_000);
  expect(undone).toEqual(['two undone']);
});

test.each([
  ['throws', () => expect.unreachable('refused')],
  ['rejects', () => Promise.reject(new Error('refused'))],
])('an undo that %s leaves its error visible until a new undo is offered', async (_, fails) => {
  const undo = createUndoStore(() => 8);
  undo.offer({ text: () => 'one', undo: fails });
  undo.undo();
  await vi.waitFor(() =>
    expect(undo.failed.get()).toMatchObject({ message: expect.stringContaining('refused') }),
  );
  undo.offer({ text: () => 'two', undo: () => Promise.resolve() });
  expect(undo.failed.get()).toBeNull();
  undo.undo();
  await vi.advanceTimersByTimeAsync(0);
  expect(undo.failed.get()).toBeNull();
});
