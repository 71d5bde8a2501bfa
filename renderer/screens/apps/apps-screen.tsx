import { useMemo, useRef } from 'react';
import type { AccountView, ListedApplicationView } from '../../../preload/page.ts';
import type { Place } from '../../logic/place.ts';
import { arrangeApplications, versionLabel } from '../../logic/versions.ts';
import { t } from '../../messages.ts';
import { Empty } from '../../parts/empty.tsx';
import { PlaceFrame } from '../../parts/frame/place-frame.tsx';
import { Grid, type GridHandle } from '../../parts/list/grid.tsx';
import { MoreButton } from '../../parts/list/row.tsx';
import { Tile } from '../../parts/list/tile.tsx';
import { Totals } from '../../parts/list/totals.tsx';
import { RowMenu } from '../../parts/overlays/menu.tsx';
import { useActiveAccount, useApp, useFormat } from '../../state/app-state.ts';
import { useAnswer } from '../../state/data/calls.ts';
import { useServicePicture } from '../../state/data/pictures.ts';
import { useStore } from '../../state/store.ts';
import { AnswerState } from '../answer-state.tsx';
import { NothingFound } from '../nothing-found.tsx';
import { FirstLook } from '../uploads/first-look.tsx';
import { VersionsScreen } from './versions-screen.tsx';

type AppsPlace = Extract<Place, { readonly kind: 'apps' }>;

export function AppsScreen({ place }: { readonly place: AppsPlace }) {
  const account = useActiveAccount();
  if (!account) {
    return (
      <PlaceFrame title={t('common.place.apps')} searchable={false}>
        <Empty title={t('apps.noAccountTitle')} text={t('apps.noAccountText')}>
          <FirstLook />
        </Empty>
      </PlaceFrame>
    );
  }
  if (place.applicationId !== null) {
    return (
      <VersionsScreen
        key={`${account.id} ${place.applicationId}`}
        account={account}
        applicationId={place.applicationId}
        details={place.open}
      />
    );
  }
  return <ApplicationList key={account.id} account={account} />;
}

function ApplicationList({ account }: { readonly account: AccountView }) {
  const app = useApp();
  const list = useRef<GridHandle>(null);
  const search = useStore(app.search);
  const answer = useAnswer(['apps', account.id, 'list'], 'apps.list', { accountId: account.id });
  const shown = useMemo(() => arrangeApplications(answer.data ?? [], search), [answer.data, search]);
  const open = (application: ListedApplicationView): void => {
    app.search.set('');
    app.place.go({ kind: 'apps', applicationId: application.id, open: null });
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
    <PlaceFrame
      title={t('common.place.apps')}
      searchable={answer.data?.length !== 0}
      list={list}
      totals={count > 0 && <Totals parts={[t('apps.countApps', { count })]} />}
    >
      <AnswerState account={account} answer={answer} />
      {answer.data && shown.length === 0 && (
        <NothingFound>
          <Empty title={t('apps.emptyTitle')} text={t('apps.emptyText')} />
        </NothingFound>
      )}
      {shown.length > 0 && (
        <Grid
          handle={list}
          label={t('apps.list')}
          lines={shown}
          keyOf={(application) => String(application.id)}
          openKey={null}
          onOpen={open}
          onDelete={askRemove}
        >
          {(application, active) => (
            <ApplicationRow
              accountId={account.id}
              application={application}
              active={active}
              onOpen={open}
              onRemove={askRemove}
            />
          )}
        </Grid>
      )}
    </PlaceFrame>
  );
}

type RowProps = {
  readonly accountId: string;
  readonly application: ListedApplicationView;
  readonly active: boolean;
  readonly onOpen: (application: ListedApplicationView) => void;
  readonly onRemove: (application: ListedApplicationView) => void;
};

function ApplicationRow({ accountId, application, active, onOpen, onRemove }: RowProps) {
  const format = useFormat();
  const last = application.last;
  const picture = useServicePicture(accountId, last?.iconUrl ?? null);
  return (
    <div className="row">
      <Tile name={application.name} picture={picture} />
      <div className="row-main">
        <div className="row-first">
          <bdi className="row-name" title={application.name}>
            {application.name}
          </bdi>
          {last && <bdi className="row-version">{versionLabel(last)}</bdi>}
        </div>
        <div className="row-second">
          {last ? (
            <span className="row-parts">
              <span>{last.platformTypeName}</span>
              <bdi>{last.uniqueName}</bdi>
            </span>
          ) : (
            <span>{t('apps.noVersion')}</span>
          )}
        </div>
      </div>
      {last && (
        <div className="row-side">
          <div className="row-state">
            <span className={`dot ${last.isActive ? 'dot-good' : 'dot-off'}`} aria-hidden="true" />
            <span className="row-state-text">{last.isActive ? t('apps.active') : t('apps.inactive')}</span>
          </div>
          <div className="row-note">{format.moment(Date.parse(last.uploadDateTimeUtc), Date.now())}</div>
        </div>
      )}
      <RowMenu
        entries={[
          { label: t('apps.showVersions'), run: () => onOpen(application) },
          'separator',
          { label: t('apps.removeApplication'), danger: true, run: () => onRemove(application) },
        ]}
        trigger={<MoreButton name={application.name} tabIndex={active ? 0 : -1} />}
      />
    </div>
  );
}
