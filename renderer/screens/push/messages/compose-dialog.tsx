import { useState } from 'react';
import type { CallArguments, DryRun, SenderView } from '../../../../preload/page.ts';
import {
  emptyDraft,
  type MessageDraft,
  messageText,
  rowProblems,
  sentTo,
} from '../../../logic/push/draft.ts';
import { t } from '../../../messages.ts';
import { Button } from '../../../parts/button.tsx';
import { InlineFailure } from '../../../parts/failure.tsx';
import { Choice, TextField } from '../../../parts/fields/fields.tsx';
import { Dialog } from '../../../parts/overlays/dialog.tsx';
import { useApp } from '../../../state/app-state.ts';
import { useAsk } from '../../../state/data/calls.ts';
import { usePushSenders, useSend } from '../../../state/data/push-data.ts';
import { DataFields } from './data-fields.tsx';
import { hostOf, Notes, SentOutcome } from './sent-outcome.tsx';

type Props = { readonly draft: MessageDraft; readonly onClose: () => void };

/** A message is written, looked at as the exact request, and sent; what became of it is said in the same place. */
export function ComposeDialog({ draft: first, onClose }: Props) {
  const app = useApp();
  const senders = usePushSenders().data ?? [];
  const [draft, setDraft] = useState(first);
  const [isChecked, setIsChecked] = useState(false);
  const look = useAsk('push.messages.dryRun');
  const send = useSend('push.messages.send');
  const sender = senders.find(({ name }) => name === draft.sender) ?? senders[0] ?? null;
  const outcome = send.data?.entry.outcome ?? null;
  const change = (next: Partial<MessageDraft>): void => {
    setDraft({ ...draft, ...next });
    look.reset();
    send.reset();
  };
  const values = (): CallArguments<'push.messages.send'> | null => {
    setIsChecked(true);
    if (!sender || (draft.form === 'rows' && rowProblems(draft.rows).size > 0)) return null;
    return { sender: sender.name, message: messageText(draft), target: sentTo(draft) };
  };
  const submit = (): void => {
    if (outcome?.ok) onClose();
    const given = send.isPending || outcome?.ok ? null : values();
    if (given) send.mutate(given);
  };
  const show = (): void => {
    const given = values();
    if (given) look.mutate(given);
  };
  if (send.data && outcome?.ok) {
    return (
      <Dialog
        title={t('push-messages.compose.title')}
        onClose={onClose}
        onSubmit={submit}
        footer={
          <>
            <Button
              onClick={() => {
                setDraft(emptyDraft(draft.sender));
                setIsChecked(false);
                look.reset();
                send.reset();
              }}
            >
              {t('push-messages.compose.another')}
            </Button>
            <Button look="primary" type="submit">
              {t('push-messages.compose.done')}
            </Button>
          </>
        }
      >
        <SentOutcome sent={send.data} />
      </Dialog>
    );
  }
  return (
    <Dialog
      title={t('push-messages.compose.title')}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button disabled={look.isPending || !sender} onClick={show}>
            {t('push-messages.compose.show')}
          </Button>
          <Button look="primary" type="submit" disabled={send.isPending || !sender}>
            {send.isPending
              ? t('push-messages.compose.sending')
              : outcome
                ? t('push-messages.compose.tryAgain')
                : t('push-messages.compose.send')}
          </Button>
        </>
      }
    >
      <Choice
        label={t('push-messages.compose.sender')}
        value={sender?.name ?? ''}
        choices={senders.map(
          ({ name, mode }) => [name, `${name} · ${t(`push-messages.modes.${mode}`)}`] as const,
        )}
        onChoose={(name) => change({ sender: name })}
      />
      <TargetFields draft={draft} onChange={change} />
      <DataFields draft={draft} isChecked={isChecked} onChange={change} />
      {sender && <Summary draft={draft} sender={sender} />}
      {look.data && <RequestPreview dryRun={look.data} />}
      {(look.error ?? send.error) && <InlineFailure error={look.error ?? send.error} />}
      {send.data && <SentOutcome sent={send.data} />}
      {outcome && !outcome.ok && outcome.remedy === 'sign-in' && sender && (
        <div className="button-line">
          <Button
            onClick={() =>
              app.dialog.set({ kind: 'push-sender', sender, next: { kind: 'push-message', draft } })
            }
          >
            {t('push-messages.compose.changeKey')}
          </Button>
        </div>
      )}
    </Dialog>
  );
}

type TargetProps = {
  readonly draft: MessageDraft;
  readonly onChange: (next: Partial<MessageDraft>) => void;
};

function TargetFields({ draft: { target, form }, onChange }: TargetProps) {
  const kinds = form === 'json' ? (['device', 'topic', 'message'] as const) : (['device', 'topic'] as const);
  return (
    <div className="push-target">
      <Choice
        label={t('push-messages.compose.target')}
        value={target.kind}
        choices={kinds.map((kind) => [kind, t(`push-messages.compose.targets.${kind}`)] as const)}
        onChoose={(kind) => onChange({ target: { ...target, kind } })}
      />
      {target.kind !== 'message' && (
        <TextField
          required
          label={
            target.kind === 'topic' ? t('push-messages.compose.topic') : t('push-messages.compose.token')
          }
          hint={
            target.kind === 'topic'
              ? t('push-messages.compose.topicHint')
              : t('push-messages.compose.tokenHint')
          }
          value={target.text}
          onText={(text) => onChange({ target: { ...target, text } })}
        />
      )}
    </div>
  );
}

/** Where it goes, before it goes; nothing while that is not said yet. */
function Summary({ draft, sender }: { readonly draft: MessageDraft; readonly sender: SenderView }) {
  const host = hostOf(sender.sendsTo);
  const to = sentTo(draft);
  const text = draft.target.text.trim();
  if (to !== null && text === '') return null;
  const said =
    to === null
      ? t('push-messages.compose.toNamed', { sender: sender.name, host })
      : to.kind === 'topic'
        ? t('push-messages.compose.toTopic', { topic: text, sender: sender.name, host })
        : t('push-messages.compose.toDevice', {
            token: text.length > 24 ? `${text.slice(0, 23)}…` : text,
            sender: sender.name,
            host,
          });
  return (
    <p className="push-summary" dir="auto" role="status">
      {said}
    </p>
  );
}

/** The requests as they would be sent, with what was changed before. */
function RequestPreview({ dryRun: { requests, notes } }: { readonly dryRun: DryRun }) {
  return (
    <section className="push-request" aria-label={t('push-messages.compose.shown')}>
      <h3>{t('push-messages.compose.shown')}</h3>
      {requests.map(({ method, url, headers, body }) => (
        <pre key={url} className="push-code selectable">
          {[
            `${method} ${url}`,
            ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
            '',
            body,
          ].join('\n')}
        </pre>
      ))}
      <Notes notes={notes} />
    </section>
  );
}
