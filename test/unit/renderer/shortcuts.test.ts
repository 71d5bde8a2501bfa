import { expect, test } from 'vitest';
import {
  commandOfLetter,
  isPressed,
  type Keyboard,
  keyCaps,
  keysText,
} from '../../../renderer/logic/shortcuts.ts';

const mac: Keyboard = { mac: true, inWindow: true };
const other: Keyboard = { mac: false, inWindow: true };
const tab: Keyboard = { mac: false, inWindow: false };
const names = { control: 'Strg', shift: 'Umschalt' };

const press = (key: string, modifiers: readonly ('ctrl' | 'meta' | 'shift' | 'alt')[]) => ({
  key,
  ctrlKey: modifiers.includes('ctrl'),
  metaKey: modifiers.includes('meta'),
  shiftKey: modifiers.includes('shift'),
  altKey: modifiers.includes('alt'),
});

test('a shortcut is shown in the style of the operating system', () => {
  expect(keysText({ key: 'k' }, mac, names)).toBe('⌘K');
  expect(keysText({ key: 'u', shift: true }, mac, names)).toBe('⇧⌘U');
  expect(keysText({ key: 'k' }, other, names)).toBe('Strg+K');
  expect(keysText({ key: 'u', shift: true }, other, names)).toBe('Strg+Umschalt+U');
  expect(keyCaps({ key: 'u', shift: true }, mac, names)).toEqual(['⇧', '⌘', 'U']);
  expect(keyCaps({ key: 'Enter' }, other, names)).toEqual(['Strg', 'Enter']);
});

test('window-only keys are ignored in a browser tab', () => {
  const keys = { key: '1', windowOnly: true };
  expect(keysText(keys, tab, names)).toBeNull();
  expect(isPressed(press('1', ['ctrl']), keys, tab)).toBe(false);
  expect(isPressed(press('1', ['ctrl']), keys, other)).toBe(true);
});

test('only the exact key combination matches', () => {
  expect(isPressed(press('K', ['ctrl']), { key: 'k' }, other)).toBe(true);
  expect(isPressed(press('k', ['meta']), { key: 'k' }, mac)).toBe(true);
  expect(isPressed(press('k', ['ctrl']), { key: 'k' }, mac)).toBe(false);
  expect(isPressed(press('k', ['meta']), { key: 'k' }, other)).toBe(false);
  expect(isPressed(press('k', []), { key: 'k' }, other)).toBe(false);
  expect(isPressed(press('k', ['ctrl', 'alt']), { key: 'k' }, other)).toBe(false);
  expect(isPressed(press('K', ['ctrl', 'shift']), { key: 'k' }, other)).toBe(false);
  expect(isPressed(press('U', ['ctrl', 'shift']), { key: 'u', shift: true }, other)).toBe(true);
});

test('a letter without modifiers is a list command', () => {
  expect(['s', 'S', 'a', 'l', 'x'].map((key) => commandOfLetter(press(key, [])))).toEqual([
    'send',
    'send',
    'activate',
    'copyLink',
    null,
  ]);
  expect(commandOfLetter(press('s', ['ctrl']))).toBeNull();
  expect(commandOfLetter(press('a', ['shift']))).toBeNull();
});
