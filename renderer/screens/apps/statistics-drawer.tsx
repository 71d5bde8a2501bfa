import type { AccountView, ApplicationView } from '../../../preload/page.ts';
import { deliveryOfVersions, deliverySteps } from '../../logic/statistics.ts';
import { mailedCount, versionLabel } from '../../logic/versions.ts';
import { t } from '../../messages.ts';
import { BarTable } from '../../parts/bar-table.tsx';
import { Drawer, DrawerSection } from '../../parts/overlays/drawer.tsx';
import { useFormat } from '../../state/app-state.ts';

type Props = { readonly account: AccountView; readonly application: ApplicationView };

export function StatisticsDrawer({ account, application: { name, versions } }: Props) {
  const format = useFormat();
  const deliveries = deliveryOfVersions(versions);
  return (
    <Drawer title={name} subtitle={t('apps.statistics')}>
      <DrawerSection title={t('apps.who')}>
        {deliveries.every(({ version }) => mailedCount(version.mail) === 0) ? (
          <p className="quiet">{t('apps.noneYet')}</p>
        ) : (
          <BarTable
            label={t('apps.who')}
            names={t('uploads.version')}
            columns={deliverySteps.map((step) => t(`apps.delivery.${step}`))}
            rows={deliveries.map(({ version, counts, shares, isTwice }) => ({
              key: String(version.id),
              name: versionLabel(version),
              note: isTwice ? version.platformTypeName : null,
              shares,
              values: counts.map(format.count),
            }))}
          />
        )}
      </DrawerSection>
      {deliveries.length < versions.length && (
        <p className="field-hint">{t('apps.newestOnly', { count: deliveries.length })}</p>
      )}
      <p className="field-hint">{t('apps.notInstalled')}</p>
      {account.kind !== 'built-in' && <p className="field-hint">{t('apps.asReported')}</p>}
    </Drawer>
  );
}
