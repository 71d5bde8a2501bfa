/** What the palette offers for what was typed. */
import { useQuery } from '@tanstack/react-query';
import type { UploadView } from '../../../preload/page.ts';
import { bestAnswers } from '../../logic/finding.ts';
import { displayName, versionText } from '../../logic/uploads.ts';
import { t } from '../../messages.ts';
import type { Action } from '../../state/actions.ts';
import { type AppState, useActiveAccount, useApp, useUploadList } from '../../state/app-state.ts';
import { ask, useAnswer } from '../../state/data/calls.ts';
import { useRested } from '../../state/steady.ts';

export type PaletteGroup = { readonly value: string; readonly items: readonly Action[] };

/** Names of builds are many: only the best of them are shown. */
const namesShown = 8;
const typingMs = 150;

/** Actions and places always; apps and uploads once something is typed. Groups with nothing in them are left out. */
export function usePaletteGroups(
  typed: string,
  { here, global, go }: Readonly<Record<'here' | 'global' | 'go', readonly Action[]>>,
): readonly PaletteGroup[] {
  const apps = useAppActions();
  const profiles = useProfileActions(typed.trim() !== '');
  const uploads = useUploadActions();
  const older = useOlderUploadActions(typed.trim());
  const text = (action: Action): string => [action.label, action.hint].filter(Boolean).join(' ');
  const best = (actions: readonly Action[]): readonly Action[] => bestAnswers(actions, typed, text);
  const named = (actions: readonly Action[]): readonly Action[] =>
    typed.trim() === '' ? [] : best(actions).slice(0, namesShown);
  return [
    { value: t('palette.groups.here'), items: best(here) },
    { value: t('palette.groups.actions'), items: best(global) },
    { value: t('palette.groups.places'), items: best(go) },
    { value: t('palette.groups.apps'), items: [...named(apps), ...named(profiles)].slice(0, namesShown) },
    { value: t('palette.groups.uploads'), items: [...named(uploads), ...older].slice(0, namesShown) },
  ].filter(({ items }) => items.length > 0);
}

function useAppActions(): readonly Action[] {
  const app = useApp();
  const accountId = useActiveAccount()?.id ?? null;
  const answer = useAnswer(
    'apps.list',
    { accountId: accountId ?? '' },
    { enabled: accountId !== null, staleTime: 30_000 },
  );
  return (answer.data ?? []).map(({ id, name }) => ({
    id: `app ${id}`,
    label: name ?? String(id),
    hint: t('common.place.apps'),
    run: () => {
      app.search.set('');
      app.place.go({ kind: 'apps', applicationId: id, open: null });
    },
  }));
}

function useProfileActions(enabled: boolean): readonly Action[] {
  const app = useApp();
  const accountId = useActiveAccount()?.id ?? null;
  const answer = useAnswer(
    'store.list',
    { accountId: accountId ?? '' },
    { enabled: enabled && accountId !== null, staleTime: 30_000 },
  );
  return (answer.data ?? []).map(({ id, name }) => ({
    id: `store ${id}`,
    label: name,
    hint: t('common.place.store'),
    run: () => {
      app.search.set('');
      app.place.go({ kind: 'store', profileId: id, open: null });
    },
  }));
}

function useUploadActions(): readonly Action[] {
  const app = useApp();
  const newestFirst = [...useUploadList()].sort((a, b) => b.addedAt - a.addedAt);
  return newestFirst.map((upload) => openUpload(app, upload));
}

/** Of the whole history, as main searches it, once nobody types any more. */
function useOlderUploadActions(typed: string): readonly Action[] {
  const app = useApp();
  const text = useRested(typed, typingMs);
  const answer = useQuery({
    queryKey: ['palette-uploads', text],
    queryFn: () => ask(app.connection.bridge, 'uploads.history', { text, limit: namesShown }),
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
  hint: upload.stateWords,
  run: () => {
    app.search.set('');
    app.place.go({ kind: 'uploads', uploadId: upload.id });
  },
});

const nameOf = (upload: UploadView): string =>
  [displayName(upload), upload.package ? versionText(upload.package) : null].filter(Boolean).join(' ');
