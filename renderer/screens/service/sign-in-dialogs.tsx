import { useState } from 'react';
import { t } from '../../messages.ts';
import { Button, CopyButton } from '../../parts/button.tsx';
import { TextField } from '../../parts/fields/fields.tsx';
import { Confirm, Dialog, FormDialog } from '../../parts/overlays/dialog.tsx';
import { useAsk } from '../../state/data/calls.ts';
import { useCheckedText } from '../../state/drafts/checked-text.ts';
import { nameNeeded } from './people/people-dialogs.tsx';

type MadeProps = {
  readonly title: string;
  readonly text: string;
  /** Null: there is nothing to show. */
  readonly secret: string | null;
  readonly onClose: () => void;
};

/** What was made, this once. It is in no list and in no store of the page. */
export function MadeDialog({ title, text, secret, onClose }: MadeProps) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={onClose}
      footer={
        <Button look="primary" type="submit">
          {t('service.done')}
        </Button>
      }
    >
      <p>{text}</p>
      {secret !== null && (
        <div className="made-secret">
          <code className="command selectable">{secret}</code>
          <CopyButton text={secret} label={t('common.copy')} />
        </div>
      )}
    </Dialog>
  );
}

type UserProps = { readonly userName: string | null; readonly onClose: () => void };

/** A user with a password: a new one, or with `userName` another password for one that is there. */
export function UserDialog({ userName, onClose }: UserProps) {
  const name = useCheckedText(userName ?? '', nameNeeded);
  const [password, setPassword] = useState('');
  const add = useAsk('service.addUser');
  const change = useAsk('service.setPassword');
  const ask = userName === null ? add : change;
  const title =
    userName === null ? t('service.addUserTitle') : t('service.newPasswordTitle', { name: userName });
  const submit = (): void => {
    if (ask.isPending || !name.check()) return;
    ask.mutate({ userName: name.text.trim(), ...(password === '' ? {} : { password }) });
  };
  if (ask.data) {
    const { userName: made, password: secret } = ask.data;
    return (
      <MadeDialog
        title={title}
        text={
          secret === null
            ? t('service.chosenPassword', { name: made })
            : t('service.madePassword', { name: made })
        }
        secret={secret}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      title={title}
      button={ask.isPending ? t('service.making') : userName === null ? t('service.add') : t('common.save')}
      disabled={ask.isPending}
      error={ask.error}
      onSubmit={submit}
      onClose={onClose}
    >
      {userName === null ? (
        <TextField label={t('service.userName')} required dir="auto" {...name.field} />
      ) : (
        <p className="quiet">{t('service.newPasswordText')}</p>
      )}
      <TextField
        label={t('service.password')}
        hint={t('service.passwordHint')}
        type="password"
        autoComplete="new-password"
        value={password}
        onText={setPassword}
      />
    </FormDialog>
  );
}

export function ClientDialog({ onClose }: { readonly onClose: () => void }) {
  const clientId = useCheckedText('', nameNeeded);
  const add = useAsk('service.addClient');
  const submit = (): void => {
    if (!add.isPending && clientId.check()) add.mutate({ clientId: clientId.text.trim() });
  };
  if (add.data) {
    return (
      <MadeDialog
        title={t('service.addClientTitle')}
        text={t('service.madeSecret', { id: add.data.clientId })}
        secret={add.data.clientSecret}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      title={t('service.addClientTitle')}
      button={add.isPending ? t('service.making') : t('service.add')}
      disabled={add.isPending}
      error={add.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField label={t('service.clientId')} required {...clientId.field} />
    </FormDialog>
  );
}

type SecretProps = { readonly clientId: string; readonly onClose: () => void };

export function SecretDialog({ clientId, onClose }: SecretProps) {
  const renew = useAsk('service.renewClient');
  if (renew.data) {
    return (
      <MadeDialog
        title={t('service.newSecret')}
        text={t('service.madeSecret', { id: clientId })}
        secret={renew.data.clientSecret}
        onClose={onClose}
      />
    );
  }
  return (
    <Confirm
      title={t('service.newSecretTitle', { id: clientId })}
      text={t('service.newSecretText')}
      button={t('service.newSecretButton')}
      busyButton={t('service.making')}
      busy={renew.isPending}
      error={renew.error}
      onClose={onClose}
      onConfirm={() => renew.mutate({ clientId })}
    />
  );
}
