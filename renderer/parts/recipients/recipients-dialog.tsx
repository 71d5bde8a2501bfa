import { type ReactNode, useState } from 'react';
import type { Recipients } from '../../../preload/page.ts';
import {
  addText,
  draftOf,
  draftProblem,
  hasNoRecipients,
  type RecipientsDraft,
} from '../../logic/people/recipients.ts';
import { t } from '../../messages.ts';
import { failureOf, useCommand } from '../../state/data/calls.ts';
import { usePeople } from '../../state/data/push-data.ts';
import { useForm } from '../../state/drafts/form.ts';
import { useSetUpMail } from '../../state/next-actions.ts';
import type { OpenDialog } from '../../state/window/dialog.ts';
import { ReleaseNoteField } from '../fields/fields.tsx';
import { Icon } from '../icons.tsx';
import { MailMissing } from '../mail-missing.tsx';
import { FormDialog } from '../overlays/dialog.tsx';
import { MailPreview } from './mail-preview.tsx';
import { RecipientsField } from './recipients-field.tsx';

type Props = {
  readonly title: string;
  readonly accountId: string;
  readonly first: Recipients;
  readonly allowEmpty?: boolean;
  readonly sending: { readonly isPending: boolean; readonly error: unknown };
  /** `anyway` is true if the user confirmed the warning of the previous attempt. */
  readonly onSend: (recipients: Recipients, anyway: boolean) => void;
  /** Returns this dialog with the given recipients, which opens again after mail is set up. */
  readonly reopen: (recipients: Recipients) => OpenDialog;
  readonly children?: ReactNode;
  /** Version whose release note can be edited and whose mail can be previewed; null if not supported. */
  readonly noted: { readonly versionId: number; readonly releaseNote: string } | null;
};

export function RecipientsDialog(props: Props) {
  const { accountId, first, allowEmpty = false, sending, noted } = props;
  const [draft, setDraft] = useState(() => draftOf(first));
  const [refused, setRefused] = useState<RecipientsDraft | null>(null);
  const { people, failure: peopleFailure } = usePeople(accountId);
  const saveNote = useCommand('service.setReleaseNote');
  const form = useForm({ releaseNote: noted?.releaseNote ?? '' }, [saveNote]);
  const { releaseNote } = form.draft;
  const failure = sending.error ? failureOf(sending.error) : null;
  const isMailed = useSetUpMail(accountId) === null;
  const isQuestion = failure?.code === 'core/sendNotConfirmed';
  const problemOf = (checked: RecipientsDraft): string | null => {
    const isMissing = !allowEmpty && hasNoRecipients(checked.recipients);
    return draftProblem(checked) ?? (isMissing ? t('apps.noRecipient') : null);
  };
  const send = (recipients: Recipients): void => {
    const start = (): void => props.onSend(recipients, isQuestion);
    if (noted === null || releaseNote === noted.releaseNote) start();
    else saveNote.mutate({ versionId: noted.versionId, releaseNote }, { onSuccess: start });
  };
  const submit = (): void => {
    const taken = addText(draft, draft.text, people);
    setDraft(taken);
    const isWrong = problemOf(taken) !== null;
    setRefused(isWrong ? taken : null);
    if (!isWrong) send(taken.recipients);
  };
  return (
    <FormDialog
      title={props.title}
      button={isQuestion ? t('uploads.sendAnyway') : isMailed ? t('apps.sendButton') : t('apps.createLinks')}
      busyButton={t('apps.sendingNow')}
      disabled={refused !== null && problemOf(refused) !== null}
      state={{
        busy: sending.isPending || form.busy,
        error: (isQuestion ? null : sending.error) ?? form.error,
      }}
      onSubmit={submit}
    >
      {props.children}
      <RecipientsField
        draft={draft}
        people={people}
        peopleFailure={peopleFailure}
        problem={refused && problemOf(refused)}
        expanded
        onChange={(next) => {
          setDraft(next);
          setRefused(null);
        }}
      />
      <MailMissing
        accountId={accountId}
        back={() => props.reopen(addText(draft, draft.text, people).recipients)}
      />
      {noted && (
        <>
          <ReleaseNoteField
            label={t('uploads.releaseNote')}
            hint={t('uploads.releaseNoteHint')}
            rows={3}
            {...form.text('releaseNote')}
          />
          <MailPreview versionId={noted.versionId} releaseNote={releaseNote} />
        </>
      )}
      {failure && isQuestion && (
        <p className="notice tone-attention" role="alert">
          <Icon name="warning" /> <span dir="auto">{failure.message}</span>
        </p>
      )}
    </FormDialog>
  );
}
