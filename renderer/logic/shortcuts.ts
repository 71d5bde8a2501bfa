import type { MenuCommand } from '../../preload/page.ts';

/** A key combined with Ctrl, or Cmd on macOS. */
export type Keys = {
  /** Letter or digit, or a name as in `KeyboardEvent.key`. */
  readonly key: string;
  readonly shift?: boolean;
  readonly windowOnly?: boolean;
  /** Inactive while the focus is in a text field. */
  readonly notInText?: boolean;
};

export type Keyboard = { readonly mac: boolean; readonly inWindow: boolean };

export type KeyPress = {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
};

const letters: Readonly<Record<string, MenuCommand>> = { s: 'send', a: 'activate', l: 'copyLink' };

/** Returns the command of a letter without modifiers; null if there is none. */
export function commandOfLetter({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyPress): MenuCommand | null {
  if (ctrlKey || metaKey || shiftKey || altKey) return null;
  return letters[key.toLowerCase()] ?? null;
}

export type ModifierNames = { readonly control: string; readonly shift: string };

const isThere = (keys: Keys, { inWindow }: Keyboard): boolean => inWindow || keys.windowOnly !== true;

/** Returns true if the press has exactly this key and these modifiers. */
export function isPressed(press: KeyPress, keys: Keys, keyboard: Keyboard): boolean {
  const { ctrlKey, metaKey, shiftKey, altKey } = press;
  const modifier = keyboard.mac ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  if (!modifier || altKey || shiftKey !== (keys.shift ?? false)) return false;
  return isThere(keys, keyboard) && press.key.toLowerCase() === keys.key.toLowerCase();
}

/** Returns the keys of a shortcut, such as `Ctrl`, `Shift`, `U`; null if the shortcut is unavailable. */
export function keyCaps(keys: Keys, keyboard: Keyboard, names: ModifierNames): readonly string[] | null {
  if (!isThere(keys, keyboard)) return null;
  const key = keys.key.length === 1 ? keys.key.toUpperCase() : keys.key;
  const shift = keys.shift ? [keyboard.mac ? '⇧' : names.shift] : [];
  return keyboard.mac ? [...shift, '⌘', key] : [names.control, ...shift, key];
}

/** Returns `⇧⌘U` on macOS, `Ctrl+Shift+U` elsewhere; null if the shortcut is unavailable. */
export function keysText(keys: Keys, keyboard: Keyboard, names: ModifierNames): string | null {
  return keyCaps(keys, keyboard, names)?.join(keyboard.mac ? '' : '+') ?? null;
}
