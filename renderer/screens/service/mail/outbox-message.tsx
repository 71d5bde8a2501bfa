import type { MessageView, OutboxMessage } from '../../../../preload/page.ts';
import { t } from '../../../messages.ts';
import { Button, CopyButton } from '../../../parts/button.tsx';
import { Drawer, DrawerSection, Facts } from '../../../parts/drawer.tsx';
import { Loading } from '../../../parts/empty.tsx';
import { InlineFailure } from '../../../parts/failure.tsx';
import { IconRow } from '../../../parts/row.tsx';
import { useFormat } from '../../../state/app-state.ts';
import { useAsk } from '../../../state/calls.ts';
import { useMessage } from '../../../state/service-data.ts';

type Props = { readonly message: OutboxMessage; readonly onClose: () => void };

export function MessageDrawer({ message, onClose }: Props) {
  const format = useFormat();
  const answer = useMessage(message.id);
  const retry = useAsk('service.retryMail');
  const show = useAsk('app.showInFolder');
  const { path, state, attempts } = message;
  const error = retry.error ?? show.error ?? answer.error;
  return (
    <Drawer title={message.subject} subtitle={message.to} onClose={onClose}>
      <div className="drawer-bar">
        {state !== 'delivered' && (
          <Button disabled={retry.isPending} onClick={() => retry.mutate({ id: message.id })}>
            {t('service.retryMail')}
          </Button>
        )}
        <CopyButton text={message.installLink} label={t('service.copyInstallLink')} />
        {path !== null && <Button onClick={() => show.mutate({ path })}>{t('service.showFile')}</Button>}
      </div>
      {error && <InlineFailure error={error} />}
      <Facts
        facts={[
          [t('service.mailState'), mailStateText(message)],
          [t('service.at'), format.dateTime(message.at)],
          ['', attempts > 1 ? t('service.tries', { count: attempts }) : null],
        ]}
      />
      {message.failure && (
        <p className={`selectable ${state === 'failed' ? 'tone-failed' : 'quiet'}`} dir="auto">
          {message.failure}
        </p>
      )}
      <DrawerSection title={t('service.message')}>
        {answer.data ? <Content message={answer.data} /> : answer.error ? null : <Loading />}
      </DrawerSection>
    </Drawer>
  );
}

/** Only text and the picture the message brings: no markup of it is ever shown, and nothing is fetched. */
function Content({ message: { content, path } }: { readonly message: MessageView }) {
  if (!content)
    return <p className="quiet">{path === null ? t('service.messageGone') : t('service.fileGone')}</p>;
  return (
    <article className="message">
      <dl className="message-head">
        {(
          [
            [t('service.from'), content.from],
            [t('service.to'), content.to],
            [t('service.subject'), content.subject],
          ] as const
        ).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
      {content.icon && <img className="message-icon" src={content.icon} alt={t('service.pictureOf')} />}
      <div className="message-text selectable" dir="auto">
        {content.text}
      </div>
    </article>
  );
}

const dots = { queued: 'dot-working', delivered: 'dot-good', failed: 'dot-failed' } as const;

/** `Written` where nobody was reached: the message lies in the outbox folder. */
function mailStateText({ state, path }: OutboxMessage): string {
  return state === 'delivered' && path !== null ? t('service.mail.written') : t(`service.mail.${state}`);
}

export function MessageRow({ message }: { readonly message: OutboxMessage; readonly active: boolean }) {
  const format = useFormat();
  const failed = message.state === 'failed' ? 'tone-failed' : '';
  return (
    <IconRow
      icon="mail"
      name={message.to}
      second={
        <span className={failed} dir="auto" title={message.failure ?? message.subject}>
          {message.failure ?? message.subject}
        </span>
      }
    >
      <div className="row-side">
        <div className="row-state">
          <span className={`dot ${dots[message.state]}`} aria-hidden="true" />
          <span className={`row-state-text ${failed}`}>{mailStateText(message)}</span>
        </div>
        <div className="row-note">{format.moment(message.at, Date.now())}</div>
      </div>
    </IconRow>
  );
}
