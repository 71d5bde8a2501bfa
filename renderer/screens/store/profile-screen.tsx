import { useMemo } from 'react';
import type { AccountView, StoreItemView, StoreProfileView } from '../../../preload/page.ts';
import { arrangeItems } from '../../logic/profiles.ts';
import type { Screen } from '../../logic/screen.ts';
import { t } from '../../messages.ts';
import { Button, CopyButton, TitleButton } from '../../parts/button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { chooseBuilds, FileButton } from '../../parts/fields/file-input.tsx';
import { ScreenFrame } from '../../parts/frame/screen-frame.tsx';
import { Grid } from '../../parts/list/grid.tsx';
import { Row } from '../../parts/list/row.tsx';
import { RowTime } from '../../parts/list/row-time.tsx';
import { Tile } from '../../parts/list/tile.tsx';
import { Totals } from '../../parts/list/totals.tsx';
import { type MenuEntry, MoreMenu } from '../../parts/overlays/menu.tsx';
import { builtInAccountId, useApp, useFormat } from '../../state/app-state.ts';
import { useCallQuery, useCommand } from '../../state/data/calls.ts';
import { useServicePicture } from '../../state/data/push-data.ts';
import { useStore } from '../../state/store.ts';
import { useDropTarget } from '../../state/window/drop-target.ts';
import { NoResults } from '../nothing-found.tsx';
import { QueryState } from '../query-state.tsx';
import { Availability } from './availability.tsx';
import { ItemDrawer } from './item-drawer.tsx';
import { ProfileDrawer } from './profile-drawer.tsx';
import { useOpenProfileActions, useUploadTo } from './store-actions.ts';
import { offeredBy, platformOf } from './store-text.ts';

type Open = Extract<Screen, { readonly kind: 'store' }>['open'];

type Props = { readonly account: AccountView; readonly profileId: number; readonly open: Open };

const none: readonly StoreItemView[] = [];

export function ProfileScreen({ account, profileId, open }: Props) {
  const app = useApp();
  const search = useStore(app.search);
  const accountId = account.id;
  const answer = useCallQuery('store.get', { accountId, profileId });
  const profile = answer.data;
  const items = profile?.items ?? none;
  const shown = useMemo(() => arrangeItems(items, search, platformOf), [items, search]);
  useDropTarget(accountId, profile ?? null);
  const uploadTo = useUploadTo();
  const choose = (next: Open): void => app.screen.replace({ kind: 'store', profileId, open: next });
  return (
    <ScreenFrame
      title={profile?.name ?? t('common.screen.store')}
      back={{ label: t('store.back'), run: () => app.screen.goTo('store') }}
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
      <QueryState account={account} answer={answer} />
      {profile && shown.length === 0 && (
        <NoResults>
          <Empty title={t('store.emptyItemsTitle')} text={t('store.emptyItemsText')}>
            <Button
              variant="primary"
              onClick={() => chooseBuilds((files) => uploadTo(accountId, profile, files))}
            >
              {t('store.addBuild')}
            </Button>
          </Empty>
        </NoResults>
      )}
      {profile && shown.length > 0 && (
        <Grid
          label={t('store.itemsOf', { name: profile.name })}
          lines={shown}
          keyOf={(item) => String(item.id)}
          flexible
          openKey={typeof open === 'number' ? String(open) : null}
          onOpen={(item) => choose(item.id)}
          onDelete={(item) => app.dialog.set({ kind: 'remove-item', accountId, profile, item })}
        >
          {(item) => <ItemRow accountId={accountId} profile={profile} item={item} />}
        </Grid>
      )}
    </ScreenFrame>
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
      {profile.items.length > 0 && (
        <FileButton label={t('store.addBuild')} onFiles={(files) => uploadTo(accountId, profile, files)} />
      )}
      <TitleButton icon="info" label={t('store.details')} aria-pressed={aboutIsOpen} onClick={onAbout} />
    </>
  );
}

type ItemRowProps = {
  readonly accountId: string;
  readonly profile: StoreProfileView;
  readonly item: StoreItemView;
};

function ItemRow({ accountId, profile, item }: ItemRowProps) {
  const format = useFormat();
  const picture = useServicePicture(accountId, item.iconUrl, item.updateDateTimeUtc);
  const link = item.customUrl ?? item.link;
  return (
    <Row
      tile={<Tile name={item.name} picture={picture} />}
      name={item.version}
      beside={<span className="row-version">{platformOf(item.type)}</span>}
      second={
        <span className="row-parts">
          {item.name !== profile.name && <bdi>{item.name}</bdi>}
          <span>{format.bytes(item.fileSize)}</span>
          <RowTime label={t('store.uploaded')} iso={item.createDateTimeUtc} />
        </span>
      }
    >
      <div className="row-side">
        <Availability enabled={item.enabled && profile.enabled} />
        <div className="row-note">{t('store.downloads', { count: item.clickCount })}</div>
      </div>
      {link !== null && <CopyButton variant="quiet" text={link} label={t('store.copyLink')} />}
      <ItemMenu accountId={accountId} profile={profile} item={item} />
    </Row>
  );
}

function ItemMenu({ accountId, profile, item }: ItemRowProps) {
  const app = useApp();
  const open = useCommand('app.openLink');
  const copy = useCommand('app.copyText');
  const set = useCommand('service.setItemEnabled');
  const { customUrl, link, enabled } = item;
  const entries: MenuEntry[] = [];
  if (customUrl !== null) {
    entries.push({ label: t('store.copyLink'), run: () => copy.mutate({ text: customUrl }) });
    entries.push({ label: t('store.openPage'), run: () => open.mutate({ url: customUrl }) });
  }
  if (link !== null) entries.push({ label: t('store.copyFileLink'), run: () => copy.mutate({ text: link }) });
  if (entries.length > 0) entries.push('separator');
  if (accountId === builtInAccountId) {
    const label = enabled ? t('apps.deactivate') : t('apps.activate');
    entries.push({ label, run: () => set.mutate({ itemId: item.id, enabled: !enabled }) });
  }
  const remove = (): void => app.dialog.set({ kind: 'remove-item', accountId, profile, item });
  entries.push({ label: t('store.removeItem'), danger: true, run: remove });
  return <MoreMenu name={`${item.version} ${platformOf(item.type)}`} entries={entries} />;
}
