import type { UploadView } from '../../../preload/page.ts';
import { speedsBeside } from '../../logic/statistics.ts';
import { displayName, versionText } from '../../logic/uploads.ts';
import { t } from '../../messages.ts';
import { BarTable } from '../../parts/bar-table.tsx';
import { DrawerSection } from '../../parts/overlays/drawer.tsx';
import { useFormat, useUploadList } from '../../state/app-state.ts';

/** How fast this upload and the last ones to its account were sent; nothing while it is not known of this one. */
export function SpeedSection({ upload }: { readonly upload: UploadView }) {
  const format = useFormat();
  const speeds = speedsBeside(upload, useUploadList());
  if (speeds.length === 0) return null;
  return (
    <DrawerSection title={t('uploads.speeds')}>
      <BarTable
        label={t('uploads.speeds')}
        names={t('uploads.package')}
        columns={[t('uploads.speed')]}
        rows={speeds.map(({ upload: each, bytesPerSecond, share }) => ({
          key: each.id,
          name: displayName(each),
          beside: each.package && versionText(each.package),
          current: each.id === upload.id,
          shares: [share],
          values: [format.speed(bytesPerSecond)],
        }))}
      />
    </DrawerSection>
  );
}
