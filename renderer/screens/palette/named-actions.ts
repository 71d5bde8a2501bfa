/** Actions of applications, store profiles and uploads, which are found by their names. */
import { useQuery } from '@tanstack/react-query';
import type { ListedApplicationView, UploadView } from '../../../preload/page.ts';
import type { Screen } from '../../logic/screen.ts';
import { displayName, versionText } from '../../logic/uploads.ts';
import { t } from '../../messages.ts';
import type { Action } from '../../state/actions.ts';
import { type AppState, useActiveAccount, useApp, useUploadList } from '../../state/app-state.ts';
import { callMain, useCallQuery } from '../../state/data/calls.ts';
import { useDebounced } from '../../state/stable-order.ts';
import { useActiveSwitch } from '../apps/active-switch.ts';
import { nameOfVersion, useVersionCommands } from '../apps/version-commands.ts';
import { stateVariant } from '../uploads/upload-row.tsx';

export const namesShown = 8;
const typingMs = 150;

type NamedActions = {
  /** Actions that open an application or store profile. */
  readonly apps: readonly Action[];
  /** Actions for the newest version of each application. */
  readonly verbs: readonly Action[];
};

export function useNamedActions(isTyped: boolean): NamedActions {
  const app = useApp();
  const accountId = useActiveAccount()?.id ?? '';
  const verbsOf = useApplicationVerbs(accountId);
  const options = { enabled: accountId !== '', staleTime: 30_000 };
  const applications = useCallQuery('apps.list', { accountId }, options).data ?? [];
  const storeOptions = { ...options, enabled: options.enabled && isTyped };
  const profiles = useCallQuery('store.list', { accountId }, storeOptions).data ?? [];
  const go = (screen: Screen) => (): void => {
    app.search.set('');
    app.screen.go(screen);
  };
  return {
    apps: [
      ...applications.map(({ id, name }) => ({
        id: `app ${id}`,
        label: name,
        hint: t('common.screen.apps'),
        synonyms: t('palette.synonyms.application'),
        icon: 'apps' as const,
        run: go({ kind: 'apps', applicationId: id, open: null }),
      })),
      ...profiles.map(({ id, name }) => ({
        id: `store ${id}`,
        label: name,
        hint: t('common.screen.store'),
        icon: 'store' as const,
        run: go({ kind: 'store', profileId: id, open: null }),
      })),
    ],
    verbs: applications.flatMap(verbsOf),
  };
}

/** Returns a function that lists the actions of an application, named after it. */
function useApplicationVerbs(accountId: string): (application: ListedApplicationView) => readonly Action[] {
  const app = useApp();
  const commands = useVersionCommands(accountId, useActiveSwitch(accountId));
  const hint = t('common.screen.apps');
  return ({ id, name, last }) => {
    const statistics = {
      id: `app.statistics ${id}`,
      label: t('palette.verbs.statistics', { name }),
      hint,
      synonyms: t('palette.synonyms.statistics'),
      icon: 'chart' as const,
      run: () => app.screen.go({ kind: 'apps', applicationId: id, open: 'statistics' }),
    };
    if (!last) return [statistics];
    const named = { name: nameOfVersion(last) };
    return [
      ...commands(last).flatMap((command) =>
        command.verb === 'editNote' || command.verb === 'remove'
          ? []
          : [
              {
                ...command,
                id: `${command.id} ${id}`,
                label: t(`palette.verbs.${command.verb}`, named),
                hint,
                synonyms: t(`palette.synonyms.${command.verb}`),
              },
            ],
      ),
      statistics,
    ];
  };
}

export function useUploadActions(): readonly Action[] {
  const app = useApp();
  const newestFirst = [...useUploadList()].sort((a, b) => b.addedAt - a.addedAt);
  return newestFirst.map((upload) => openUpload(app, upload));
}

export function useOlderUploadActions(typed: string): readonly Action[] {
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
  // The search text may match history fields that the label does not contain.
  return older.map((upload) => ({ ...openUpload(app, upload), synonyms: text }));
}

const openUpload = (app: AppState, upload: UploadView): Action => ({
  id: `upload ${upload.id}`,
  label: nameOf(upload),
  hint: upload.stateLabel,
  icon: stateVariant(upload, false)[0],
  run: () => {
    app.search.set('');
    app.screen.go({ kind: 'uploads', uploadId: upload.id });
  },
});

const nameOf = (upload: UploadView): string =>
  [displayName(upload), upload.package ? versionText(upload.package) : null].filter(Boolean).join(' ');
