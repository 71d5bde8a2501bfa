import { t } from '../../messages.ts';
import { useFormat } from '../../state/app-state.ts';

type Props = { readonly label: string; readonly iso: string };

/** Time of a row. The tooltip shows its label and the date. */
export function RowTime({ label, iso }: Props) {
  const format = useFormat();
  const at = Date.parse(iso);
  return (
    <span title={t('common.labelled', { label, text: format.dateTime(at) })}>
      {format.moment(at, Date.now())}
    </span>
  );
}
