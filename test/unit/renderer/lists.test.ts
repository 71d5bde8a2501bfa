import { expect, test } from 'vitest';
import type { Failure, Remedy } from '../../../preload/page.ts';
import { baseName, isCopy, parentName, pathEnd } from '../../../renderer/logic/file-path.ts';
import { uploadAction } from '../../../renderer/logic/remedy.ts';
import { GridKeys, nearestRow } from '../../../renderer/parts/list/grid-focus.ts';
import { keepOrder } from '../../../renderer/state/stable-order.ts';

const same = (text: string): string => text;

test('rows keep their order until a row is added', () => {
  expect(keepOrder(['a', 'b', 'c'], ['c', 'a', 'b'], same)).toEqual(['a', 'b', 'c']);
  expect(keepOrder(['a', 'b', 'c'], ['c', 'a'], same)).toEqual(['a', 'c']);
  expect(keepOrder(['a', 'b'], ['n', 'b', 'a'], same)).toEqual(['n', 'b', 'a']);
});

const isRow = (index: number): boolean => ![0, 3].includes(index);

test.each([
  ['ArrowDown', 1, 2],
  ['ArrowDown', 2, 4],
  ['ArrowDown', 5, null],
  ['ArrowUp', 4, 2],
  ['ArrowUp', 1, null],
  ['Home', 5, 1],
  ['End', 1, 5],
  ['PageDown', 1, 2],
  ['PageDown', 4, 5],
  ['PageUp', 5, 4],
  ['x', 1, null],
])('%s from row %d moves to %s and skips headings', (key, from, to) => {
  expect(GridKeys.target(key, from, 6, 2, isRow)).toBe(to);
});

test('the nearest row skips headings and is -1 if there are no rows', () => {
  expect(nearestRow(3, 6, isRow)).toBe(4);
  expect(nearestRow(9, 6, isRow)).toBe(5);
  expect(nearestRow(0, 1, isRow)).toBe(-1);
  expect(nearestRow(0, 0, isRow)).toBe(-1);
});

test('each remedy maps to at most one action', () => {
  const action = (remedy: Remedy) => uploadAction({ code: 'x/y', message: '', remedy } satisfies Failure);
  expect(action('retry')).toBe('retry');
  expect(action('free-space')).toBe('retry');
  expect(action('sign-in')).toBe('sign-in');
  expect(action('check-address')).toBe('edit-account');
  expect(action('choose-file')).toBe('show-in-folder');
  for (const remedy of ['report', 'none', 'check-input'] as const) expect(action(remedy)).toBeNull();
});

test('file and folder names are read from POSIX and Windows paths', () => {
  expect(baseName('/a/b/c.apk')).toBe('c.apk');
  expect(baseName('C:\\a\\b\\')).toBe('b');
  expect(parentName('/home/dev/build/outputs/apk/x.apk')).toBe('outputs/apk');
  expect(parentName('x.apk')).toBe('');
});

test('pathEnd returns the last folders of a long path', () => {
  expect(pathEnd('/api/v3/versions/7', 36)).toBe('/api/v3/versions/7');
  expect(pathEnd('/api/v3/organizations/acme/items/2/versions/7', 20)).toBe('…/items/2/versions/7');
  expect(pathEnd('a'.repeat(30), 5)).toBe('…aaaa');
});

test('isCopy detects the copy of a dropped file by the path of its folder', () => {
  expect(isCopy('/home/dev/.config/Slipway/dropped/758b547843486f3da373515f/notes.apk')).toBe(true);
  expect(isCopy('C:\\Users\\dev\\Slipway\\dropped\\758b547843486f3da373515f\\notes.apk')).toBe(true);
  expect(isCopy('/home/dev/dropped/notes.apk')).toBe(false);
  expect(isCopy('/home/dev/dropped/758b547843486f3da373515f/more/notes.apk')).toBe(false);
});
