import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { isPressed } from '../../logic/shortcuts.ts';
import { t } from '../../messages.ts';
import { InlineFailure } from '../../parts/failure.tsx';
import { Icon } from '../../parts/icons.tsx';
import { Shortcut } from '../../parts/shortcut.tsx';
import type { Action } from '../../state/actions.ts';
import { useApp } from '../../state/app-state.ts';
import { useStore } from '../../state/store.ts';
import { goActions, useGlobalActions } from './global-actions.ts';
import { type PaletteGroup, usePaletteGroups } from './palette-groups.ts';

/** Where every action is found. */
export const paletteKeys = { key: 'k' };

const isText = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;

const isDialogOpen = (): boolean => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;

/** The command palette and the keys of all actions. */
export function Commands() {
  const app = useApp();
  const open = useStore(app.palette);
  const [failure, setFailure] = useState<unknown>(null);
  const helpKey = useStore(app.preferences)?.helpKey ?? false;
  useSyncExternalStore(app.actions.changes.subscribe, app.actions.changes.get);
  const actions = { here: app.actions.list(), global: useGlobalActions(), go: goActions(app) };
  const show = (thrown: unknown): void => {
    setFailure(thrown);
    app.palette.set(true);
  };
  const all = [...actions.here, ...actions.global, ...actions.go];
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isDialogOpen()) return;
      const does = (action: Pick<Action, 'keys'>): boolean =>
        action.keys !== undefined &&
        isPressed(event, action.keys, app.keyboard) &&
        !(action.keys.notInText && isText(event.target));
      if (helpKey && event.key === '?' && !isText(event.target)) {
        event.preventDefault();
        app.dialog.set({ kind: 'shortcuts' });
        return;
      }
      if (does({ keys: paletteKeys })) {
        event.preventDefault();
        show(null);
        return;
      }
      const action = all.find(does);
      if (!action) return;
      event.preventDefault();
      void Promise.resolve().then(action.run).catch(show);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  });
  if (!open) return null;
  return <CommandPalette actions={actions} failure={failure} onClose={() => app.palette.set(false)} />;
}

type Props = {
  readonly actions: Readonly<Record<'here' | 'global' | 'go', readonly Action[]>>;
  /** What the last action that was started by its keys threw; null when there is none. */
  readonly failure: unknown;
  readonly onClose: () => void;
};

/** Every action, place, app and build by name. What is chosen is done; the palette stays when that fails. */
function CommandPalette({ actions, failure, onClose }: Props) {
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
