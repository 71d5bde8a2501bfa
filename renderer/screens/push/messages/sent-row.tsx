import type { SentMessageView } from '../../../../preload/page.ts';
import { targetIn } from '../../../logic/push/draft.ts';
import { t } from '../../../messages.ts';
import { IconRow } from '../../../parts/list/row.tsx';
import { useFormat } from '../../../state/app-state.ts';

/** `Topic news`, `Device f3a…`. */
export function targetText(to: string): string {
  const { kind, text } = targetIn(to);
  return kind === 'topic'
    ? t('push-messages.topic', { name: text })
    : t('push-messages.device', { token: text });
}

export function SentRow({ message }: { readonly message: SentMessageView }) {
  const format = useFormat();
  const { to, excerpt, sender, outcome, at } = message;
  const failed = outcome.ok ? '' : 'tone-failed';
  const about = [excerpt, sender ?? t('push-messages.once')].filter((part) => part !== '').join(' · ');
  const second = outcome.ok ? about : outcome.message;
  return (
    <IconRow
      icon="push"
      name={targetText(to)}
      second={
        <span className={failed} dir="auto" title={second}>
          {second}
        </span>
      }
    >
      <div className="row-side">
        <div className="row-state">
          <span className={`dot ${outcome.ok ? 'dot-good' : 'dot-failed'}`} aria-hidden="true" />
          <span className={`row-state-text ${failed}`}>
            {outcome.ok ? t('push-messages.accepted') : t('push-messages.notAccepted')}
          </span>
        </div>
        <div className="row-note">{format.moment(at, Date.now())}</div>
      </div>
    </IconRow>
  );
}
