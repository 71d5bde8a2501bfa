import type { StoreItemView, StoreProfileView } from '../../../preload/page.ts';
import { t } from '../../messages.ts';
import { CopyButton } from '../../parts/button.tsx';
import { Row } from '../../parts/list/row.tsx';
import { Tile } from '../../parts/list/tile.tsx';
import { type MenuEntry, MoreMenu } from '../../parts/overlays/menu.tsx';
import { builtInAccountId, useApp, useFormat } from '../../state/app-state.ts';
import { useAsk } from '../../state/data/calls.ts';
import { useServicePicture } from '../../state/data/pictures.ts';
import { Availability } from './availability.tsx';
import { platformOf } from './store-text.ts';

type Props = {
  readonly accountId: string;
  readonly profile: StoreProfileView;
  readonly item: StoreItemView;
};

export function ItemRow({ accountId, profile, item }: Props) {
  const format = useFormat();
  const picture = useServicePicture(accountId, item.iconUrl, item.updateDateTimeUtc);
  const link = item.customUrl ?? item.link;
  const about = [
    item.name === profile.name ? null : item.name,
    format.bytes(item.fileSize),
    format.moment(Date.parse(item.createDateTimeUtc), Date.now()),
  ];
  return (
    <Row
      tile={<Tile name={item.name} picture={picture} />}
      name={item.version}
      beside={<span className="row-version">{platformOf(item.type)}</span>}
      second={<span dir="auto">{about.filter(Boolean).join(' · ')}</span>}
    >
      <div className="row-side">
        <Availability enabled={item.enabled && profile.enabled} />
        <div className="row-note">{t('store.downloads', { count: item.clickCount })}</div>
      </div>
      {link !== null && <CopyButton look="quiet" text={link} label={t('store.copyLink')} />}
      <ItemMenu accountId={accountId} profile={profile} item={item} />
    </Row>
  );
}

function ItemMenu({ accountId, profile, item }: Props) {
  const app = useApp();
  const open = useAsk('app.openLink');
  const copy = useAsk('app.copyText');
  const set = useAsk('service.setItemEnabled');
  const { customUrl, link, enabled } = item;
  const entries: MenuEntry[] = [];
  if (customUrl !== null) {
    entries.push({ label: t('store.copyLink'), run: () => copy.mutate({ text: customUrl }) });
    entries.push({ label: t('store.openPage'), run: () => open.mutate({ url: customUrl }) });
  }
  if (link !== null) entries.push({ label: t('store.copyFileLink'), run: () => copy.mutate({ text: link }) });
  if (entries.length > 0) entries.push('separator');
  if (accountId === builtInAccountId) {
    const label = enabled ? t('store.disableItem') : t('store.enableItem');
    entries.push({ label, run: () => set.mutate({ itemId: item.id, enabled: !enabled }) });
  }
  const remove = (): void => app.dialog.set({ kind: 'remove-item', accountId, profile, item });
  entries.push({ label: t('store.removeItem'), danger: true, run: remove });
  return <MoreMenu name={`${item.version} ${platformOf(item.type)}`} entries={entries} />;
}
