import { useState } from 'react';
import type { CallArguments, MailServerView } from '../../../../preload/page.ts';
import {
  keepsPassword,
  type MailDraft,
  type MailProblems,
  mailProblems,
  mailValues,
  withTls,
} from '../../../logic/drafts/mail-draft.ts';
import { mailProviders, providerOf, withProvider } from '../../../logic/drafts/mail-providers.ts';
import { languageNames } from '../../../logic/languages.ts';
import { isAddress } from '../../../logic/people/addresses.ts';
import { t } from '../../../messages.ts';
import { Button } from '../../../parts/button.tsx';
import { InlineFailure } from '../../../parts/failure.tsx';
import { Choice, TextField } from '../../../parts/fields/fields.tsx';
import { useAsk } from '../../../state/data/calls.ts';
import { useCheckedText } from '../../../state/drafts/checked-text.ts';

export type MailForm = {
  readonly draft: MailDraft;
  readonly problems: MailProblems;
  readonly change: (next: Partial<MailDraft>) => void;
  /** The arguments about the server; null, and what is missing is said, while they are not whole. */
  readonly take: () => ReturnType<typeof mailValues> | null;
  /** What saves all of it; null as with `take`. */
  readonly takeAll: () => CallArguments<'service.setMailServer'> | null;
};

/** With a draft and what changes it. */
export function useMailForm([draft, setDraft]: readonly [MailDraft, (next: MailDraft) => void]): MailForm {
  const [problems, setProblems] = useState<MailProblems>({});
  const take: MailForm['take'] = () => {
    const found = mailProblems(draft);
    setProblems(found);
    return Object.keys(found).length === 0 ? mailValues(draft) : null;
  };
  return {
    draft,
    problems,
    take,
    change: (next) => {
      setDraft({ ...draft, ...next });
      setProblems({});
    },
    takeAll: () => {
      const values = draft.way === 'server' ? take() : { server: null };
      return values && { ...values, language: draft.language };
    },
  };
}

const nameOf = (wanted: MailServerView['languageNow']): string =>
  languageNames.find(([language]) => language === wanted)?.[1] ?? wanted;

type Props = { readonly form: MailForm; readonly mailServer: MailServerView };

/** How mail is sent, tried out before it is stored. */
export function MailFields({ form, mailServer }: Props) {
  const { draft, change } = form;
  const isServer = draft.way === 'server';
  return (
    <>
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
          <ServerFields form={form} mailServer={mailServer} />
          <TestFields take={form.take} />
        </>
      )}
    </>
  );
}

function ProviderField({ form: { draft, change } }: Pick<Props, 'form'>) {
  const provider = providerOf(draft);
  return (
    <Choice
      label={t('service.provider')}
      {...(provider
        ? { hint: t(`service.providerHint.${provider.secret}`, { provider: provider.name }) }
        : {})}
      value={provider?.name ?? ''}
      choices={[['', t('service.providerOther')], ...mailProviders.map(({ name }) => [name, name] as const)]}
      onChoose={(name) => {
        const chosen = mailProviders.find((each) => each.name === name);
        change(withProvider(draft, chosen ?? null));
      }}
    />
  );
}

function ServerFields({ form, mailServer }: Props) {
  const { draft, problems, change } = form;
  return (
    <>
      <ProviderField form={form} />
      <div className="field-pair field-pair-wide">
        <TextField
          label={t('service.host')}
          required
          hint={t('service.hostHint')}
          error={problems.host}
          value={draft.host}
          onText={(host) => change({ host })}
        />
        <TextField
          label={t('service.port')}
          required
          error={problems.port}
          inputMode="numeric"
          value={draft.port}
          onText={(port) => change({ port })}
        />
      </div>
      <Choice
        label={t('service.tls')}
        value={draft.tls}
        choices={[
          ['required', t('service.tlsWays.required')],
          ['always', t('service.tlsWays.always')],
          ['offered', t('service.tlsWays.offered')],
          ['never', t('service.tlsWays.never')],
        ]}
        onChoose={(tls) => change(withTls(draft, tls))}
      />
      <TextField
        label={t('service.sender')}
        required
        hint={t('service.senderHint')}
        error={problems.from}
        value={draft.from}
        onText={(from) => change({ from })}
      />
      <div className="field-pair">
        <TextField
          label={t('service.mailUser')}
          hint={t('service.mailUserHint')}
          value={draft.userName}
          onText={(userName) => change({ userName })}
        />
        <TextField
          label={t('service.mailPassword')}
          hint={
            keepsPassword(draft, mailServer) ? t('service.mailPasswordKept') : t('service.mailPasswordHint')
          }
          type="password"
          value={draft.password}
          disabled={draft.userName.trim() === ''}
          onText={(password) => change({ password })}
        />
      </div>
    </>
  );
}

function TestFields({ take }: Pick<MailForm, 'take'>) {
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
