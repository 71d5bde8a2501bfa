import { useRef, useState } from 'react';
import type { SenderView } from '../../../../preload/page.ts';
import { emptyDraft } from '../../../logic/push/draft.ts';
import { textOfFile } from '../../../logic/text-file.ts';
import { openHosts } from '../../../logic/unencrypted.ts';
import { t } from '../../../messages.ts';
import { Button } from '../../../parts/button.tsx';
import { InlineFailure } from '../../../parts/failure.tsx';
import { Choice, Field, TextField } from '../../../parts/fields/fields.tsx';
import { FileInput } from '../../../parts/fields/file-input.tsx';
import { Confirm, Dialog, FormDialog } from '../../../parts/overlays/dialog.tsx';
import { Status } from '../../../parts/status.tsx';
import { useApp } from '../../../state/app-state.ts';
import { useChangeSenders, usePushSenders } from '../../../state/data/push-data.ts';
import type { OpenDialog } from '../../../state/window/dialog.ts';

const modes = [
  ['http-v1', t('push-messages.modes.http-v1')],
  ['server-key', t('push-messages.modes.server-key')],
] as const;

/** Who can send, and what can be done with each. */
export function SendersDialog({ onClose }: { readonly onClose: () => void }) {
  const app = useApp();
  const senders = usePushSenders();
  const next = { kind: 'push-senders' } as const;
  const open = (sender: SenderView | null): void => app.dialog.set({ kind: 'push-sender', sender, next });
  return (
    <Dialog
      title={t('push-messages.sender.listTitle')}
      onClose={onClose}
      onSubmit={onClose}
      footer={
        <>
          <Button onClick={() => open(null)}>{t('push-messages.sender.add')}</Button>
          <Button look="primary" type="submit">
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
                {t(`push-messages.modes.${sender.mode}`)} · {sender.sendsTo}
              </p>
            </div>
            <Button
              aria-label={t('push-messages.sender.changeNamed', { name: sender.name })}
              onClick={() => open(sender)}
            >
              {t('push-messages.sender.change')}
            </Button>
            <Button
              aria-label={t('push-messages.sender.removeNamed', { name: sender.name })}
              onClick={() => app.dialog.set({ kind: 'remove-push-sender', name: sender.name })}
            >
              {t('push-messages.sender.remove')}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** Its key goes with it, so it is asked. */
export function RemoveSenderDialog({ name }: { readonly name: string }) {
  const app = useApp();
  const back = (): void => app.dialog.set({ kind: 'push-senders' });
  const remove = useChangeSenders('push.senders.remove', back);
  return (
    <Confirm
      title={t('push-messages.sender.removeTitle', { name })}
      text={t('push-messages.sender.removeText')}
      button={t('push-messages.sender.removeButton')}
      busyButton={t('push-messages.sender.removing')}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ name })}
      onClose={back}
    />
  );
}

type SenderProps = {
  /** The one to change; null adds one. */
  readonly sender: SenderView | null;
  /** Opens when it is kept. A message without a draft begins with this sender. */
  readonly next: OpenDialog | null;
};

type Problems = Partial<Record<'name' | 'key' | 'account', string>>;

/** The key is typed or chosen here, handed to main and forgotten. */
export function SenderDialog({ sender, next }: SenderProps) {
  const app = useApp();
  const onClose = (): void => app.dialog.set(next?.kind === 'push-message' && !next.draft ? null : next);
  const [name, setName] = useState(sender?.name ?? '');
  const [mode, setMode] = useState<SenderView['mode']>(sender?.mode ?? 'http-v1');
  const [address, setAddress] = useState(sender?.address ?? '');
  const [key, setKey] = useState('');
  const [account, setAccount] = useState<ChosenFile | null>(null);
  const [problems, setProblems] = useState<Problems>({});
  const keep = useChangeSenders('push.senders.keep', () => {
    if (next?.kind === 'push-message' && !next.draft) {
      app.dialog.set({ ...next, draft: emptyDraft(name.trim()) });
    } else app.dialog.set(next);
  });
  const submit = (): void => {
    if (keep.isPending) return;
    const found: Problems = {
      ...(name.trim() === '' ? { name: t('push-messages.sender.nameMissing') } : {}),
      ...(mode === 'server-key' && key.trim() === '' ? { key: t('push-messages.sender.keyMissing') } : {}),
      ...(mode === 'http-v1' && !account ? { account: t('push-messages.sender.accountMissing') } : {}),
    };
    setProblems(found);
    if (Object.keys(found).length > 0) return;
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
      button={keep.isPending ? t('push-messages.sender.saving') : t('common.save')}
      disabled={keep.isPending}
      error={keep.error}
      onSubmit={submit}
      onClose={onClose}
    >
      {!sender && (
        <TextField
          label={t('push-messages.sender.name')}
          required
          hint={t('push-messages.sender.nameHint')}
          error={problems.name}
          value={name}
          onText={setName}
        />
      )}
      <Choice label={t('push-messages.sender.mode')} value={mode} choices={modes} onChoose={setMode} />
      {mode === 'server-key' && <p className="notice">{t('push-messages.sender.serverKeyNote')}</p>}
      {mode === 'server-key' ? (
        <TextField
          label={t('push-messages.sender.serverKey')}
          required
          hint={t('push-messages.sender.kept')}
          error={problems.key}
          type="password"
          value={key}
          onText={setKey}
        />
      ) : (
        <AccountFile chosen={account} problem={problems.account} onChoose={setAccount} />
      )}
      <TextField
        label={t('push-messages.sender.address')}
        hint={t('push-messages.sender.addressHint')}
        inputMode="url"
        value={address}
        onText={setAddress}
      />
      {openHosts([address]).map((host) => (
        <Status key={host}>
          <p className="notice">{t('push-messages.sender.unencrypted', { host })}</p>
        </Status>
      ))}
    </FormDialog>
  );
}

type ChosenFile = { readonly name: string; readonly text: string };

type AccountProps = {
  readonly chosen: ChosenFile | null;
  readonly problem: string | undefined;
  readonly onChoose: (file: ChosenFile | null) => void;
};

/** Far more than such a file ever has. */
const largestFile = 100_000;

function AccountFile({ chosen, problem, onChoose }: AccountProps) {
  const input = useRef<HTMLInputElement>(null);
  const [unreadable, setUnreadable] = useState(false);
  const take = async (file: File): Promise<void> => {
    const text = await textOfFile(file, largestFile);
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
            onFile={(file) => void take(file)}
          />
        </div>
      )}
    </Field>
  );
}
