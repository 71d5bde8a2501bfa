import { useMemo } from 'react';
import type { AccountView, ListedApplicationView, VersionView } from '../../../preload/page.ts';
import type { Screen } from '../../logic/screen.ts';
import { arrangeApplications, versionLabel } from '../../logic/versions.ts';
import { t } from '../../messages.ts';
import { Empty } from '../../parts/empty.tsx';
import { ScreenFrame } from '../../parts/frame/screen-frame.tsx';
import { Grid } from '../../parts/list/grid.tsx';
import { Row, RowSide } from '../../parts/list/row.tsx';
import { RowTime } from '../../parts/list/row-time.tsx';
import { Tile } from '../../parts/list/tile.tsx';
import { Totals } from '../../parts/list/totals.tsx';
import { MoreMenu } from '../../parts/overlays/menu.tsx';
import { useActiveAccount, useApp } from '../../state/app-state.ts';
import { useCallQuery } from '../../state/data/calls.ts';
import { useVersionPicture } from '../../state/data/push-data.ts';
import { useStore } from '../../state/store.ts';
import { NoResults } from '../nothing-found.tsx';
import { QueryState } from '../query-state.tsx';
import { FirstUploadHint } from '../uploads/first-upload.tsx';
import { FirstBuildButton, UploadButton, uploadToTests } from './upload-button.tsx';
import { VersionsScreen } from './versions-screen.tsx';

type AppsLocation = Extract<Screen, { readonly kind: 'apps' }>;

export function AppsScreen({ location }: { readonly location: AppsLocation }) {
  const account = useActiveAccount();
  if (!account) {
    return (
      <ScreenFrame title={t('common.screen.apps')} searchable={false}>
        <Empty drawing="service" title={t('apps.noAccountTitle')} text={t('apps.noAccountText')}>
          <FirstUploadHint />
        </Empty>
      </ScreenFrame>
    );
  }
  if (location.applicationId !== null) {
    return (
      <VersionsScreen
        key={`${account.id} ${location.applicationId}`}
        account={account}
        applicationId={location.applicationId}
        details={location.open}
      />
    );
  }
  return <ApplicationList key={account.id} account={account} />;
}

function ApplicationList({ account }: { readonly account: AccountView }) {
  const app = useApp();
  const search = useStore(app.search);
  const answer = useCallQuery('apps.list', { accountId: account.id });
  const shown = useMemo(() => arrangeApplications(answer.data ?? [], search), [answer.data, search]);
  const open = (application: ListedApplicationView): void => {
    app.search.set('');
    app.screen.go({ kind: 'apps', applicationId: application.id, open: null });
  };
  const askRemove = (application: ListedApplicationView): void =>
    app.dialog.set({
      kind: 'remove-application',
      accountId: account.id,
      applicationId: application.id,
      name: application.name,
    });
  const count = answer.data?.length ?? 0;
  return (
    <ScreenFrame
      title={t('common.screen.apps')}
      searchable={answer.data?.length !== 0}
      totals={count > 0 && <Totals parts={[t('apps.countApps', { count })]} />}
      actions={answer.data?.length !== 0 && <UploadButton accountId={account.id} />}
    >
      <QueryState account={account} answer={answer} />
      {answer.data && shown.length === 0 && (
        <NoResults>
          <Empty drawing="phone" title={t('apps.emptyTitle')} text={t('apps.emptyText')}>
            <FirstBuildButton accountId={account.id} />
          </Empty>
        </NoResults>
      )}
      {shown.length > 0 && (
        <Grid
          label={t('apps.list')}
          lines={shown}
          keyOf={(application) => String(application.id)}
          flexible
          onOpen={open}
          onDelete={askRemove}
        >
          {(application) => (
            <ApplicationRow
              accountId={account.id}
              application={application}
              onOpen={open}
              onRemove={askRemove}
            />
          )}
        </Grid>
      )}
    </ScreenFrame>
  );
}

type RowProps = {
  readonly accountId: string;
  readonly application: ListedApplicationView;
  readonly onOpen: (application: ListedApplicationView) => void;
  readonly onRemove: (application: ListedApplicationView) => void;
};

function ApplicationRow({ accountId, application, onOpen, onRemove }: RowProps) {
  const app = useApp();
  const { last, name, totals } = application;
  const picture = useVersionPicture(accountId, last);
  return (
    <Row
      tile={<Tile name={name} picture={picture} />}
      name={name}
      version={last && versionLabel(last)}
      second={
        last ? (
          <span className="row-parts">
            <span>{last.platformTypeName}</span>
            <bdi>{last.uniqueName}</bdi>
            <RowTime label={t('apps.uploaded')} iso={last.uploadDateTimeUtc} />
          </span>
        ) : (
          <span>{t('apps.noVersion')}</span>
        )
      }
    >
      {last && (
        <RowSide
          dot={(totals?.active ?? Number(last.isActive)) > 0 ? 'good' : 'off'}
          text={activeText(last, totals)}
          note={totals && totals.opened > 0 && t('common.mailCount.opened', { count: totals.opened })}
        />
      )}
      <MoreMenu
        name={name}
        entries={[
          { label: t('apps.showVersions'), run: () => onOpen(application) },
          { label: t('uploads.upload'), run: () => uploadToTests(app, accountId) },
          'separator',
          { label: t('apps.removeApplication'), danger: true, run: () => onRemove(application) },
        ]}
      />
    </Row>
  );
}

function activeText(last: VersionView, totals: ListedApplicationView['totals']): string {
  if (totals && totals.versions > 1)
    return t('apps.activeOf', { active: totals.active, all: totals.versions });
  return last.isActive ? t('apps.active') : t('apps.inactive');
}
