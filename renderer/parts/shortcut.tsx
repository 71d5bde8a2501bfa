import { type Keys, keysText, type ModifierNames } from '../logic/shortcuts.ts';
import { t } from '../messages.ts';
import { useApp } from '../state/app-state.ts';

export const modifierNames = (): ModifierNames => ({
  control: t('palette.control'),
  shift: t('palette.shift'),
});

export function Shortcut({ keys }: { readonly keys: Keys }) {
  const { keyboard } = useApp();
  const text = keysText(keys, keyboard, modifierNames());
  return text === null ? null : <kbd className="keys">{text}</kbd>;
}
