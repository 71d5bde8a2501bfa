import { useMemo } from 'react';
import type { AccountView, StoreProfileSummary } from '../../../preload/page.ts';
import { arrangeProfiles } from '../../logic/profiles.ts';
import type { Screen } from '../../logic/screen.ts';
import { t } from '../../messages.ts';
import { Button, CopiedNote } from '../../parts/button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { chooseBuilds, FileButton } from '../../parts/fields/file-input.tsx';
import { ScreenFrame } from '../../parts/frame/screen-frame.tsx';
import { Grid } from '../../parts/list/grid.tsx';
import { Row } from '../../parts/list/row.tsx';
import { RowTime } from '../../parts/list/row-time.tsx';
import { Tile } from '../../parts/list/tile.tsx';
import { Totals } from '../../parts/list/totals.tsx';
import { MoreMenu } from '../../parts/overlays/menu.tsx';
import { useActiveAccount, useApp } from '../../state/app-state.ts';
import { useCallQuery } from '../../state/data/calls.ts';
import { useServicePicture } from '../../state/data/push-data.ts';
import { useStore } from '../../state/store.ts';
import { useDropTarget } from '../../state/window/drop-target.ts';
import { NoResults } from '../nothing-found.tsx';
import { QueryState } from '../query-state.tsx';
import { FirstUploadHint } from '../uploads/first-upload.tsx';
import { Availability } from './availability.tsx';
import { useProfileActions } from './profile-actions.ts';
import { ProfileScreen } from './profile-screen.tsx';
import { useUploadTo } from './store-actions.ts';
import { offeredBy } from './store-text.ts';

type StoreLocation = Extract<Screen, { readonly kind: 'store' }>;

export function StoreScreen({ location }: { readonly location: StoreLocation }) {
  const account = useActiveAccount();
  if (!account) {
    return (
      <ScreenFrame title={t('common.screen.store')} searchable={false}>
        <Empty drawing="service" title={t('store.noAccountTitle')} text={t('store.noAccountText')}>
          <FirstUploadHint />
        </Empty>
      </ScreenFrame>
    );
  }
  if (location.profileId !== null) {
    return (
      <ProfileScreen
        key={`${account.id} ${location.profileId}`}
        account={account}
        profileId={location.profileId}
        open={location.open}
      />
    );
  }
  return <ProfileList key={account.id} account={account} />;
}

const none: readonly StoreProfileSummary[] = [];

function ProfileList({ account }: { readonly account: AccountView }) {
  const app = useApp();
  const search = useStore(app.search);
  const answer = useCallQuery('store.list', { accountId: account.id });
  const profiles = answer.data ?? none;
  const shown = useMemo(() => arrangeProfiles(profiles, search), [profiles, search]);
  const open = (profile: StoreProfileSummary): void => {
    app.search.set('');
    app.screen.go({ kind: 'store', profileId: profile.id, open: null });
  };
  useDropTarget(account.id, null);
  const uploadTo = useUploadTo();
  const upload = (files: readonly File[]): void => uploadTo(account.id, null, files);
  return (
    <ScreenFrame
      title={t('common.screen.store')}
      searchable={answer.data?.length !== 0}
      totals={
        profiles.length > 0 && <Totals parts={[t('store.countProfiles', { count: profiles.length })]} />
      }
      actions={answer.data?.length !== 0 && <FileButton label={t('store.upload')} onFiles={upload} />}
    >
      <QueryState account={account} answer={answer} />
      {answer.data && shown.length === 0 && (
        <NoResults>
          <Empty drawing="phone" title={t('store.emptyTitle')} text={t('store.emptyText')}>
            <Button variant="primary" onClick={() => chooseBuilds(upload)}>
              {t('store.upload')}
            </Button>
          </Empty>
        </NoResults>
      )}
      {shown.length > 0 && (
        <Grid
          label={t('store.list')}
          lines={shown}
          keyOf={(profile) => String(profile.id)}
          flexible
          onOpen={open}
          onDelete={(profile) => app.dialog.set({ kind: 'remove-profile', accountId: account.id, profile })}
        >
          {(profile) => <ProfileRow accountId={account.id} profile={profile} onOpen={() => open(profile)} />}
        </Grid>
      )}
    </ScreenFrame>
  );
}

type Props = {
  readonly accountId: string;
  readonly profile: StoreProfileSummary;
  readonly onOpen: () => void;
};

function ProfileRow({ accountId, profile, onOpen }: Props) {
  const actions = useProfileActions(accountId, profile);
  const picture = useServicePicture(accountId, profile.iconUrl, profile.updateDateTimeUtc);
  const { name, shortDescription, appUniqueId, itemCount } = profile;
  return (
    <Row
      tile={<Tile name={name} picture={picture} />}
      name={name}
      beside={<span className="row-version">{offeredBy(profile).join(' · ') || t('store.noItems')}</span>}
      failure={actions.failure}
      second={
        <span dir="auto" title={shortDescription ?? undefined}>
          {[shortDescription, appUniqueId].filter(Boolean).join(' · ')}
        </span>
      }
    >
      <div className="row-side">
        <Availability enabled={profile.enabled} />
        <div className="row-note">
          {t('store.countItems', { count: itemCount })}
          {' · '}
          <RowTime label={t('store.changed')} iso={profile.updateDateTimeUtc} />
        </div>
      </div>
      <MoreMenu name={name} entries={[{ label: t('store.showItems'), run: onOpen }, ...actions.menu]} />
      <CopiedNote copied={actions.copied} />
    </Row>
  );
}
