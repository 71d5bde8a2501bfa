import { type ReactNode, useState } from 'react';
import { Button, CopyButton } from '../../parts/button.tsx';
import { Confirm, Dialog } from '../../parts/dialog.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { TextField } from '../../parts/fields.tsx';
import { useAsk } from '../../state/calls.ts';
import { words as common } from '../../words/common.ts';
import { words } from '../../words/service.ts';

type MadeProps = {
  readonly title: string;
  readonly text: string;
  /** Null: there is nothing to show. */
  readonly secret: string | null;
  readonly onClose: () => void;
};

/** What was made, this once. It is in no list and in no store of the page. */
function MadeDialog({ title, text, secret, onClose }: MadeProps) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={onClose}
      footer={
        <Button look="primary" type="submit">
          {words.done}
        </Button>
      }
    >
      <p>{text}</p>
      {secret !== null && (
        <div className="made-secret">
          <code className="command selectable">{secret}</code>
          <CopyButton text={secret} label={common.copy} />
        </div>
      )}
    </Dialog>
  );
}

/** A user with a password: a new one, or with `userName` another password for one that is there. */
export function UserDialog({
  userName,
  onClose,
}: {
  readonly userName: string | null;
  readonly onClose: () => void;
}) {
  const [name, setName] = useState(userName ?? '');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const add = useAsk('service.addUser');
  const change = useAsk('service.setPassword');
  const ask = userName === null ? add : change;
  const title = userName === null ? words.addUserTitle : words.newPasswordTitle(userName);
  const submit = (): void => {
    if (ask.isPending) return;
    const wrong = name.trim() === '' ? words.nameNeeded : undefined;
    setProblem(wrong);
    if (wrong === undefined) ask.mutate({ userName: name.trim(), ...(password === '' ? {} : { password }) });
  };
  if (ask.data) {
    const { userName: made, password: secret } = ask.data;
    return (
      <MadeDialog
        title={title}
        text={secret === null ? words.chosenPassword(made) : words.madePassword(made)}
        secret={secret}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      title={title}
      button={userName === null ? words.add : common.save}
      busy={ask.isPending}
      error={ask.error}
      onSubmit={submit}
      onClose={onClose}
    >
      {userName === null ? (
        <TextField
          label={words.userName}
          dir="auto"
          value={name}
          error={problem}
          onText={(text) => {
            setName(text);
            setProblem(undefined);
          }}
        />
      ) : (
        <p className="quiet">{words.newPasswordText}</p>
      )}
      <TextField
        label={words.password}
        hint={words.passwordHint}
        type="password"
        autoComplete="new-password"
        value={password}
        onText={setPassword}
      />
    </FormDialog>
  );
}

export function ClientDialog({ onClose }: { readonly onClose: () => void }) {
  const [clientId, setClientId] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const add = useAsk('service.addClient');
  const submit = (): void => {
    if (add.isPending) return;
    const wrong = clientId.trim() === '' ? words.nameNeeded : undefined;
    setProblem(wrong);
    if (wrong === undefined) add.mutate({ clientId: clientId.trim() });
  };
  if (add.data) {
    return (
      <MadeDialog
        title={words.addClientTitle}
        text={words.madeSecret(add.data.clientId)}
        secret={add.data.clientSecret}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      title={words.addClientTitle}
      button={words.add}
      busy={add.isPending}
      error={add.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={words.clientId}
        value={clientId}
        error={problem}
        onText={(text) => {
          setClientId(text);
          setProblem(undefined);
        }}
      />
    </FormDialog>
  );
}

type FormProps = {
  readonly title: string;
  readonly button: string;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

function FormDialog({ title, button, busy, error, onSubmit, onClose, children }: FormProps) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={onSubmit}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button look="primary" type="submit" disabled={busy}>
            {busy ? words.making : button}
          </Button>
        </>
      }
    >
      {children}
      {error ? <InlineFailure error={error} /> : null}
    </Dialog>
  );
}

export function SecretDialog({
  clientId,
  onClose,
}: {
  readonly clientId: string;
  readonly onClose: () => void;
}) {
  const renew = useAsk('service.renewClient');
  if (renew.data) {
    return (
      <MadeDialog
        title={words.newSecret}
        text={words.madeSecret(clientId)}
        secret={renew.data.clientSecret}
        onClose={onClose}
      />
    );
  }
  return (
    <Confirm
      title={words.newSecretTitle(clientId)}
      text={words.newSecretText}
      button={words.newSecretButton}
      busyButton={words.making}
      busy={renew.isPending}
      error={renew.error}
      onClose={onClose}
      onConfirm={() => renew.mutate({ clientId })}
    />
  );
}

export function RemoveUserDialog({
  userName,
  onClose,
}: {
  readonly userName: string;
  readonly onClose: () => void;
}) {
  const remove = useAsk('service.removeUser', onClose);
  return (
    <Confirm
      title={words.removeUserTitle(userName)}
      text={words.removeUserText}
      button={words.removeUserButton}
      busyButton={words.removing}
      busy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() => remove.mutate({ userName })}
    />
  );
}

export function RemoveClientDialog({
  clientId,
  onClose,
}: {
  readonly clientId: string;
  readonly onClose: () => void;
}) {
  const remove = useAsk('service.removeClient', onClose);
  return (
    <Confirm
      title={words.removeClientTitle(clientId)}
      text={words.removeClientText}
      button={words.removeClientButton}
      busyButton={words.removing}
      busy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() => remove.mutate({ clientId })}
    />
  );
}
