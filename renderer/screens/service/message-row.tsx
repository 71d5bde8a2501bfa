import type { OutboxMessage } from '../../../preload/page.ts';
import { t } from '../../messages.ts';
import { Icon } from '../../parts/icons.tsx';
import { useFormat } from '../../state/app-state.ts';

const dots = { queued: 'dot-working', delivered: 'dot-good', failed: 'dot-failed' } as const;

/** `Written` where nobody was reached: the message lies in the outbox folder. */
export function mailStateText({ state, path }: OutboxMessage): string {
  return state === 'delivered' && path !== null ? t('service.mail.written') : t(`service.mail.${state}`);
}

export function MessageRow({ message }: { readonly message: OutboxMessage; readonly active: boolean }) {
  const format = useFormat();
  return (
    <div className="row">
      <span className="tile tile-icon" aria-hidden="true">
        <Icon name="mail" />
      </span>
      <div className="row-main">
        <div className="row-first">
          <bdi className="row-name" title={message.to}>
            {message.to}
          </bdi>
        </div>
        <div className="row-second">
          {message.failure ? (
            <span
              className={message.state === 'failed' ? 'tone-failed' : ''}
              dir="auto"
              title={message.failure}
            >
              {message.failure}
            </span>
          ) : (
            <span dir="auto" title={message.subject}>
              {message.subject}
            </span>
          )}
        </div>
      </div>
      <div className="row-side">
        <div className="row-state">
          <span className={`dot ${dots[message.state]}`} aria-hidden="true" />
          <span className={`row-state-text ${message.state === 'failed' ? 'tone-failed' : ''}`}>
            {mailStateText(message)}
          </span>
        </div>
        <div className="row-note">{format.moment(message.at, Date.now())}</div>
      </div>
    </div>
  );
}
