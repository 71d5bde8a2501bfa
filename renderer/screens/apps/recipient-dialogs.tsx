import { domainsOf, nearMiss } from '../../logic/people/near-miss.ts';
import { noRecipients } from '../../logic/people/recipients.ts';
import { versionLabel } from '../../logic/versions.ts';
import { t } from '../../messages.ts';
import { TextField } from '../../parts/fields/fields.tsx';
import { MailMissing } from '../../parts/mail-missing.tsx';
import { FormDialog, useCloseDialog } from '../../parts/overlays/dialog.tsx';
import { AddressSuggestion } from '../../parts/recipients/address-suggestion.tsx';
import { useCommand } from '../../state/data/calls.ts';
import { usePeople } from '../../state/data/push-data.ts';
import { useForm } from '../../state/drafts/form.ts';
import { useSetUpMail } from '../../state/next-actions.ts';
import type { DialogProps } from '../../state/window/dialog.ts';
import { ConfirmCall } from '../confirm-dialogs.tsx';
import { emailProblem } from '../service/people/people-dialogs.tsx';
import { useUndoSend } from './undo-send.ts';

/**
 * Sends the version to the new address. Removes the old recipient only when the mail can no longer be undone,
 * so that the old recipient remains after an undo or a failure.
 */
export function CorrectRecipientDialog(props: DialogProps<'correct-recipient'>) {
  const { accountId, version, recipient } = props;
  const { people } = usePeople(accountId);
  const isMailed = useSetUpMail(accountId) === null;
  const close = useCloseDialog();
  const remove = useCommand('service.removeRecipient');
  const { delaySeconds, offerUndo } = useUndoSend(accountId);
  const send = useCommand('apps.send', (sent) => {
    offerUndo(sent, () => remove.mutate({ versionId: version.id, recipientId: recipient.id }));
    close();
  });
  const form = useForm({ email: recipient.email }, [send]);
  const email = form.draft.email.trim();
  const meant = nearMiss(email, domainsOf((people?.members ?? []).map((member) => member.email)));
  const submit = (): void => {
    const isSame = email.toLowerCase() === recipient.email.toLowerCase();
    const problem = () => emailProblem(email) ?? (isSame ? t('apps.addressUnchanged') : undefined);
    if (!form.check(() => ({ email: problem() }))) return;
    const recipients = { ...noRecipients, emails: [email] };
    send.mutate({ accountId, versionId: version.id, recipients, sendAnyway: true, delaySeconds });
  };
  return (
    <FormDialog
      title={t('apps.correctTitle', { name: recipient.name ?? recipient.email })}
      button={isMailed ? t('apps.sendButton') : t('apps.createLinks')}
      busyButton={t('apps.sendingNow')}
      state={form}
      onSubmit={submit}
    >
      <p>{t('apps.correctText', { version: `${version.applicationName} ${versionLabel(version)}` })}</p>
      <TextField
        label={t('apps.newAddress')}
        required
        type="email"
        inputMode="email"
        {...form.text('email')}
      />
      {meant !== null && <AddressSuggestion address={meant} onAccept={() => form.change({ email: meant })} />}
      <MailMissing accountId={accountId} back={() => ({ kind: 'correct-recipient', ...props })} />
    </FormDialog>
  );
}

export function RemoveRecipient({ version, recipient }: DialogProps<'remove-recipient'>) {
  return (
    <ConfirmCall
      call="service.removeRecipient"
      values={{ versionId: version.id, recipientId: recipient.id }}
      title={t('apps.removeRecipientTitle', {
        name: recipient.name ?? recipient.email,
        version: `${version.applicationName} ${versionLabel(version)}`,
      })}
      text={t('apps.removeRecipientText')}
      button={t('apps.removeRecipientButton')}
      busyButton={t('service.removing')}
    />
  );
}
