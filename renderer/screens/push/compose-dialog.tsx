import { useState } from 'react';
import type { CallArguments, SenderView } from '../../../preload/contract.ts';
import { emptyDraft, type MessageDraft, messageText, rowProblems, sentTo } from '../../logic/push-draft.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { Choice, TextField } from '../../parts/fields.tsx';
import { useApp } from '../../state/app-state.ts';
import { useAsk } from '../../state/calls.ts';
import { usePushSenders, useSend } from '../../state/push-data.ts';
import { words as common } from '../../words/common.ts';
import { words as messages } from '../../words/push-messages.ts';
import { DataFields } from './data-fields.tsx';
import { RequestPreview } from './request-preview.tsx';
import { hostOf, SentOutcome } from './sent-outcome.tsx';

const words = messages.compose;

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
        title={words.title}
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
              {words.another}
            </Button>
            <Button look="primary" type="submit">
              {words.done}
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
      title={words.title}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button disabled={look.isPending || !sender} onClick={show}>
            {words.show}
          </Button>
          <Button look="primary" type="submit" disabled={send.isPending || !sender}>
            {send.isPending ? words.sending : outcome ? words.tryAgain : words.send}
          </Button>
        </>
      }
    >
      <Choice
        label={words.sender}
        value={sender?.name ?? ''}
        choices={senders.map(({ name, mode }) => [name, `${name} · ${messages.modes[mode]}`] as const)}
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
            {words.changeKey}
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
        label={words.target}
        value={target.kind}
        choices={kinds.map((kind) => [kind, words.targets[kind]] as const)}
        onChoose={(kind) => onChange({ target: { ...target, kind } })}
      />
      {target.kind !== 'message' && (
        <TextField
          label={target.kind === 'topic' ? words.topic : words.token}
          hint={target.kind === 'topic' ? words.topicHint : words.tokenHint}
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
      ? words.toNamed(sender.name, host)
      : to.kind === 'topic'
        ? words.toTopic(text, sender.name, host)
        : words.toDevice(text.length > 24 ? `${text.slice(0, 23)}…` : text, sender.name, host);
  return (
    <p className="push-summary" dir="auto" role="status">
      {said}
    </p>
  );
}
