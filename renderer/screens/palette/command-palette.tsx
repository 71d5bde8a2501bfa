import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { useState } from 'react';
import { type ActionGroup, findInGroups } from '../../logic/palette-ranking.ts';
import { t } from '../../messages.ts';
import { InlineFailure } from '../../parts/failure.tsx';
import { Icon } from '../../parts/icons.tsx';
import { useCloseDialog } from '../../parts/overlays/dialog.tsx';
import { Shortcut } from '../../parts/shortcut.tsx';
import type { Action } from '../../state/actions.ts';
import { useApp } from '../../state/app-state.ts';
import { useStore } from '../../state/store.ts';
import { useGlobalActions } from './global-actions.ts';
import { namesShown, useNamedActions, useOlderUploadActions, useUploadActions } from './named-actions.ts';
import { sectionActions, settingActions, tabActions } from './place-actions.ts';

type Props = {
  readonly actions: Readonly<Record<'here' | 'global' | 'go', readonly Action[]>>;
  readonly failure: unknown;
};

export function CommandPalette({ actions, failure }: Props) {
  const app = useApp();
  const close = useCloseDialog();
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState(failure);
  const groups = usePaletteGroups(typed, actions);
  const choose = async (action: Action): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      await action.run();
      if (!actions.here.includes(action)) app.recentActions.add(action.id);
      close();
    } catch (thrown) {
      setError(thrown);
      setBusy(false);
    }
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="palette" aria-label={t('palette.title')} aria-busy={busy}>
          <Autocomplete.Root
            open
            inline
            mode="none"
            // Enter without a typed text does nothing, because the first entry may be a command.
            autoHighlight={typed.trim() === '' ? false : 'always'}
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
              {(group: ActionGroup<Action>) => (
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
      <Icon name={action.icon ?? 'goTo'} />
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

/**
 * Returns the groups. Without text, these are recent choices, screens, the actions of the open screen or
 * drawer, global actions and parts of screens; with text, the matches in all groups.
 */
function usePaletteGroups(
  typed: string,
  { here, global: keyed, go }: Props['actions'],
): readonly ActionGroup<Action>[] {
  const app = useApp();
  const text = typed.trim();
  const recentIds = useStore(app.recentActions);
  const actions = [...keyed, ...useGlobalActions()];
  const tabs = tabActions(app);
  const sections = sectionActions(app);
  const settings = [...settingActions(app), ...sections];
  const { apps, verbs } = useNamedActions(text !== '');
  const uploads = useUploadActions();
  const older = useOlderUploadActions(text);
  const hereGroup = { value: t('palette.groups.here'), items: here };
  if (text !== '') {
    return findInGroups(
      [
        hereGroup,
        { value: t('palette.groups.screens'), items: [...go, ...tabs] },
        { value: t('palette.groups.actions'), items: [...actions, ...verbs], max: namesShown },
        { value: t('common.screen.settings'), items: settings, max: namesShown },
        { value: t('palette.groups.apps'), items: apps, max: namesShown },
        { value: t('palette.groups.uploads'), items: [...uploads, ...older], max: namesShown },
      ],
      text,
    );
  }
  const all = [...actions, ...go, ...tabs, ...settings, ...verbs, ...apps, ...uploads];
  const recent = recentIds.flatMap((id) => all.find((action) => action.id === id) ?? []);
  const others = (items: readonly Action[]) => items.filter((action) => !recent.includes(action));
  return [
    { value: t('palette.groups.recent'), items: recent },
    { value: t('palette.groups.screens'), items: others(go) },
    hereGroup,
    { value: t('palette.groups.actions'), items: others(actions) },
    { value: t('palette.groups.parts'), items: others([...tabs, ...sections]) },
  ].filter(({ items }) => items.length > 0);
}
