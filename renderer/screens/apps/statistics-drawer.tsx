import type { AccountView, ApplicationView } from '../../../preload/page.ts';
import { deliveryOfVersions, deliverySteps, stepShares, totalCounts } from '../../logic/statistics.ts';
import { mailedCount, versionLabel } from '../../logic/versions.ts';
import { t } from '../../messages.ts';
import { type BarCell, BarTable } from '../../parts/bar-table.tsx';
import { Drawer, DrawerSection } from '../../parts/overlays/drawer.tsx';
import { useFormat } from '../../state/app-state.ts';
import { useCallQuery } from '../../state/data/calls.ts';

type Props = { readonly account: AccountView; readonly application: ApplicationView };

export function StatisticsDrawer({ account, application: { id, name, versions } }: Props) {
  const format = useFormat();
  const values = { accountId: account.id, area: 'testingdist', applicationId: id } as const;
  const { data: savings } = useCallQuery('uploads.savings', values);
  const deliveries = deliveryOfVersions(versions);
  const isReported = (step: number): boolean =>
    account.kind === 'built-in' || deliveries.some(({ counts }) => (counts[step] ?? 0) > 0);
  const columns = deliverySteps.map((step) => t(`apps.delivery.${step}`));
  const cellsOf = (counts: readonly number[]): readonly BarCell[] => {
    const shares = stepShares(counts);
    return counts
      .map((count, step) => ({ text: format.count(count), share: shares[step] ?? null }))
      .filter((_, step) => isReported(step));
  };
  const missing = columns.filter((_, step) => !isReported(step));
  return (
    <Drawer title={name} subtitle={t('apps.statistics')}>
      <DrawerSection title={t('apps.who')}>
        {deliveries.every(({ version }) => mailedCount(version.mail) === 0) ? (
          <p className="quiet">{t('apps.noneYet')}</p>
        ) : (
          <BarTable
            label={t('apps.who')}
            names={t('uploads.version')}
            columns={columns.filter((_, step) => isReported(step))}
            rows={deliveries.map(({ version, counts, isTwice }) => ({
              key: String(version.id),
              name: versionLabel(version),
              note: isTwice ? version.platformTypeName : null,
              cells: cellsOf(counts),
            }))}
            total={
              deliveries.length > 1
                ? { key: 'total', name: t('apps.total'), cells: cellsOf(totalCounts(deliveries)) }
                : null
            }
          />
        )}
      </DrawerSection>
      {deliveries.length < versions.length && (
        <p className="field-hint">{t('apps.newestOnly', { count: deliveries.length })}</p>
      )}
      <p className="field-hint">
        {missing.length === 0
          ? t('apps.notInstalled')
          : t('apps.notReported', { steps: format.list(missing) })}
      </p>
      {savings && savings.savedBytes > 0 && (
        <DrawerSection title={t('apps.uploads')}>
          <p>
            {t('apps.saved', {
              saved: format.bytes(savings.savedBytes),
              total: format.bytes(savings.totalBytes),
            })}
          </p>
          <p className="field-hint">{t('apps.savedHint')}</p>
        </DrawerSection>
      )}
    </Drawer>
  );
}
