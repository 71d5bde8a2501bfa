import { useState } from 'react';
import type { SentMessageView, SentView } from '../../../../preload/page.ts';
import { draftOf, targetIn } from '../../../logic/push/draft.ts';
import { t } from '../../../messages.ts';
import { Button, CopyButton } from '../../../parts/button.tsx';
import { InlineFailure } from '../../../parts/failure.tsx';
import { Choice } from '../../../parts/fields/fields.tsx';
import { IconTile, Row, RowSide, RowText } from '../../../parts/list/row.tsx';
import { Drawer, DrawerSection, Facts } from '../../../parts/overlays/drawer.tsx';
import { useApp, useFormat } from '../../../state/app-state.ts';
import { usePushSenders, useSend } from '../../../state/data/push-data.ts';
import { NewToken, SentOutcome, useMustWait } from './sent-outcome.tsx';

export function SentDrawer({ message }: { readonly message: SentMessageView }) {
  const format = useFormat();
  const { to, excerpt, at, sender, mode, address, outcome, text } = message;
  return (
    <Drawer title={excerpt || targetText(to)} subtitle={excerpt && targetText(to)}>
      <SendAgain message={message} />
      {!outcome.ok && <InlineFailure failure={outcome} announce={false} />}
      <Facts
        facts={[
          [t('push-messages.drawer.time'), format.dateTime(at)],
          [t('push-messages.drawer.messageId'), outcome.ok ? outcome.messageId : null],
          [t('push-messages.drawer.sender'), sender ?? t('push-messages.once')],
          [t('push-messages.sender.mode'), t(`push-messages.modes.${mode}`)],
          [t('push-messages.drawer.address'), address],
          [t('push-messages.drawer.to'), to],
        ]}
      />
      {outcome.ok && outcome.newToken !== null && <NewToken token={outcome.newToken} />}
      <DrawerSection title={t('push-messages.drawer.content')}>
        <pre className="push-code selectable">{text}</pre>
        <div className="button-line">
          <CopyButton text={text} label={t('push-messages.drawer.copy')} />
        </div>
      </DrawerSection>
    </Drawer>
  );
}

function SendAgain({ message }: { readonly message: SentMessageView }) {
  const app = useApp();
  const senders = usePushSenders().data ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const [sent, setSent] = useState<SentView | null>(null);
  const send = useSend('push.messages.sendAgain');
  const { id, sender, outcome } = message;
  const mustWait = useMustWait(sent?.entry.outcome ?? outcome);
  const own = senders.find(({ name }) => name === sender) ?? null;
  const withSender = own ?? senders.find(({ name }) => name === chosen) ?? senders[0] ?? null;
  const again = (): void => {
    if (id === null || send.isPending || mustWait || !withSender) return;
    setSent(null);
    send.mutate({ id, sender: own ? null : withSender.name }, { onSuccess: setSent });
  };
  const edit = (): void =>
    app.dialog.set({
      kind: 'push-message',
      draft: draftOf(message.text, message.to, withSender?.name ?? ''),
    });
  return (
    <>
      {!own && (
        <>
          <p className="quiet">
            {sender === null
              ? t('push-messages.drawer.keyOnce')
              : t('push-messages.drawer.senderMissing', { name: sender })}
          </p>
          {senders.length > 1 && (
            <Choice
              label={t('push-messages.drawer.with')}
              value={withSender?.name ?? ''}
              choices={senders.map(({ name }) => [name, name] as const)}
              onChoose={setChosen}
            />
          )}
        </>
      )}
      <div className="drawer-bar">
        <Button disabled={id === null || send.isPending || mustWait || !withSender} onClick={again}>
          {send.isPending ? t('push-messages.drawer.sending') : t('push-messages.drawer.again')}
        </Button>
        <Button disabled={!withSender} onClick={edit}>
          {t('push-messages.drawer.edit')}
        </Button>
        {own && !outcome.ok && outcome.remedy === 'sign-in' && (
          <Button onClick={() => app.dialog.set({ kind: 'push-sender', sender: own, next: null })}>
            {t('push-messages.drawer.changeKey')}
          </Button>
        )}
        {!withSender && (
          <Button
            variant="primary"
            onClick={() => app.dialog.set({ kind: 'push-sender', sender: null, next: null })}
          >
            {t('push-messages.sender.add')}
          </Button>
        )}
      </div>
      {send.error && <InlineFailure error={send.error} />}
      {sent && <SentOutcome sent={sent} />}
    </>
  );
}

/** Returns text such as `Topic news` or `Device f3a…`. */
function targetText(to: string): string {
  const { kind, text } = targetIn(to);
  return kind === 'topic'
    ? t('push-messages.topic', { name: text })
    : t('push-messages.device', { token: text });
}

export function SentRow({ message }: { readonly message: SentMessageView }) {
  const format = useFormat();
  const { to, excerpt, sender, outcome, at } = message;
  const tone = outcome.ok ? '' : 'tone-failed';
  return (
    <Row
      tile={<IconTile icon="push" />}
      name={excerpt || targetText(to)}
      second={
        <RowText
          text={[excerpt && targetText(to), sender ?? t('push-messages.once')].filter(Boolean).join(' · ')}
        />
      }
      line={
        !outcome.ok && (
          <div className="row-second">
            <RowText tone={tone} text={outcome.message} />
          </div>
        )
      }
    >
      <RowSide
        dot={outcome.ok ? 'good' : 'failed'}
        tone={tone}
        text={outcome.ok ? t('push-messages.accepted') : t('push-messages.notAccepted')}
        note={format.moment(at, Date.now())}
      />
    </Row>
  );
}
