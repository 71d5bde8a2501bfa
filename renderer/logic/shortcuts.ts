/** Keys that do something anywhere: how they are told apart and written on each system. Pure. */

/** Always together with Ctrl, or Cmd on a Mac. */
export type Keys = {
  /** A letter or digit, or the name of a key as events give it. */
  readonly key: string;
  readonly shift?: boolean;
  readonly windowOnly?: boolean;
  /** While somebody writes, they belong to the text. */
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

export type ModifierNames = { readonly control: string; readonly shift: string };

const isThere = (keys: Keys, { inWindow }: Keyboard): boolean => inWindow || keys.windowOnly !== true;

/** True when these keys are pressed, and no others with them. */
export function isPressed(press: KeyPress, keys: Keys, keyboard: Keyboard): boolean {
  const { ctrlKey, metaKey, shiftKey, altKey } = press;
  const modifier = keyboard.mac ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  if (!modifier || altKey || shiftKey !== (keys.shift ?? false)) return false;
  return isThere(keys, keyboard) && press.key.toLowerCase() === keys.key.toLowerCase();
}

/** `⇧⌘U` on a Mac, `Ctrl+Shift+U` elsewhere; null when they do nothing here. */
export function keysText(keys: Keys, keyboard: Keyboard, names: ModifierNames): string | null {
  if (!isThere(keys, keyboard)) return null;
  const key = keys.key.toUpperCase();
  if (keyboard.mac) return `${keys.shift ? '⇧' : ''}⌘${key}`;
  return [names.control, ...(keys.shift ? [names.shift] : []), key].join('+');
}
