import type { MessageView, OutboxMessage } from '../../../../preload/page.ts';
import { t } from '../../../messages.ts';
import { Button, CopyButton } from '../../../parts/button.tsx';
import { Loading } from '../../../parts/empty.tsx';
import { InlineFailure } from '../../../parts/failure.tsx';
import { IconTile, Row, RowText } from '../../../parts/list/row.tsx';
import { MailStateLabel } from '../../../parts/mail-state.tsx';
import { MessageContent } from '../../../parts/message-content.tsx';
import { Drawer, DrawerSection, Facts } from '../../../parts/overlays/drawer.tsx';
import { MoreMenu } from '../../../parts/overlays/menu.tsx';
import { useFormat } from '../../../state/app-state.ts';
import { failureOf, useCommand } from '../../../state/data/calls.ts';
import { useServiceQuery } from '../../../state/data/service-data.ts';

export function MessageDrawer({ message }: { readonly message: OutboxMessage }) {
  const format = useFormat();
  const answer = useServiceQuery('service.message', { id: message.id });
  const retry = useCommand('service.retryMail');
  const show = useCommand('app.showInFolder');
  const { path, state, attempts } = message;
  const error = retry.error ?? show.error ?? answer.error;
  return (
    <Drawer title={message.to}>
      <div className="drawer-bar">
        {mayRetry(message) && (
          <Button disabled={retry.isPending} onClick={() => retry.mutate({ id: message.id })}>
            {t('service.retryMail')}
          </Button>
        )}
        <CopyButton text={message.installLink} label={t('uploads.copyLink')} />
        {path !== null && <Button onClick={() => show.mutate({ path })}>{t('service.showFile')}</Button>}
      </div>
      {error && <InlineFailure error={error} />}
      <Facts
        facts={[
          [t('service.mailState'), <MailStateLabel key="state" state={message.state} />],
          [t('service.at'), format.dateTime(message.at)],
          ['', attempts > 1 ? t('service.tries', { count: attempts }) : null],
        ]}
      />
      {message.failure && (
        <p className={`selectable ${state === 'refused' ? 'tone-failed' : 'quiet'}`} dir="auto">
          {message.failure}
        </p>
      )}
      <DrawerSection title={t('service.message')}>
        {answer.data ? <Content message={answer.data} /> : answer.error ? null : <Loading />}
      </DrawerSection>
    </Drawer>
  );
}

function Content({ message: { content, path } }: { readonly message: MessageView }) {
  if (content) return <MessageContent content={content} />;
  return <p className="quiet">{path === null ? t('service.messageDelivered') : t('service.fileMissing')}</p>;
}

const mayRetry = ({ state }: OutboxMessage): boolean => state === 'waiting' || state === 'refused';

type RowProps = { readonly message: OutboxMessage; readonly onOpen: () => void };

export function MessageRow({ message, onOpen }: RowProps) {
  const format = useFormat();
  const retry = useCommand('service.retryMail');
  const copy = useCommand('app.copyText');
  const show = useCommand('app.showInFolder');
  const { id, to, path, state, installLink } = message;
  const error = retry.error ?? copy.error ?? show.error;
  const wrong = error ? failureOf(error).message : message.failure;
  const tone = error || state === 'refused' ? 'tone-failed' : '';
  return (
    <Row
      tile={<IconTile icon="mail" />}
      name={to}
      second={<RowText tone={tone} text={wrong ?? message.subject} />}
    >
      <div className="row-side">
        <div className="row-state">
          <MailStateLabel state={state} />
        </div>
        <div className="row-note">{format.moment(message.at, Date.now())}</div>
      </div>
      <MoreMenu
        name={to}
        entries={[
          { label: t('service.showMessage'), run: onOpen },
          ...(mayRetry(message) ? [{ label: t('service.retryMail'), run: () => retry.mutate({ id }) }] : []),
          { label: t('service.copyInstallLink'), run: () => copy.mutate({ text: installLink }) },
          ...(path === null ? [] : [{ label: t('service.showFile'), run: () => show.mutate({ path }) }]),
        ]}
      />
    </Row>
  );
}
