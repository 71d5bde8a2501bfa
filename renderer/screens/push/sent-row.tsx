import type { SentMessageView } from '../../../preload/page.ts';
import { targetIn } from '../../logic/push-draft.ts';
import { t } from '../../messages.ts';
import { Icon } from '../../parts/icons.tsx';
import { useFormat } from '../../state/app-state.ts';

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
  const target = targetText(to);
  const second = [excerpt, sender ?? t('push-messages.once')].filter((part) => part !== '').join(' · ');
  return (
    <div className="row">
      <span className="tile tile-icon" aria-hidden="true">
        <Icon name="push" />
      </span>
      <div className="row-main">
        <div className="row-first">
          <bdi className="row-name" title={target}>
            {target}
          </bdi>
        </div>
        <div className="row-second">
          {outcome.ok ? (
            <span dir="auto" title={second}>
              {second}
            </span>
          ) : (
            <span className="tone-failed" dir="auto" title={outcome.message}>
              {outcome.message}
            </span>
          )}
        </div>
      </div>
      <div className="row-side">
        <div className="row-state">
          <span className={`dot ${outcome.ok ? 'dot-good' : 'dot-failed'}`} aria-hidden="true" />
          <span className={`row-state-text ${outcome.ok ? '' : 'tone-failed'}`}>
            {outcome.ok ? t('push-messages.accepted') : t('push-messages.notAccepted')}
          </span>
        </div>
        <div className="row-note">{format.moment(at, Date.now())}</div>
      </div>
    </div>
  );
}
