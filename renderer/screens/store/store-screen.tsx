import { useMemo } from 'react';
import type { AccountView, StoreProfileSummary } from '../../../preload/page.ts';
import type { Place } from '../../logic/place.ts';
import { arrangeProfiles } from '../../logic/profiles.ts';
import { t } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { chooseBuilds } from '../../parts/fields/choose-files.ts';
import { FileButton } from '../../parts/fields/file-button.tsx';
import { PlaceFrame } from '../../parts/frame/place-frame.tsx';
import { Grid } from '../../parts/list/grid.tsx';
import { Totals } from '../../parts/list/totals.tsx';
import { useActiveAccount, useApp } from '../../state/app-state.ts';
import { useAnswer } from '../../state/data/calls.ts';
import { useStore } from '../../state/store.ts';
import { useDropInto } from '../../state/window/drop-into.ts';
import { AnswerState } from '../answer-state.tsx';
import { NothingFound } from '../nothing-found.tsx';
import { FirstLook } from '../uploads/first-look.tsx';
import { ProfileRow } from './profile-row.tsx';
import { ProfileScreen } from './profile-screen.tsx';
import { useUploadTo } from './store-actions.ts';

type StorePlace = Extract<Place, { readonly kind: 'store' }>;

export function StoreScreen({ place }: { readonly place: StorePlace }) {
  const account = useActiveAccount();
  if (!account) {
    return (
      <PlaceFrame title={t('common.place.store')} searchable={false}>
        <Empty title={t('store.noAccountTitle')} text={t('store.noAccountText')}>
          <FirstLook />
        </Empty>
      </PlaceFrame>
    );
  }
  if (place.profileId !== null) {
    return (
      <ProfileScreen
        key={`${account.id} ${place.profileId}`}
        account={account}
        profileId={place.profileId}
        open={place.open}
      />
    );
  }
  return <ProfileList key={account.id} account={account} />;
}

const none: readonly StoreProfileSummary[] = [];

function ProfileList({ account }: { readonly account: AccountView }) {
  const app = useApp();
  const search = useStore(app.search);
  const answer = useAnswer('store.list', { accountId: account.id });
  const profiles = answer.data ?? none;
  const shown = useMemo(() => arrangeProfiles(profiles, search), [profiles, search]);
  const open = (profile: StoreProfileSummary): void => {
    app.search.set('');
    app.place.go({ kind: 'store', profileId: profile.id, open: null });
  };
  useDropInto(account.id, null);
  const uploadTo = useUploadTo();
  const upload = (files: readonly File[]): void => uploadTo(account.id, null, files);
  return (
    <PlaceFrame
      title={t('common.place.store')}
      searchable={answer.data?.length !== 0}
      totals={
        profiles.length > 0 && <Totals parts={[t('store.countProfiles', { count: profiles.length })]} />
      }
      actions={<FileButton label={t('store.upload')} onFiles={upload} />}
    >
      <AnswerState account={account} answer={answer} />
      {answer.data && shown.length === 0 && (
        <NothingFound>
          <Empty title={t('store.emptyTitle')} text={t('store.emptyText')}>
            <Button look="primary" onClick={() => chooseBuilds(upload)}>
              {t('store.upload')}
            </Button>
          </Empty>
        </NothingFound>
      )}
      {shown.length > 0 && (
        <Grid
          label={t('store.list')}
          lines={shown}
          keyOf={(profile) => String(profile.id)}
          onOpen={open}
          onDelete={(profile) => app.dialog.set({ kind: 'remove-profile', accountId: account.id, profile })}
        >
          {(profile) => <ProfileRow accountId={account.id} profile={profile} onOpen={() => open(profile)} />}
        </Grid>
      )}
    </PlaceFrame>
  );
}
