import type { ReactNode } from 'react';
import { invitationLink } from '../../logic/drafts/invitation.ts';
import { t } from '../../messages.ts';
import { CopyButton } from '../../parts/button.tsx';
import { TextField } from '../../parts/fields/fields.tsx';
import { Confirm, DoneDialog, FormDialog } from '../../parts/overlays/dialog.tsx';
import { useApp } from '../../state/app-state.ts';
import { stateOf, useCommand } from '../../state/data/calls.ts';
import { useForm } from '../../state/drafts/form.ts';
import { useStore } from '../../state/store.ts';
import type { DialogProps } from '../../state/window/dialog.ts';
import { nameProblem } from './people/people-dialogs.tsx';

type MadeProps = {
  readonly title: string;
  readonly text: string;
  readonly secret: string | null;
  readonly children?: ReactNode;
};

/** Shows a new secret. The page does not store it, so it cannot be shown again. */
export function CreatedSecretDialog({ title, text, secret, children }: MadeProps) {
  return (
    <DoneDialog title={title} button={t('service.done')}>
      <p>{text}</p>
      {secret !== null && (
        <div className="created-secret">
          <code className="command selectable">{secret}</code>
          <CopyButton text={secret} label={t('common.copy')} />
        </div>
      )}
      {children}
    </DoneDialog>
  );
}

export function UserDialog({ userName }: DialogProps<'user'>) {
  const { url } = useStore(useApp().service);
  const add = useCommand('service.addUser');
  const change = useCommand('service.setPassword');
  const isNew = userName === null;
  const command = isNew ? add : change;
  const form = useForm({ userName: userName ?? '', password: '' }, [add, change]);
  const submit = (): void => {
    const { userName: name, password } = form.draft;
    if (!form.check(() => ({ userName: nameProblem(name) }))) return;
    command.mutate({ userName: name.trim(), ...(password === '' ? {} : { password }) });
  };
  if (command.data) {
    const { userName: name, password: secret } = command.data;
    const text =
      secret === null ? t('service.chosenPassword', { name }) : t('service.madePassword', { name });
    return (
      <CreatedSecretDialog
        title={isNew ? t('service.userAdded') : t('service.newPasswordTitle', { name })}
        text={text}
        secret={secret}
      >
        {isNew && url !== null && (
          <div className="button-line">
            <CopyButton text={invitationLink(url, name)} label={t('service.copyInvitation')} />
          </div>
        )}
      </CreatedSecretDialog>
    );
  }
  return (
    <FormDialog
      title={isNew ? t('service.addUserTitle') : t('service.newPasswordTitle', { name: userName })}
      button={isNew ? t('service.add') : t('common.save')}
      busyButton={t('service.making')}
      state={form}
      onSubmit={submit}
    >
      {isNew ? (
        <TextField label={t('service.userName')} required dir="auto" {...form.text('userName')} />
      ) : (
        <p className="quiet">{t('service.newPasswordText')}</p>
      )}
      <TextField
        label={t('service.password')}
        hint={t('service.passwordHint')}
        type="password"
        autoComplete="new-password"
        {...form.text('password')}
      />
    </FormDialog>
  );
}

export function ClientDialog() {
  const add = useCommand('service.addClient');
  const form = useForm({ clientId: '' }, [add]);
  const submit = (): void => {
    const clientId = form.draft.clientId.trim();
    if (form.check(() => ({ clientId: nameProblem(clientId) }))) add.mutate({ clientId });
  };
  if (add.data) {
    const text = t('service.madeSecret', { id: add.data.clientId });
    return (
      <CreatedSecretDialog title={t('service.clientAdded')} text={text} secret={add.data.clientSecret} />
    );
  }
  return (
    <FormDialog
      title={t('service.addClientTitle')}
      button={t('service.add')}
      busyButton={t('service.making')}
      state={form}
      onSubmit={submit}
    >
      <TextField label={t('service.clientId')} required {...form.text('clientId')} />
    </FormDialog>
  );
}

export function SecretDialog({ clientId }: DialogProps<'secret'>) {
  const renew = useCommand('service.renewClient');
  if (renew.data) {
    const text = t('service.madeSecret', { id: clientId });
    return (
      <CreatedSecretDialog title={t('service.secretCreated')} text={text} secret={renew.data.clientSecret} />
    );
  }
  return (
    <Confirm
      title={t('service.newSecretTitle', { id: clientId })}
      text={t('service.newSecretText')}
      button={t('service.newSecretButton')}
      busyButton={t('service.making')}
      state={stateOf(renew)}
      onConfirm={() => renew.mutate({ clientId })}
    />
  );
}
