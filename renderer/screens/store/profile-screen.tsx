import { useMemo } from 'react';
import type { AccountView, StoreItemView, StoreProfileView } from '../../../preload/page.ts';
import type { Place } from '../../logic/place.ts';
import { arrangeItems } from '../../logic/profiles.ts';
import { t } from '../../messages.ts';
import { Button, IconButton, TitleButton } from '../../parts/button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { chooseBuilds } from '../../parts/fields/choose-files.ts';
import { FileButton } from '../../parts/fields/file-button.tsx';
import { PlaceFrame } from '../../parts/frame/place-frame.tsx';
import { Grid } from '../../parts/list/grid.tsx';
import { Totals } from '../../parts/list/totals.tsx';
import { useApp } from '../../state/app-state.ts';
import { useAnswer } from '../../state/data/calls.ts';
import { useStore } from '../../state/store.ts';
import { useDropInto } from '../../state/window/drop-into.ts';
import { AnswerState } from '../answer-state.tsx';
import { NothingFound } from '../nothing-found.tsx';
import { ItemDrawer } from './item-drawer.tsx';
import { ItemRow } from './item-row.tsx';
import { ProfileDrawer } from './profile-drawer.tsx';
import { useOpenProfileActions, useUploadTo } from './store-actions.ts';
import { offeredBy, platformOf } from './store-text.ts';

type Open = Extract<Place, { readonly kind: 'store' }>['open'];

type Props = { readonly account: AccountView; readonly profileId: number; readonly open: Open };

const none: readonly StoreItemView[] = [];

export function ProfileScreen({ account, profileId, open }: Props) {
  const app = useApp();
  const search = useStore(app.search);
  const accountId = account.id;
  const answer = useAnswer('store.get', { accountId, profileId });
  const profile = answer.data;
  const items = profile?.items ?? none;
  const shown = useMemo(() => arrangeItems(items, search, platformOf), [items, search]);
  useDropInto(accountId, profile ?? null);
  const uploadTo = useUploadTo();
  const choose = (next: Open): void => app.place.choose({ kind: 'store', profileId, open: next });
  return (
    <PlaceFrame
      title={profile?.name ?? t('common.place.store')}
      back={<IconButton icon="back" label={t('store.back')} onClick={() => app.place.goTo('store')} />}
      totals={profile && <ProfileTotals profile={profile} />}
      actions={
        profile && (
          <ProfileButtons
            accountId={accountId}
            profile={profile}
            aboutIsOpen={open === 'about'}
            onAbout={() => choose(open === 'about' ? null : 'about')}
          />
        )
      }
      onCloseDrawer={() => choose(null)}
      drawer={profile && <OpenDrawer accountId={accountId} profile={profile} open={open} />}
    >
      <AnswerState account={account} answer={answer} />
      {profile && shown.length === 0 && (
        <NothingFound>
          <Empty title={t('store.emptyItemsTitle')} text={t('store.emptyItemsText')}>
            <Button
              look="primary"
              onClick={() => chooseBuilds((files) => uploadTo(accountId, profile, files))}
            >
              {t('store.addBuild')}
            </Button>
          </Empty>
        </NothingFound>
      )}
      {profile && shown.length > 0 && (
        <Grid
          label={t('store.itemsOf', { name: profile.name })}
          lines={shown}
          keyOf={(item) => String(item.id)}
          openKey={typeof open === 'number' ? String(open) : null}
          onOpen={(item) => choose(item.id)}
          onDelete={(item) => app.dialog.set({ kind: 'remove-item', accountId, profile, item })}
        >
          {(item) => <ItemRow accountId={accountId} profile={profile} item={item} />}
        </Grid>
      )}
    </PlaceFrame>
  );
}

type DrawerProps = {
  readonly accountId: string;
  readonly profile: StoreProfileView;
  readonly open: Open;
};

function OpenDrawer({ accountId, profile, open }: DrawerProps) {
  if (open === 'about') return <ProfileDrawer accountId={accountId} profile={profile} />;
  const item = profile.items.find((each) => each.id === open);
  return item ? <ItemDrawer key={item.id} accountId={accountId} profile={profile} item={item} /> : null;
}

function ProfileTotals({ profile }: { readonly profile: StoreProfileView }) {
  const count = profile.items.length;
  return <Totals parts={[...offeredBy(profile), t('store.countItems', { count })]} />;
}

type ButtonsProps = {
  readonly accountId: string;
  readonly profile: StoreProfileView;
  readonly aboutIsOpen: boolean;
  readonly onAbout: () => void;
};

function ProfileButtons({ accountId, profile, aboutIsOpen, onAbout }: ButtonsProps) {
  const uploadTo = useUploadTo();
  useOpenProfileActions(accountId, profile);
  return (
    <>
      <FileButton label={t('store.addBuild')} onFiles={(files) => uploadTo(accountId, profile, files)} />
      <TitleButton icon="info" label={t('store.details')} aria-pressed={aboutIsOpen} onClick={onAbout} />
    </>
  );
}
