import { useState } from 'react';
import type { MailServerView } from '../../../preload/contract.ts';
import { isAddress } from '../../logic/addresses.ts';
import { languageNames } from '../../logic/languages.ts';
import {
  keepsPassword,
  type MailDraft,
  type MailProblems,
  mailDraft,
  mailProblems,
  mailValues,
  withTls,
} from '../../logic/mail-draft.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { Choice, TextField } from '../../parts/fields.tsx';
import { useAsk } from '../../state/calls.ts';
import { words as common } from '../../words/common.ts';
import { words } from '../../words/service.ts';

const nameOf = (wanted: MailServerView['languageNow']): string =>
  languageNames.find(([language]) => language === wanted)?.[1] ?? wanted;

type Props = { readonly mailServer: MailServerView; readonly onClose: () => void };

/** How mail is sent, tried out before it is stored. */
export function MailDialog({ mailServer, onClose }: Props) {
  const [draft, setDraft] = useState(() => mailDraft(mailServer));
  const [problems, setProblems] = useState<MailProblems>({});
  const save = useAsk('service.setMailServer', onClose);
  const isServer = draft.way === 'server';
  const change = (next: Partial<MailDraft>): void => {
    setDraft({ ...draft, ...next });
    setProblems({});
  };
  /** The arguments about the server; null, and what is missing is said, while they are not whole. */
  const take = (): ReturnType<typeof mailValues> | null => {
    const found = mailProblems(draft);
    setProblems(found);
    return Object.keys(found).length === 0 ? mailValues(draft) : null;
  };
  const submit = (): void => {
    if (save.isPending) return;
    const values = isServer ? take() : { server: null };
    if (values) save.mutate({ ...values, language: draft.language });
  };
  return (
    <Dialog
      title={words.mailTitle}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button look="primary" type="submit" disabled={save.isPending}>
            {save.isPending ? words.saving : common.save}
          </Button>
        </>
      }
    >
      <Choice
        label={words.mailWay}
        {...(isServer ? {} : { hint: words.mailOutboxHint })}
        value={draft.way}
        choices={[
          ['outbox', words.mailWays.outbox],
          ['server', words.mailWays.server],
        ]}
        onChoose={(way) => change({ way })}
      />
      <Choice
        label={words.mailLanguage}
        {...(draft.language === 'app' ? { hint: words.mailLanguageNow(nameOf(mailServer.languageNow)) } : {})}
        value={draft.language}
        choices={[['app', words.mailLanguageOfApp], ...languageNames]}
        onChoose={(language) => change({ language })}
      />
      {isServer && (
        <>
          <ServerFields draft={draft} problems={problems} mailServer={mailServer} onChange={change} />
          <TestFields take={take} />
        </>
      )}
      {save.error && <InlineFailure error={save.error} />}
    </Dialog>
  );
}

type FieldsProps = {
  readonly draft: MailDraft;
  readonly problems: MailProblems;
  readonly mailServer: MailServerView;
  readonly onChange: (next: Partial<MailDraft>) => void;
};

function ServerFields({ draft, problems, mailServer, onChange }: FieldsProps) {
  return (
    <>
      <div className="field-pair field-pair-wide">
        <TextField
          label={words.host}
          hint={words.hostHint}
          error={problems.host}
          value={draft.host}
          onText={(host) => onChange({ host })}
        />
        <TextField
          label={words.port}
          error={problems.port}
          inputMode="numeric"
          value={draft.port}
          onText={(port) => onChange({ port })}
        />
      </div>
      <Choice
        label={words.tls}
        value={draft.tls}
        choices={[
          ['required', words.tlsWays.required],
          ['always', words.tlsWays.always],
          ['offered', words.tlsWays.offered],
        ]}
        onChoose={(tls) => onChange(withTls(draft, tls))}
      />
      <TextField
        label={words.sender}
        hint={words.senderHint}
        error={problems.from}
        value={draft.from}
        onText={(from) => onChange({ from })}
      />
      <div className="field-pair">
        <TextField
          label={words.mailUser}
          hint={words.mailUserHint}
          value={draft.userName}
          onText={(userName) => onChange({ userName })}
        />
        <TextField
          label={words.mailPassword}
          hint={keepsPassword(draft, mailServer) ? words.mailPasswordKept : words.mailPasswordHint}
          type="password"
          value={draft.password}
          disabled={draft.userName.trim() === ''}
          onText={(password) => onChange({ password })}
        />
      </div>
    </>
  );
}

function TestFields({ take }: { readonly take: () => ReturnType<typeof mailValues> | null }) {
  const [to, setTo] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const test = useAsk('service.testMail');
  const send = (): void => {
    if (test.isPending) return;
    const wrong = isAddress(to.trim()) ? undefined : words.emailNeeded;
    setProblem(wrong);
    const values = take();
    if (values && wrong === undefined) test.mutate({ ...values, to: to.trim() });
  };
  return (
    <fieldset className="test-mail">
      <div className="input-line input-line-end">
        <TextField
          label={words.testTo}
          type="email"
          inputMode="email"
          value={to}
          error={problem}
          onText={(text) => {
            setTo(text);
            setProblem(undefined);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Enter here sends the test, not the form.
            event.preventDefault();
            send();
          }}
        />
        <Button disabled={test.isPending} onClick={send}>
          {test.isPending ? words.testing : words.test}
        </Button>
      </div>
      <p role="status">{test.isSuccess && words.tested(test.variables.to)}</p>
      {test.error && <InlineFailure error={test.error} />}
    </fieldset>
  );
}
