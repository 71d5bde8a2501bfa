import { t } from '../../messages.ts';

/** Whether people get it; only the service itself changes that. */
export function Availability({ enabled }: { readonly enabled: boolean }) {
  return (
    <div className="row-state" title={enabled ? undefined : t('store.offHint')}>
      <span className={`dot ${enabled ? 'dot-good' : 'dot-off'}`} aria-hidden="true" />
      <span className="row-state-text">{enabled ? t('store.available') : t('store.off')}</span>
    </div>
  );
}
