import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { SenderView } from '../../../../preload/page.ts';
import { emptyDraft, type MessageDraft } from '../../../logic/push/draft.ts';
import { textOfFile } from '../../../logic/text-file.ts';
import { openHosts } from '../../../logic/unencrypted.ts';
import { t } from '../../../messages.ts';
import { Button } from '../../../parts/button.tsx';
import { InlineFailure } from '../../../parts/failure.tsx';
import { Choice, Field, options, TextField } from '../../../parts/fields/fields.tsx';
import { FileInput } from '../../../parts/fields/file-input.tsx';
import { Notice } from '../../../parts/notice.tsx';
import { Dialog, FormDialog, useCloseDialog } from '../../../parts/overlays/dialog.tsx';
import { Status } from '../../../parts/status.tsx';
import { useApp } from '../../../state/app-state.ts';
import { queryKeyOf, useCommand } from '../../../state/data/calls.ts';
import { usePushSenders } from '../../../state/data/push-data.ts';
import { type Form, type Problems, useForm } from '../../../state/drafts/form.ts';
import type { DialogProps } from '../../../state/window/dialog.ts';

export function SendersDialog() {
  const { set } = useApp().dialog;
  const close = useCloseDialog();
  const senders = usePushSenders();
  const next = { kind: 'push-senders' } as const;
  return (
    <Dialog
      title={t('push-messages.sender.listTitle')}
      onSubmit={close}
      footer={
        <>
          <Button onClick={() => set({ kind: 'push-sender', sender: null, next })}>
            {t('push-messages.sender.add')}
          </Button>
          <Button variant="primary" type="submit">
            {t('push-messages.compose.done')}
          </Button>
        </>
      }
    >
      <p className="quiet">{t('push-messages.sender.listText')}</p>
      {senders.error && <InlineFailure error={senders.error} />}
      {senders.data?.length === 0 && <p>{t('push-messages.sender.none')}</p>}
      <ul className="push-senders">
        {(senders.data ?? []).map((sender) => (
          <li key={sender.name} className="push-sender">
            <div className="push-sender-text">
              <bdi className="row-name">{sender.name}</bdi>
              <p className="field-hint" dir="auto">
                {t(`push-messages.modes.${sender.mode}`)} · {sender.effectiveAddress}
              </p>
            </div>
            <div className="button-line">
              <Button
                aria-label={t('push-messages.sender.changeNamed', { name: sender.name })}
                onClick={() => set({ kind: 'push-sender', sender, next })}
              >
                {t('push-messages.sender.change')}
              </Button>
              <Button
                className="tone-failed"
                aria-label={t('push-messages.sender.removeNamed', { name: sender.name })}
                onClick={() => set({ kind: 'remove-push-sender', name: sender.name })}
              >
                {t('push-messages.sender.remove')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

type SenderDraft = Pick<SenderView, 'name' | 'mode'> & {
  readonly address: string;
  readonly key: string;
  readonly account: ChosenFile | null;
};

function senderProblems({ name, mode, key, account }: SenderDraft): Problems<SenderDraft> {
  const isKey = mode === 'server-key';
  return {
    name: name.trim() === '' ? t('push-messages.sender.nameMissing') : undefined,
    key: isKey && key.trim() === '' ? t('push-messages.sender.keyMissing') : undefined,
    account: !isKey && account === null ? t('push-messages.sender.accountMissing') : undefined,
  };
}

/** Adds or edits a sender. The key is only passed to main, not kept in the page. */
export function SenderDialog({ sender, next }: DialogProps<'push-sender'>) {
  const app = useApp();
  const queries = useQueryClient();
  const open = (draft: MessageDraft | null): void => {
    if (next?.kind === 'push-message') app.dialog.set(draft && { ...next, draft });
    else app.dialog.set(next);
  };
  const draftOfNext = next?.kind === 'push-message' ? next.draft : null;
  const keep = useCommand('push.senders.save', (senders) => {
    queries.setQueryData(queryKeyOf('push.senders.list'), senders);
    open(draftOfNext ?? emptyDraft(form.draft.name.trim()));
  });
  const form = useForm<SenderDraft>(
    {
      ...{ name: sender?.name ?? '', mode: sender?.mode ?? 'http-v1', address: sender?.address ?? '' },
      ...{ key: '', account: null },
    },
    [keep],
  );
  const { name, mode, address, key, account } = form.draft;
  const submit = (): void => {
    if (!form.check(() => senderProblems(form.draft))) return;
    const secret = mode === 'server-key' ? key : (account?.text ?? '');
    keep.mutate({ name: name.trim(), mode, address: address.trim() || null, secret });
  };
  return (
    <FormDialog
      title={
        sender
          ? t('push-messages.sender.changeTitle', { name: sender.name })
          : t('push-messages.sender.addTitle')
      }
      button={t('common.save')}
      busyButton={t('push-messages.sender.saving')}
      state={form}
      onSubmit={submit}
      onClose={() => open(draftOfNext)}
    >
      {!sender && (
        <TextField
          label={t('push-messages.sender.name')}
          required
          hint={t('push-messages.sender.nameHint')}
          {...form.text('name')}
        />
      )}
      <Choice
        label={t('push-messages.sender.mode')}
        choices={options(['http-v1', 'server-key'], (each) => t(`push-messages.modes.${each}`))}
        {...form.choice('mode')}
      />
      <SecretField form={form} />
      <TextField
        label={t('push-messages.sender.address')}
        hint={t('push-messages.sender.addressHint')}
        inputMode="url"
        {...form.text('address')}
      />
      {openHosts([address]).map((host) => (
        <Status key={host}>
          <Notice>{t('push-messages.sender.unencrypted', { host })}</Notice>
        </Status>
      ))}
    </FormDialog>
  );
}

function SecretField({ form }: { readonly form: Form<SenderDraft> }) {
  if (form.draft.mode === 'http-v1') {
    return (
      <AccountFile
        chosen={form.draft.account}
        problem={form.problems.account}
        onChoose={(account) => form.change({ account })}
      />
    );
  }
  return (
    <>
      <p className="notice notice-quiet">{t('push-messages.sender.serverKeyNote')}</p>
      <TextField
        label={t('push-messages.sender.serverKey')}
        required
        hint={t('push-messages.sender.storedHint')}
        type="password"
        {...form.text('key')}
      />
    </>
  );
}

type ChosenFile = { readonly name: string; readonly text: string };

type AccountProps = {
  readonly chosen: ChosenFile | null;
  readonly problem: string | undefined;
  readonly onChoose: (file: ChosenFile | null) => void;
};

const maxFileSize = 100_000;

function AccountFile({ chosen, problem, onChoose }: AccountProps) {
  const input = useRef<HTMLInputElement>(null);
  const [unreadable, setUnreadable] = useState(false);
  const read = async (file: File): Promise<void> => {
    const text = await textOfFile(file, maxFileSize);
    setUnreadable(text === null);
    onChoose(text === null ? null : { name: file.name, text });
  };
  const error = unreadable ? t('push-messages.sender.notReadable') : problem;
  return (
    <Field
      label={t('push-messages.sender.account')}
      hint={t('push-messages.sender.accountHint')}
      error={error}
    >
      {(ids) => (
        <div className="input-line">
          <Button {...ids} aria-invalid={error ? true : undefined} onClick={() => input.current?.click()}>
            {t('push-messages.sender.chooseAccount')}
          </Button>
          {chosen && (
            <bdi className="chosen-file" title={chosen.name}>
              {chosen.name}
            </bdi>
          )}
          <FileInput
            ref={input}
            accept=".json,application/json"
            label={t('push-messages.sender.account')}
            onFile={(file) => void read(file)}
          />
        </div>
      )}
    </Field>
  );
}
