import { useMemo } from 'react';
import type { OutboxMessage } from '../../../../preload/page.ts';
import { mailText } from '../../../logic/exposure.ts';
import { countMail, foundMessages } from '../../../logic/service.ts';
import { t } from '../../../messages.ts';
import { Button, TitleButton } from '../../../parts/button.tsx';
import { Empty } from '../../../parts/empty.tsx';
import { InlineFailure } from '../../../parts/failure.tsx';
import { Grid } from '../../../parts/list/grid.tsx';
import { Totals } from '../../../parts/list/totals.tsx';
import { useApp } from '../../../state/app-state.ts';
import { useCallQuery, useCommand } from '../../../state/data/calls.ts';
import { useServiceQuery } from '../../../state/data/service-data.ts';
import { useNextActions } from '../../../state/next-actions.ts';
import { useStableOrder } from '../../../state/stable-order.ts';
import { useStore } from '../../../state/store.ts';
import { NoResults } from '../../nothing-found.tsx';
import { ServiceFrame, WhileRunning } from '../service-frame.tsx';
import { MessageDrawer, MessageRow } from './outbox-message.tsx';

const none: readonly OutboxMessage[] = [];

export function OutboxTab({ open }: { readonly open: string | null }) {
  const app = useApp();
  const running = useStore(app.service).running;
  const search = useStore(app.search);
  const answer = useServiceQuery('service.outbox', {});
  const messages = (running ? answer.data : undefined) ?? none;
  const found = useMemo(() => foundMessages(messages, search), [messages, search]);
  const { lines, pointer } = useStableOrder(found, ({ id }) => id);
  const opened = messages.find(({ id }) => id === open) ?? null;
  const choose = (item: string | null): void => app.screen.replace({ kind: 'service', tab: 'outbox', item });
  return (
    <ServiceFrame
      tab="outbox"
      totals={messages.length > 0 && <OutboxTotals messages={messages} />}
      actions={<MailServerButton />}
      onCloseDrawer={() => choose(null)}
      drawer={opened && <MessageDrawer key={opened.id} message={opened} />}
    >
      <WhileRunning answer={answer}>
        {running && answer.data && lines.length === 0 && (
          <NoResults>
            <Empty title={t('service.noMailTitle')} text={t('service.noMailText')} />
          </NoResults>
        )}
        {lines.length > 0 && (
          <div className="stable-list" {...pointer}>
            <Grid
              label={t('service.outboxList')}
              lines={lines}
              keyOf={({ id }) => id}
              rowHeight={56}
              openKey={opened?.id ?? null}
              onOpen={({ id }) => choose(id)}
            >
              {(message) => <MessageRow message={message} onOpen={() => choose(message.id)} />}
            </Grid>
          </div>
        )}
      </WhileRunning>
      <MailBar waiting={countMail(messages).waiting} />
    </ServiceFrame>
  );
}

function OutboxTotals({ messages }: { readonly messages: readonly OutboxMessage[] }) {
  const { waiting, refused } = useMemo(() => countMail(messages), [messages]);
  const parts = [
    t('service.countMessages', { count: messages.length }),
    waiting > 0 && t('common.mailCount.waiting', { count: waiting }),
    refused > 0 && t('common.mailCount.refused', { count: refused }),
  ];
  return <Totals parts={parts} />;
}

function MailServerButton() {
  const { setUpMail } = useNextActions();
  return <TitleButton icon="mail" label={t('uploads.setUpMail')} onClick={() => setUpMail()} />;
}

function MailBar({ waiting }: { readonly waiting: number }) {
  const answer = useCallQuery('service.mailServer', {});
  const retry = useCommand('service.retryMail');
  const mailServer = answer.data;
  const failure = answer.error ?? retry.error;
  return (
    <div className="screen-note screen-note-bar">
      {mailServer && <p dir="auto">{mailText(mailServer.server)}</p>}
      {waiting > 0 && mailServer?.server && (
        <div className="button-line">
          <Button disabled={retry.isPending} onClick={() => retry.mutate({ id: null })}>
            {t('service.retryAll')}
          </Button>
        </div>
      )}
      {mailServer?.failure && <InlineFailure failure={mailServer.failure} announce={false} />}
      {failure && <InlineFailure error={failure} />}
    </div>
  );
}
