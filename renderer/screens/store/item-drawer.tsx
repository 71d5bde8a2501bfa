import type { StoreItemView, StoreProfileView } from '../../../preload/page.ts';
import { t } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';
import { Folded } from '../../parts/folded.tsx';
import { Drawer, DrawerSection, Facts } from '../../parts/overlays/drawer.tsx';
import { useApp, useFormat } from '../../state/app-state.ts';
import { Availability } from './availability.tsx';
import { PageLink } from './profile-drawer.tsx';
import { platformOf } from './store-text.ts';

type Props = {
  readonly accountId: string;
  readonly profile: StoreProfileView;
  readonly item: StoreItemView;
};

export function ItemDrawer({ accountId, profile, item }: Props) {
  const app = useApp();
  const format = useFormat();
  return (
    <Drawer title={`${item.name} ${item.version}`} subtitle={platformOf(item.type)}>
      <div className="drawer-bar">
        <Availability enabled={item.enabled && profile.enabled} />
      </div>
      <PageLink name={`${item.name} ${item.version}`} link={item.customUrl} />
      <DrawerSection title={t('store.details')}>
        <Facts
          facts={[
            [t('store.name'), item.name],
            [t('store.version'), item.version],
            [t('store.platform'), platformOf(item.type)],
            [t('store.size'), format.bytes(item.fileSize)],
            [t('store.uploaded'), format.dateTime(Date.parse(item.createDateTimeUtc))],
            [t('store.downloaded'), format.count(item.clickCount)],
          ]}
        />
        <Folded title={t('common.technicalDetails')}>
          <Facts
            facts={[
              [t('store.itemNumber'), item.id],
              [t('store.uniqueId'), item.uniqueId],
            ]}
          />
        </Folded>
      </DrawerSection>
      <div className="drawer-bar">
        <Button
          variant="danger"
          onClick={() => app.dialog.set({ kind: 'remove-item', accountId, profile, item })}
        >
          {t('store.removeItem')}
        </Button>
      </div>
    </Drawer>
  );
}
