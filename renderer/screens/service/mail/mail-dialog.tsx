import { useState } from 'react';
import type { MailServerView } from '../../../../preload/page.ts';
import {
  keepsPassword,
  type MailDraft,
  type MailProblems,
  mailDraft,
  mailProblems,
  mailValues,
  withTls,
} from '../../../logic/drafts/mail-draft.ts';
import { languageNames } from '../../../logic/languages.ts';
import { isAddress } from '../../../logic/people/addresses.ts';
import { t } from '../../../messages.ts';
import { Button } from '../../../parts/button.tsx';
import { FormDialog } from '../../../parts/dialog.tsx';
import { InlineFailure } from '../../../parts/failure.tsx';
import { Choice, TextField } from '../../../parts/fields.tsx';
import { useAsk } from '../../../state/calls.ts';
import { useCheckedText } from '../../../state/checked-text.ts';

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
    <FormDialog
      title={t('service.mailTitle')}
      button={save.isPending ? t('service.saving') : t('common.save')}
      disabled={save.isPending}
      error={save.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Choice
        label={t('service.mailWay')}
        {...(isServer ? {} : { hint: t('service.mailOutboxHint') })}
        value={draft.way}
        choices={[
          ['outbox', t('service.mailWays.outbox')],
          ['server', t('service.mailWays.server')],
        ]}
        onChoose={(way) => change({ way })}
      />
      <Choice
        label={t('service.mailLanguage')}
        {...(draft.language === 'app'
          ? { hint: t('service.mailLanguageNow', { language: nameOf(mailServer.languageNow) }) }
          : {})}
        value={draft.language}
        choices={[['app', t('service.mailLanguageOfApp')], ...languageNames]}
        onChoose={(language) => change({ language })}
      />
      {isServer && (
        <>
          <ServerFields draft={draft} problems={problems} mailServer={mailServer} onChange={change} />
          <TestFields take={take} />
        </>
      )}
    </FormDialog>
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
          label={t('service.host')}
          required
          hint={t('service.hostHint')}
          error={problems.host}
          value={draft.host}
          onText={(host) => onChange({ host })}
        />
        <TextField
          label={t('service.port')}
          required
          error={problems.port}
          inputMode="numeric"
          value={draft.port}
          onText={(port) => onChange({ port })}
        />
      </div>
      <Choice
        label={t('service.tls')}
        value={draft.tls}
        choices={[
          ['required', t('service.tlsWays.required')],
          ['always', t('service.tlsWays.always')],
          ['offered', t('service.tlsWays.offered')],
        ]}
        onChoose={(tls) => onChange(withTls(draft, tls))}
      />
      <TextField
        label={t('service.sender')}
        required
        hint={t('service.senderHint')}
        error={problems.from}
        value={draft.from}
        onText={(from) => onChange({ from })}
      />
      <div className="field-pair">
        <TextField
          label={t('service.mailUser')}
          hint={t('service.mailUserHint')}
          value={draft.userName}
          onText={(userName) => onChange({ userName })}
        />
        <TextField
          label={t('service.mailPassword')}
          hint={
            keepsPassword(draft, mailServer) ? t('service.mailPasswordKept') : t('service.mailPasswordHint')
          }
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
  const to = useCheckedText('', (text) => (isAddress(text.trim()) ? undefined : t('service.emailNeeded')));
  const test = useAsk('service.testMail');
  const send = (): void => {
    if (test.isPending) return;
    const isRight = to.check();
    const values = take();
    if (values && isRight) test.mutate({ ...values, to: to.text.trim() });
  };
  return (
    <fieldset className="test-mail">
      <div className="input-line input-line-end">
        <TextField
          label={t('service.testTo')}
          type="email"
          inputMode="email"
          {...to.field}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Enter here sends the test, not the form.
            event.preventDefault();
            send();
          }}
        />
        <Button disabled={test.isPending} onClick={send}>
          {test.isPending ? t('service.testing') : t('service.test')}
        </Button>
      </div>
      <p role="status">{test.isSuccess && t('service.tested', { to: test.variables.to })}</p>
      {test.error && <InlineFailure error={test.error} />}
    </fieldset>
  );
}
