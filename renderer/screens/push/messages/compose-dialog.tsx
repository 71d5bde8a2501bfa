import { useState } from 'react';
import type { CallArguments, DryRun, SenderView, SentView } from '../../../../preload/page.ts';
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
import { Choice, options, TextField } from '../../../parts/fields/fields.tsx';
import { Dialog, useCloseDialog } from '../../../parts/overlays/dialog.tsx';
import { useApp } from '../../../state/app-state.ts';
import { useDryRun } from '../../../state/data/calls.ts';
import { usePushSenders, useSend } from '../../../state/data/push-data.ts';
import { type Form, useForm } from '../../../state/drafts/form.ts';
import type { DialogProps } from '../../../state/window/dialog.ts';
import { DataFields } from './data-fields.tsx';
import { hostOf, Notes, SentOutcome, useMustWait } from './sent-outcome.tsx';

export function ComposeDialog({ draft: first }: DialogProps<'push-message'>) {
  const close = useCloseDialog();
  const senders = usePushSenders().data ?? [];
  const [isChecked, setIsChecked] = useState(false);
  const dryRun = useDryRun('push.messages.dryRun');
  const send = useSend('push.messages.send');
  const form = useForm(first, [dryRun, send]);
  const mustWait = useMustWait(send.data?.entry.outcome);
  const { draft } = form;
  const sender = senders.find(({ name }) => name === draft.sender) ?? senders[0] ?? null;
  const values = (): CallArguments<'push.messages.send'> | null => {
    setIsChecked(true);
    if (!sender || (draft.form === 'rows' && rowProblems(draft.rows).size > 0)) return null;
    return { sender: sender.name, message: messageText(draft), target: sentTo(draft) };
  };
  const another = (): void => {
    form.change(emptyDraft(draft.sender));
    setIsChecked(false);
  };
  if (send.data?.entry.outcome.ok) return <Sent sent={send.data} onAnother={another} />;
  const start = (command: typeof dryRun | typeof send): void => {
    const given = command.isPending ? null : values();
    if (given) command.mutate(given);
  };
  const sendText = send.data ? t('push-messages.compose.tryAgain') : t('push-messages.compose.send');
  return (
    <Dialog
      title={t('push-messages.compose.title')}
      onSubmit={() => !mustWait && start(send)}
      notice={
        (form.error || send.data) && (
          <>
            {form.error ? <InlineFailure error={form.error} /> : null}
            {send.data && <SentOutcome sent={send.data} />}
            {send.data && sender && <ChangeKey sent={send.data} sender={sender} draft={draft} />}
          </>
        )
      }
      footer={
        <>
          <Button
            className="foot-start"
            disabled={dryRun.isPending || !sender}
            onClick={() => (dryRun.data ? dryRun.reset() : start(dryRun))}
          >
            {dryRun.data ? t('push-messages.compose.hide') : t('push-messages.compose.show')}
          </Button>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button variant="primary" type="submit" disabled={send.isPending || mustWait || !sender}>
            {send.isPending ? t('push-messages.compose.sending') : sendText}
          </Button>
        </>
      }
    >
      <MessageFields form={form} senders={senders} sender={sender} isChecked={isChecked} />
      {dryRun.data && <RequestPreview dryRun={dryRun.data} />}
    </Dialog>
  );
}

type SentProps = { readonly sent: SentView; readonly onAnother: () => void };

function Sent({ sent, onAnother }: SentProps) {
  return (
    <Dialog
      title={t('push-messages.compose.sentTitle')}
      onSubmit={useCloseDialog()}
      footer={
        <>
          <Button onClick={onAnother}>{t('push-messages.compose.another')}</Button>
          <Button variant="primary" type="submit">
            {t('push-messages.compose.done')}
          </Button>
        </>
      }
    >
      <SentOutcome sent={sent} />
    </Dialog>
  );
}

type KeyProps = { readonly sent: SentView; readonly sender: SenderView; readonly draft: MessageDraft };

function ChangeKey({ sent: { entry }, sender, draft }: KeyProps) {
  const app = useApp();
  if (entry.outcome.ok || entry.outcome.remedy !== 'sign-in') return null;
  const next = { kind: 'push-message', draft } as const;
  return (
    <div className="button-line">
      <Button onClick={() => app.dialog.set({ kind: 'push-sender', sender, next })}>
        {t('push-messages.compose.changeKey')}
      </Button>
    </div>
  );
}

type FieldsProps = {
  readonly form: Form<MessageDraft>;
  readonly senders: readonly SenderView[];
  readonly sender: SenderView | null;
  readonly isChecked: boolean;
};

function MessageFields({ form: { draft, change }, senders, sender, isChecked }: FieldsProps) {
  return (
    <>
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
    </>
  );
}

type TargetProps = {
  readonly draft: MessageDraft;
  readonly onChange: (next: Partial<MessageDraft>) => void;
};

function TargetFields({ draft: { target, form }, onChange }: TargetProps) {
  const kinds = (['device', 'topic', 'message'] as const).slice(0, form === 'json' ? 3 : 2);
  const isTopic = target.kind === 'topic';
  return (
    <div className="push-target">
      <Choice
        label={t('push-messages.compose.target')}
        value={target.kind}
        choices={options(kinds, (kind) => t(`push-messages.compose.targets.${kind}`))}
        onChoose={(kind) => onChange({ target: { ...target, kind } })}
      />
      {target.kind !== 'message' && (
        <TextField
          required
          label={isTopic ? t('push-messages.compose.topic') : t('push-messages.compose.token')}
          hint={isTopic ? t('push-messages.compose.topicHint') : t('push-messages.compose.tokenHint')}
          value={target.text}
          onText={(text) => onChange({ target: { ...target, text } })}
        />
      )}
    </div>
  );
}

function Summary({ draft, sender }: { readonly draft: MessageDraft; readonly sender: SenderView }) {
  const host = hostOf(sender.effectiveAddress);
  const to = sentTo(draft);
  const text = draft.target.text.trim();
  if (to !== null && text === '') return null;
  const summary =
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
      {summary}
    </p>
  );
}

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
