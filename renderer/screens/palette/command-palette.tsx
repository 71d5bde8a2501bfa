import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { UploadView } from '../../../preload/page.ts';
import { bestMatches } from '../../logic/fuzzy-match.ts';
import type { Screen } from '../../logic/screen.ts';
import { displayName, versionText } from '../../logic/uploads.ts';
import { t } from '../../messages.ts';
import { InlineFailure } from '../../parts/failure.tsx';
import { Icon } from '../../parts/icons.tsx';
import { useCloseDialog } from '../../parts/overlays/dialog.tsx';
import { Shortcut } from '../../parts/shortcut.tsx';
import type { Action } from '../../state/actions.ts';
import { type AppState, useActiveAccount, useApp, useUploadList } from '../../state/app-state.ts';
import { callMain, useCallQuery } from '../../state/data/calls.ts';
import { useDebounced } from '../../state/stable-order.ts';
import { useGlobalActions } from './global-actions.ts';

type Props = {
  readonly actions: Readonly<Record<'here' | 'global' | 'go', readonly Action[]>>;
  readonly failure: unknown;
};

export function CommandPalette({ actions, failure }: Props) {
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

type PaletteGroup = { readonly value: string; readonly items: readonly Action[] };

const namesShown = 8;
const typingMs = 150;

/** Returns actions and screens; apps and uploads only once something is typed. Omits empty groups. */
function usePaletteGroups(
  typed: string,
  { here, global: keyed, go }: Readonly<Record<'here' | 'global' | 'go', readonly Action[]>>,
): readonly PaletteGroup[] {
  const global = [...keyed, ...useGlobalActions()];
  const apps = useNamedActions(typed.trim() !== '');
  const uploads = useUploadActions();
  const older = useOlderUploadActions(typed.trim());
  const text = (action: Action): string => [action.label, action.hint].filter(Boolean).join(' ');
  const best = (actions: readonly Action[]): readonly Action[] => bestMatches(actions, typed, text);
  const named = (actions: readonly Action[]): readonly Action[] =>
    typed.trim() === '' ? [] : best(actions).slice(0, namesShown);
  return [
    { value: t('palette.groups.here'), items: best(here) },
    { value: t('palette.groups.actions'), items: best(global) },
    { value: t('palette.groups.screens'), items: best(go) },
    { value: t('palette.groups.apps'), items: named(apps) },
    { value: t('palette.groups.uploads'), items: [...named(uploads), ...older].slice(0, namesShown) },
  ].filter(({ items }) => items.length > 0);
}

function useNamedActions(isTyped: boolean): readonly Action[] {
  const app = useApp();
  const accountId = useActiveAccount()?.id ?? '';
  const options = { enabled: accountId !== '', staleTime: 30_000 };
  const apps = useCallQuery('apps.list', { accountId }, options).data ?? [];
  const storeOptions = { ...options, enabled: options.enabled && isTyped };
  const profiles = useCallQuery('store.list', { accountId }, storeOptions).data ?? [];
  const go = (screen: Screen) => (): void => {
    app.search.set('');
    app.screen.go(screen);
  };
  return [
    ...apps.map(({ id, name }) => ({
      id: `app ${id}`,
      label: name ?? String(id),
      hint: t('common.screen.apps'),
      run: go({ kind: 'apps', applicationId: id, open: null }),
    })),
    ...profiles.map(({ id, name }) => ({
      id: `store ${id}`,
      label: name,
      hint: t('common.screen.store'),
      run: go({ kind: 'store', profileId: id, open: null }),
    })),
  ];
}

function useUploadActions(): readonly Action[] {
  const app = useApp();
  const newestFirst = [...useUploadList()].sort((a, b) => b.addedAt - a.addedAt);
  return newestFirst.map((upload) => openUpload(app, upload));
}

function useOlderUploadActions(typed: string): readonly Action[] {
  const app = useApp();
  const text = useDebounced(typed, typingMs);
  const answer = useQuery({
    queryKey: ['palette-uploads', text],
    queryFn: () => callMain(app.connection.bridge, 'uploads.history', { text, limit: namesShown }),
    enabled: text.length > 1,
    networkMode: 'always',
    retry: false,
    gcTime: 0,
  });
  if (text !== typed || text.length < 2) return [];
  const older = (answer.data?.uploads ?? []).filter(({ id }) => app.uploads.get(id) === undefined);
  return older.map((upload) => openUpload(app, upload));
}

const openUpload = (app: AppState, upload: UploadView): Action => ({
  id: `upload ${upload.id}`,
  label: nameOf(upload),
  hint: upload.stateLabel,
  run: () => {
    app.search.set('');
    app.screen.go({ kind: 'uploads', uploadId: upload.id });
  },
});

const nameOf = (upload: UploadView): string =>
  [displayName(upload), upload.package ? versionText(upload.package) : null].filter(Boolean).join(' ');
