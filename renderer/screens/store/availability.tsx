import { words } from '../../words/store.ts';

/** Whether people get it; only the service itself changes that. */
export function Availability({ enabled }: { readonly enabled: boolean }) {
  return (
    <div className="row-state" title={enabled ? undefined : words.offHint}>
      <span className={`dot ${enabled ? 'dot-good' : 'dot-off'}`} aria-hidden="true" />
      <span className="row-state-text">{enabled ? words.available : words.off}</span>
    </div>
  );
}
