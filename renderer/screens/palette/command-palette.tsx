import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { useState } from 'react';
import { t } from '../../messages.ts';
import { InlineFailure } from '../../parts/failure.tsx';
import { Icon } from '../../parts/icons.tsx';
import { Shortcut } from '../../parts/shortcut.tsx';
import type { Action } from '../../state/actions.ts';
import { type PaletteGroup, usePaletteGroups } from './palette-groups.ts';

type Props = {
  readonly actions: Readonly<Record<'here' | 'global' | 'go', readonly Action[]>>;
  /** What the last action that was started by its keys threw; null when there is none. */
  readonly failure: unknown;
  readonly onClose: () => void;
};

/** Every action, place, app and build by name. What is chosen is done; the palette stays when that fails. */
export function CommandPalette({ actions, failure, onClose }: Props) {
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState(failure);
  const groups = usePaletteGroups(typed, actions);
  const choose = async (action: Action): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      await action.run();
      onClose();
    } catch (thrown) {
      setError(thrown);
      setBusy(false);
    }
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="palette" aria-label={t('palette.title')} aria-busy={busy}>
          <Autocomplete.Root
            open
            inline
            mode="none"
            autoHighlight="always"
            keepHighlight
            items={groups}
            value={typed}
            onValueChange={(text, { reason }) => {
              if (reason === 'item-press') return;
              setTyped(text);
              setError(null);
            }}
          >
            <div className="palette-field">
              <Icon name="search" />
              <Autocomplete.Input
                aria-label={t('palette.title')}
                placeholder={t('palette.field')}
                dir="auto"
                spellCheck={false}
              />
            </div>
            {error !== null && <InlineFailure error={error} />}
            <Autocomplete.Empty className="palette-empty">
              {t('palette.nothing', { text: typed.trim() })}
            </Autocomplete.Empty>
            <Autocomplete.List className="palette-list">
              {(group: PaletteGroup) => (
                <Autocomplete.Group key={group.value} items={group.items}>
                  <Autocomplete.GroupLabel className="palette-group">{group.value}</Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(action: Action) => (
                      <PaletteRow key={action.id} action={action} onChoose={() => void choose(action)} />
                    )}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
          <Dialog.Close className="visually-hidden">{t('common.close')}</Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function PaletteRow({ action, onChoose }: { readonly action: Action; readonly onChoose: () => void }) {
  return (
    <Autocomplete.Item className="palette-row" value={action} onClick={onChoose}>
      <bdi className="palette-label">{action.label}</bdi>
      {action.hint !== undefined && (
        <span className="palette-hint" dir="auto">
          {action.hint}
        </span>
      )}
      {action.keys && <Shortcut keys={action.keys} />}
    </Autocomplete.Item>
  );
}
