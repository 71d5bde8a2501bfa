import type { BuildsUse } from '../../../preload/page.ts';
import { usageBars } from '../../logic/statistics.ts';
import { t } from '../../messages.ts';
import { BarTable } from '../../parts/bar-table.tsx';
import { useFormat } from '../../state/app-state.ts';

/** Whose builds take how much of the storage. */
export function UsagePart({ usage }: { readonly usage: readonly BuildsUse[] }) {
  const format = useFormat();
  const { rows, rest, shared } = usageBars(usage);
  const line = (key: string, { builds, bytes }: Pick<BuildsUse, 'builds' | 'bytes'>, share: number) => ({
    key,
    shares: [share],
    values: [format.count(builds), format.bytes(bytes)],
  });
  return (
    <>
      <h3>{t('service.byApplication')}</h3>
      <BarTable
        label={t('service.byApplication')}
        names={t('uploads.application')}
        columns={[t('service.builds'), t('apps.size')]}
        rows={[
          ...rows.map(({ use, share }) => ({
            ...line(`${use.area} ${use.id}`, use, share),
            name: use.name,
            beside: use.area === 'appstore' ? t('common.area.appstore') : null,
          })),
          ...(rest
            ? [
                {
                  ...line('rest', rest, rest.share),
                  name: t('service.otherApplications', { count: rest.owners }),
                },
              ]
            : []),
        ]}
      />
      {shared && <p className="field-hint">{t('service.sharedBuilds')}</p>}
    </>
  );
}
