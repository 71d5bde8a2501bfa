import { t } from '../../messages.ts';
import { RowState } from '../../parts/list/row.tsx';

export function Availability({ enabled }: { readonly enabled: boolean }) {
  return (
    <RowState
      dot={enabled ? 'good' : 'off'}
      text={enabled ? t('store.active') : t('store.inactive')}
      title={enabled ? undefined : t('store.offHint')}
    />
  );
}
