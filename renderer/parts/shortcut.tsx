import { type Keys, keysText } from '../logic/shortcuts.ts';
import { t } from '../messages.ts';
import { useApp } from '../state/app-state.ts';

export function Shortcut({ keys }: { readonly keys: Keys }) {
  const { keyboard } = useApp();
  const text = keysText(keys, keyboard, { control: t('palette.control'), shift: t('palette.shift') });
  return text === null ? null : <kbd className="keys">{text}</kbd>;
}
