import type { VersionView } from '../../../preload/page.ts';
import { t } from '../../messages.ts';
import { type Action, useActions } from '../../state/actions.ts';
import { useApp } from '../../state/app-state.ts';
import { ask } from '../../state/data/calls.ts';
import type { ActiveSwitch } from './active-switch.ts';
import { useInstallLink } from './version-actions.ts';

type Open = {
  readonly accountId: string;
  readonly name: string | undefined;
  readonly shown: readonly VersionView[];
  readonly selected: readonly VersionView[];
  readonly opened: VersionView | null;
  readonly active: ActiveSwitch;
  readonly onSelectAll: () => void;
  readonly onStatistics: () => void;
};

/** Offers in the palette what can be done with the selected versions, or with the one whose details are open. */
export function useVersionsPalette(open: Open): void {
  const { name, shown, selected, opened, onSelectAll, onStatistics } = open;
  const several = useSeveralActions(open);
  const [single = opened] = selected;
  const one = useOneAction(open.accountId, selected.length > 1 ? null : single);
  const hint = name === undefined ? {} : { hint: name };
  const whole: readonly Action[] = [
    { id: 'apps.selectAll', label: t('apps.selectAll'), ...hint, run: onSelectAll },
    { id: 'apps.statistics', label: t('apps.statistics'), ...hint, run: onStatistics },
  ];
  useActions([...(shown.length > 0 ? whole : []), ...several, ...one]);
}

function useSeveralActions({ accountId, selected, opened, active }: Open): readonly Action[] {
  const app = useApp();
  const versions = selected.length > 0 || !opened ? selected : [opened];
  const on = versions.filter(({ isActive }) => isActive).length;
  if (versions.length === 0) return [];
  const hint = versions.length === 1 ? nameOf(versions[0]) : t('apps.selected', { count: versions.length });
  const set = (to: boolean) => () => active.set(versions, to);
  const remove = (): void => app.dialog.set({ kind: 'remove-versions', accountId, versions });
  return [
    ...(on < versions.length
      ? [{ id: 'apps.activate', label: t('apps.activate'), hint, run: set(true) }]
      : []),
    ...(on > 0 ? [{ id: 'apps.deactivate', label: t('apps.deactivate'), hint, run: set(false) }] : []),
    { id: 'apps.remove', label: t('apps.removeSelected'), hint, run: remove },
  ];
}

function useOneAction(accountId: string, version: VersionView | null): readonly Action[] {
  const app = useApp();
  const link = useInstallLink(accountId);
  if (!version) return [];
  const { bridge } = app.connection;
  const hint = nameOf(version);
  return [
    {
      id: 'apps.send',
      label: t('apps.send'),
      hint,
      run: () => app.dialog.set({ kind: 'send', accountId, version }),
    },
    {
      id: 'apps.copyLink',
      label: t('apps.copyLink'),
      hint,
      run: async () => ask(bridge, 'app.copyText', { text: await link(version) }),
    },
    {
      id: 'apps.openLink',
      label: t('apps.openLink'),
      hint,
      run: async () => ask(bridge, 'app.openLink', { url: await link(version) }),
    },
  ];
}

const nameOf = (version: VersionView | undefined): string =>
  version ? `${version.applicationName} ${version.version}` : '';
