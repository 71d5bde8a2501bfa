import type { StoreItemView, StoreProfileView } from '../../../preload/page.ts';
import { t } from '../../messages.ts';
import { CopyButton } from '../../parts/button.tsx';
import { MoreButton } from '../../parts/list/row.tsx';
import { Tile } from '../../parts/list/tile.tsx';
import { RowMenu } from '../../parts/overlays/menu.tsx';
import { useApp, useFormat } from '../../state/app-state.ts';
import { useAsk } from '../../state/data/calls.ts';
import { useServicePicture } from '../../state/data/pictures.ts';
import { Availability } from './availability.tsx';
import { linkOf, platformOf } from './store-text.ts';

const builtInAccountId = 'built-in';

type Props = {
  readonly accountId: string;
  readonly profile: StoreProfileView;
  readonly item: StoreItemView;
  readonly active: boolean;
};

export function ItemRow({ accountId, profile, item, active }: Props) {
  const format = useFormat();
  const picture = useServicePicture(accountId, item.iconUrl, item.updateDateTimeUtc);
  const link = linkOf(item);
  const tabIndex = active ? 0 : -1;
  return (
    <div className="row">
      <Tile name={item.name} picture={picture} />
      <div className="row-main">
        <div className="row-first">
          <bdi className="row-name">{item.version}</bdi>
          <span className="row-version">{platformOf(item.type)}</span>
        </div>
        <div className="row-second">
          <span dir="auto">
            {[
              item.name === profile.name ? null : item.name,
              format.bytes(item.fileSize),
              format.moment(Date.parse(item.createDateTimeUtc), Date.now()),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </div>
      </div>
      <div className="row-side">
        <Availability enabled={item.enabled && profile.enabled} />
        <div className="row-note">{t('store.downloads', { count: item.clickCount })}</div>
      </div>
      {link !== null && (
        <CopyButton look="quiet" tabIndex={tabIndex} text={link} label={t('store.copyLink')} />
      )}
      <ItemMenu accountId={accountId} profile={profile} item={item} tabIndex={tabIndex} />
    </div>
  );
}

type MenuProps = Omit<Props, 'active'> & { readonly tabIndex: number };

function ItemMenu({ accountId, profile, item, tabIndex }: MenuProps) {
  const app = useApp();
  const open = useAsk('app.openLink');
  const copy = useAsk('app.copyText');
  const set = useAsk('service.setItemEnabled');
  const { customUrl, link, enabled } = item;
  return (
    <RowMenu
      entries={[
        ...(customUrl === null
          ? []
          : [
              { label: t('store.copyLink'), run: () => copy.mutate({ text: customUrl }) },
              { label: t('store.openPage'), run: () => open.mutate({ url: customUrl }) },
            ]),
        ...(link === null
          ? []
          : [{ label: t('store.copyFileLink'), run: () => copy.mutate({ text: link }) }]),
        ...(customUrl === null && link === null ? [] : (['separator'] as const)),
        ...(accountId === builtInAccountId
          ? [
              {
                label: enabled ? t('store.disableItem') : t('store.enableItem'),
                run: () => set.mutate({ itemId: item.id, enabled: !enabled }),
              },
            ]
          : []),
        {
          label: t('store.removeItem'),
          danger: true,
          run: () => app.dialog.set({ kind: 'remove-item', accountId, profile, item }),
        },
      ]}
      trigger={<MoreButton name={`${item.version} ${platformOf(item.type)}`} tabIndex={tabIndex} />}
    />
  );
}
