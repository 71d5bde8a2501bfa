import { useDeferredValue, useMemo, useState } from 'react';
import type { AccountView, ApplicationView, VersionView } from '../../../preload/page.ts';
import type { Screen } from '../../logic/screen.ts';
import { nothingSelected, type Selection, selectAll, selectedOf } from '../../logic/selection.ts';
import { findVersions, isMailing, orderVersions } from '../../logic/versions.ts';
import { t } from '../../messages.ts';
import { IconButton } from '../../parts/button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { ScreenFrame } from '../../parts/frame/screen-frame.tsx';
import { Grid } from '../../parts/list/grid.tsx';
import { Totals } from '../../parts/list/totals.tsx';
import { MoreMenu } from '../../parts/overlays/menu.tsx';
import { type Action, useActions } from '../../state/actions.ts';
import { useApp } from '../../state/app-state.ts';
import { useCallQuery } from '../../state/data/calls.ts';
import { useStore } from '../../state/store.ts';
import { useFocusFirstRow } from '../../state/window/focus-restore.ts';
import { NoResults } from '../nothing-found.tsx';
import { QueryState } from '../query-state.tsx';
import { type ActiveSwitch, useActiveSwitch } from './active-switch.ts';
import { SelectionBar } from './selection-bar.tsx';
import { StatisticsDrawer } from './statistics-drawer.tsx';
import { FirstBuildButton, UploadButton, uploadToTests } from './upload-button.tsx';
import { useVersionCommands } from './version-commands.ts';
import { VersionDrawer } from './version-drawer.tsx';
import { VersionRow } from './version-row.tsx';

type AppsLocation = Extract<Screen, { readonly kind: 'apps' }>;

type Props = {
  readonly account: AccountView;
  readonly applicationId: number;
  readonly details: AppsLocation['open'];
};

const none: readonly VersionView[] = [];
const keyOf = (version: VersionView): string => String(version.id);

export function VersionsScreen({ account, applicationId, details }: Props) {
  const app = useApp();
  const search = useDeferredValue(useStore(app.search));
  const [selection, setSelection] = useState(nothingSelected);
  const answer = useCallQuery(
    'apps.get',
    { accountId: account.id, applicationId },
    { changesSoon: ({ versions }) => versions.some(isMailing) },
  );
  const versions = answer.data?.versions ?? none;
  const ordered = useMemo(() => orderVersions(versions), [versions]);
  const shown = useMemo(() => findVersions(ordered, search), [ordered, search]);
  const selected = useMemo(() => selectedOf(shown, keyOf, selection), [shown, selection]);
  const opened = versions.find((version) => version.id === details) ?? null;
  const active = useActiveSwitch(account.id);
  useFocusFirstRow(shown.length > 0);
  const open = (next: AppsLocation['open']): void =>
    app.screen.replace({ kind: 'apps', applicationId, open: next });
  useVersionsPalette({
    ...{ accountId: account.id, name: answer.data?.name, shown, selected, opened, active },
    onSelectAll: () => setSelection(selectAll(shown.map(keyOf))),
    onStatistics: () => open('statistics'),
  });
  return (
    <ScreenFrame
      title={answer.data?.name ?? t('common.screen.apps')}
      back={{ label: t('apps.back'), run: () => app.screen.goTo('apps') }}
      totals={answer.data && <VersionTotals versions={versions} />}
      actions={
        answer.data && (
          <>
            <IconButton
              icon="chart"
              label={t('apps.statistics')}
              aria-pressed={details === 'statistics'}
              onClick={() => open(details === 'statistics' ? null : 'statistics')}
            />
            <ApplicationMenu account={account} application={answer.data} />
            {versions.length > 0 && (
              <div className="wide-only">
                <UploadButton accountId={account.id} />
              </div>
            )}
          </>
        )
      }
      onCloseDrawer={() => open(null)}
      drawer={
        details === 'statistics' && answer.data ? (
          <StatisticsDrawer account={account} application={answer.data} />
        ) : (
          opened && <VersionDrawer key={opened.id} accountId={account.id} version={opened} active={active} />
        )
      }
    >
      <QueryState account={account} answer={answer} />
      {answer.data && shown.length === 0 && (
        <NoResults>
          <Empty title={t('apps.emptyVersionsTitle')} text={t('apps.emptyVersionsText')}>
            <FirstBuildButton accountId={account.id} />
          </Empty>
        </NoResults>
      )}
      {shown.length > 0 && (
        <Versions
          {...{ account, shown, opened, active, selection, selected }}
          onSelect={setSelection}
          onOpen={(version) => open(version.id)}
        />
      )}
      {answer.data && (
        <SelectionBar
          accountId={account.id}
          active={active}
          selected={selected}
          onClear={() => setSelection(nothingSelected)}
        />
      )}
    </ScreenFrame>
  );
}

type VersionsProps = {
  readonly account: AccountView;
  readonly shown: readonly VersionView[];
  readonly opened: VersionView | null;
  readonly active: ActiveSwitch;
  readonly selection: Selection;
  readonly selected: readonly VersionView[];
  readonly onSelect: (next: Selection) => void;
  readonly onOpen: (version: VersionView) => void;
};

function Versions(props: VersionsProps) {
  const { account, shown, opened, active, selection, selected, onSelect, onOpen } = props;
  const app = useApp();
  const askRemove = (version: VersionView): void => {
    const versions = selected.length > 0 ? selected : [version];
    app.dialog.set({ kind: 'remove-versions', accountId: account.id, versions });
  };
  return (
    <div className="stable-list">
      <Grid
        label={t('apps.versionsOf', { name: shown[0]?.applicationName ?? '' })}
        lines={shown}
        keyOf={keyOf}
        flexible
        openKey={opened && keyOf(opened)}
        onOpen={onOpen}
        onToggle={(version) => active.set([version], !version.isActive)}
        onDelete={askRemove}
        several={{
          selection,
          onSelect,
          labelOf: (version) => t('apps.select', { version: version.version }),
        }}
      >
        {(version) => <VersionRow accountId={account.id} version={version} active={active} />}
      </Grid>
    </div>
  );
}

function VersionTotals({ versions }: { readonly versions: readonly VersionView[] }) {
  const active = versions.filter((version) => version.isActive).length;
  return (
    <Totals
      parts={[t('apps.countVersions', { count: versions.length }), t('apps.countActive', { count: active })]}
    />
  );
}

type MenuProps = { readonly account: AccountView; readonly application: ApplicationView };

function ApplicationMenu({ account, application: { id, name } }: MenuProps) {
  const app = useApp();
  const remove = (): void =>
    app.dialog.set({ kind: 'remove-application', accountId: account.id, applicationId: id, name });
  return (
    <MoreMenu
      name={name}
      entries={[
        { label: t('uploads.upload'), run: () => uploadToTests(app, account.id) },
        'separator',
        { label: t('apps.removeApplication'), danger: true, run: remove },
      ]}
    />
  );
}

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

function useVersionsPalette(open: Open): void {
  const { name, shown, selected, opened, onSelectAll, onStatistics } = open;
  const several = useSeveralActions(open);
  const [single = opened] = selected;
  const commands = useVersionCommands(open.accountId, open.active);
  const chosen = single && selected.length < 2 ? commands(single) : several;
  const hint = name === undefined ? {} : { hint: name };
  const whole: readonly Action[] = [
    { id: 'apps.selectAll', label: t('apps.selectAll'), ...hint, run: onSelectAll },
    { id: 'apps.statistics', label: t('apps.statistics'), ...hint, run: onStatistics },
  ];
  useActions([...(shown.length > 0 ? whole : []), ...chosen]);
}

function useSeveralActions({ accountId, selected: versions, active }: Open): readonly Action[] {
  const app = useApp();
  const on = versions.filter(({ isActive }) => isActive).length;
  const hint = t('apps.selected', { count: versions.length });
  const set = (to: boolean) => () => active.set(versions, to);
  const remove = (): void => app.dialog.set({ kind: 'remove-versions', accountId, versions });
  return [
    ...(on < versions.length
      ? [
          {
            id: 'apps.activate',
            label: t('apps.activate'),
            hint,
            command: 'activate' as const,
            run: set(true),
          },
        ]
      : []),
    ...(on > 0 ? [{ id: 'apps.deactivate', label: t('apps.deactivate'), hint, run: set(false) }] : []),
    { id: 'apps.remove', label: t('apps.removeSelected'), hint, command: 'remove', run: remove },
  ];
}
