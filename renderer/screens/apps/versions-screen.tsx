import { type RefObject, useMemo, useRef } from 'react';
import type { AccountView, TestApplication, TestVersion } from '../../../preload/contract.ts';
import { arrangeVersions } from '../../logic/versions.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { Empty, Loading } from '../../parts/empty.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { Grid, type GridHandle } from '../../parts/grid.tsx';
import { Menu } from '../../parts/menu.tsx';
import { PlaceFrame } from '../../parts/place-frame.tsx';
import { useApp, useFormat } from '../../state/app-state.ts';
import { useAnswer } from '../../state/calls.ts';
import { useStore } from '../../state/store.ts';
import { words } from '../../words/apps.ts';
import { words as common } from '../../words/common.ts';
import { VersionDrawer } from './version-drawer.tsx';
import { VersionRow } from './version-row.tsx';

type Props = {
  readonly account: AccountView;
  readonly applicationId: number;
  readonly versionId: number | null;
};

const none: readonly TestVersion[] = [];

export function VersionsScreen({ account, applicationId, versionId }: Props) {
  const app = useApp();
  const list = useRef<GridHandle>(null);
  const search = useStore(app.search);
  const answer = useAnswer(['apps', account.id, 'one', applicationId], 'apps.get', {
    accountId: account.id,
    applicationId,
  });
  const versions = answer.data?.profiles ?? none;
  const shown = useMemo(() => arrangeVersions(versions, search), [versions, search]);
  const opened = versions.find((version) => version.id === versionId) ?? null;
  const open = (id: number | null): void => app.place.choose({ kind: 'apps', applicationId, versionId: id });
  return (
    <PlaceFrame
      title={answer.data?.name ?? common.apps}
      back={<IconButton icon="back" label={words.back} onClick={() => app.place.goTo('apps')} />}
      totals={answer.data && <VersionTotals versions={versions} />}
      actions={answer.data && <ApplicationMenu account={account} application={answer.data} />}
      list={list}
      onCloseDrawer={() => open(null)}
      drawer={
        opened && (
          <VersionDrawer
            key={opened.id}
            accountId={account.id}
            version={opened}
            onClose={() => {
              open(null);
              list.current?.focus();
            }}
          />
        )
      }
    >
      {answer.error && (
        <div className="place-failure">
          <InlineFailure error={answer.error}>
            <Button disabled={answer.isFetching} onClick={() => void answer.refetch()}>
              {common.retry}
            </Button>
          </InlineFailure>
        </div>
      )}
      {answer.isPending && <Loading />}
      {answer.data && shown.length === 0 && search.trim() !== '' && (
        <Empty title={common.nothingFound} text={common.nothingFoundFor(search.trim())} />
      )}
      {answer.data && shown.length === 0 && search.trim() === '' && (
        <Empty title={words.emptyVersionsTitle} text={words.emptyVersionsText} />
      )}
      {shown.length > 0 && (
        <Versions
          account={account}
          shown={shown}
          opened={opened}
          list={list}
          onOpen={(version) => open(version.id)}
        />
      )}
    </PlaceFrame>
  );
}

type VersionsProps = {
  readonly account: AccountView;
  readonly shown: readonly TestVersion[];
  readonly opened: TestVersion | null;
  readonly list: RefObject<GridHandle | null>;
  readonly onOpen: (version: TestVersion) => void;
};

function Versions({ account, shown, opened, list, onOpen }: VersionsProps) {
  const app = useApp();
  const rows = useRef<HTMLDivElement>(null);
  return (
    <div className="steady" ref={rows}>
      <Grid
        handle={list}
        label={words.versionsOf(shown[0]?.applicationName ?? '')}
        lines={shown}
        keyOf={(version) => String(version.id)}
        openKey={opened ? String(opened.id) : null}
        onOpen={onOpen}
        onToggle={(version) =>
          rows.current?.querySelector<HTMLElement>(`[data-version="${version.id}"] [role="switch"]`)?.click()
        }
        onDelete={(version) => app.dialog.set({ kind: 'remove-version', accountId: account.id, version })}
      >
        {(version, active) => <VersionRow accountId={account.id} version={version} active={active} />}
      </Grid>
    </div>
  );
}

function VersionTotals({ versions }: { readonly versions: readonly TestVersion[] }) {
  const format = useFormat();
  const active = versions.filter((version) => version.isActive).length;
  return (
    <span>
      {words.countVersions(versions.length, format.count(versions.length))} ·{' '}
      {words.countActive(format.count(active))}
    </span>
  );
}

function ApplicationMenu({
  account,
  application,
}: {
  readonly account: AccountView;
  readonly application: TestApplication;
}) {
  const app = useApp();
  return (
    <Menu
      entries={[
        {
          label: words.removeApplication,
          danger: true,
          run: () =>
            app.dialog.set({
              kind: 'remove-application',
              accountId: account.id,
              applicationId: application.id,
              name: application.name,
            }),
        },
      ]}
      trigger={<IconButton icon="more" label={common.moreFor(application.name)} title={common.more} />}
    />
  );
}
