import { type Keys, keysText } from '../logic/shortcuts.ts';
import { useApp } from '../state/app-state.ts';
import { words } from '../words/palette.ts';

/** The keys that do the same, as this system writes them; nothing where they do nothing. */
export function Shortcut({ keys }: { readonly keys: Keys }) {
  const { keyboard } = useApp();
  const text = keysText(keys, keyboard, words);
  return text === null ? null : <kbd className="keys">{text}</kbd>;
}
