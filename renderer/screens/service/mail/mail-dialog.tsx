import { useState } from 'react';
import type { MailServerView } from '../../../../preload/page.ts';
import { mailDraft } from '../../../logic/drafts/mail-draft.ts';
import { t } from '../../../messages.ts';
import { FormDialog } from '../../../parts/overlays/dialog.tsx';
import { useAsk } from '../../../state/data/calls.ts';
import { MailFields, useMailForm } from './mail-fields.tsx';

type Props = { readonly mailServer: MailServerView; readonly onClose: () => void };

export function MailDialog({ mailServer, onClose }: Props) {
  const form = useMailForm(useState(() => mailDraft(mailServer)));
  const save = useAsk('service.setMailServer', onClose);
  const submit = (): void => {
    const values = save.isPending ? null : form.takeAll();
    if (values) save.mutate(values);
  };
  return (
    <FormDialog
      title={t('service.mailTitle')}
      button={save.isPending ? t('service.saving') : t('common.save')}
      disabled={save.isPending}
      error={save.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <MailFields form={form} mailServer={mailServer} />
    </FormDialog>
  );
}
