import { useMemo, useRef } from 'react';
import type { AccountView, StoreProfileSummary } from '../../../preload/contract.ts';
import type { Place } from '../../logic/place.ts';
import { arrangeProfiles } from '../../logic/profiles.ts';
import { Button } from '../../parts/button.tsx';
import { chooseBuilds } from '../../parts/choose-files.ts';
import { Empty, Loading } from '../../parts/empty.tsx';
import { FileButton } from '../../parts/file-button.tsx';
import { Grid, type GridHandle } from '../../parts/grid.tsx';
import { PlaceFrame } from '../../parts/place-frame.tsx';
import { useActiveAccount, useApp, useFormat } from '../../state/app-state.ts';
import { useAnswer } from '../../state/calls.ts';
import { useDropInto } from '../../state/drop-into.ts';
import { useStore } from '../../state/store.ts';
import { words as common } from '../../words/common.ts';
import { words } from '../../words/store.ts';
import { AnswerFailure } from '../answer-failure.tsx';
import { FirstLook } from '../uploads/first-look.tsx';
import { ProfileRow } from './profile-row.tsx';
import { ProfileScreen } from './profile-screen.tsx';
import { useUploadTo } from './store-actions.ts';

type StorePlace = Extract<Place, { readonly kind: 'store' }>;

export function StoreScreen({ place }: { readonly place: StorePlace }) {
  const account = useActiveAccount();
  if (!account) {
    return (
      <PlaceFrame title={common.store}>
        <Empty title={words.noAccountTitle} text={words.noAccountText}>
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
  const format = useFormat();
  const list = useRef<GridHandle>(null);
  const search = useStore(app.search);
  const answer = useAnswer(['store', account.id, 'list'], 'store.list', { accountId: account.id });
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
      title={common.store}
      list={list}
      totals={
        answer.data && <span>{words.countProfiles(profiles.length, format.count(profiles.length))}</span>
      }
      actions={<FileButton label={words.upload} onFiles={upload} />}
    >
      <AnswerFailure account={account} answer={answer} />
      {answer.isPending && <Loading />}
      {answer.data && shown.length === 0 && search.trim() !== '' && (
        <Empty title={common.nothingFound} text={common.nothingFoundFor(search.trim())} />
      )}
      {answer.data && profiles.length === 0 && search.trim() === '' && (
        <Empty title={words.emptyTitle} text={words.emptyText}>
          <Button look="primary" onClick={() => chooseBuilds(upload)}>
            {words.upload}
          </Button>
        </Empty>
      )}
      {shown.length > 0 && (
        <Grid
          handle={list}
          label={words.list}
          lines={shown}
          keyOf={(profile) => String(profile.id)}
          openKey={null}
          onOpen={open}
          onDelete={(profile) => app.dialog.set({ kind: 'remove-profile', accountId: account.id, profile })}
        >
          {(profile, active) => (
            <ProfileRow
              accountId={account.id}
              profile={profile}
              active={active}
              onOpen={() => open(profile)}
            />
          )}
        </Grid>
      )}
    </PlaceFrame>
  );
}
