import type { MailServerView } from '../../../../preload/page.ts';
import {
  keepsPassword,
  type MailDraft,
  mailDraft,
  mailProblems,
  mailProviders,
  mailValues,
  providerOf,
  serverValues,
  withProvider,
  withTls,
} from '../../../logic/drafts/mail-draft.ts';
import { languageNames } from '../../../logic/languages.ts';
import { t } from '../../../messages.ts';
import { Loading } from '../../../parts/empty.tsx';
import { InlineFailure } from '../../../parts/failure.tsx';
import { Choice, options, TextField } from '../../../parts/fields/fields.tsx';
import { DoneDialog, FormDialog, useCloseDialog } from '../../../parts/overlays/dialog.tsx';
import { useCallQuery, useCommand } from '../../../state/data/calls.ts';
import { type Form, useForm } from '../../../state/drafts/form.ts';
import { emailProblem } from '../people/people-dialogs.tsx';
import { ActionField } from './action-field.tsx';
import { SenderChecks } from './sender-checks.tsx';

export type MailForm = Form<MailDraft>;

export function MailDialog() {
  const { data, error } = useCallQuery('service.mailServer', {});
  if (data) return <MailServerForm mailServer={data} />;
  return (
    <DoneDialog title={t('service.mailTitle')} button={t('common.close')}>
      {error ? <InlineFailure error={error} /> : <Loading />}
    </DoneDialog>
  );
}

function MailServerForm({ mailServer }: { readonly mailServer: MailServerView }) {
  const save = useCommand('service.setMailServer', useCloseDialog());
  const form = useForm(() => mailDraft(mailServer), [save]);
  return (
    <FormDialog
      title={t('service.mailTitle')}
      button={t('common.save')}
      busyButton={t('service.saving')}
      state={form}
      onSubmit={() => {
        if (form.check(() => mailProblems(form.draft))) save.mutate(mailValues(form.draft));
      }}
    >
      <MailFields form={form} mailServer={mailServer} />
    </FormDialog>
  );
}

const nameOf = (wanted: MailServerView['resolvedLanguage']): string =>
  languageNames.find(([language]) => language === wanted)?.[1] ?? wanted;

type Props = { readonly form: MailForm; readonly mailServer: MailServerView };

export function MailFields({ form, mailServer }: Props) {
  const { draft } = form;
  const isServer = draft.transport === 'server';
  return (
    <>
      <Choice
        label={t('service.mailWay')}
        hint={isServer ? undefined : t('service.mailOutboxHint')}
        choices={options(['outbox', 'server'], (way) => t(`service.mailWays.${way}`))}
        {...form.choice('transport')}
      />
      <Choice
        label={t('service.mailLanguage')}
        hint={
          draft.language === 'app'
            ? t('service.mailLanguageNow', { language: nameOf(mailServer.resolvedLanguage) })
            : undefined
        }
        choices={[['app', t('service.mailLanguageOfApp')], ...languageNames]}
        {...form.choice('language')}
      />
      {isServer && (
        <>
          <ServerFields form={form} mailServer={mailServer} />
          <TestFields form={form} />
        </>
      )}
    </>
  );
}

function ProviderField({ form: { draft, change } }: Pick<Props, 'form'>) {
  const provider = providerOf(draft) ?? undefined;
  return (
    <Choice
      label={t('service.provider')}
      hint={provider && t(`service.providerHint.${provider.secret}`, { provider: provider.name })}
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
  const { draft, change } = form;
  const hasUser = draft.userName.trim() !== '';
  const passwordHint = keepsPassword(draft, mailServer)
    ? t('service.mailPasswordStored')
    : t('service.mailPasswordHint');
  return (
    <>
      <ProviderField form={form} />
      <div className="field-pair field-pair-wide">
        <TextField label={t('service.host')} required hint={t('service.hostHint')} {...form.text('host')} />
        <TextField label={t('service.port')} required inputMode="numeric" {...form.text('port')} />
      </div>
      <Choice
        label={t('service.tls')}
        value={draft.tls}
        choices={options(['required', 'always', 'offered', 'never'], (tls) => t(`service.tlsWays.${tls}`))}
        onChoose={(tls) => change(withTls(draft, tls))}
      />
      <TextField label={t('service.sender')} required hint={t('service.senderHint')} {...form.text('from')} />
      <div className="field-pair">
        <TextField
          label={t('service.mailUser')}
          hint={t('service.mailUserHint')}
          {...form.text('userName')}
        />
        <TextField
          label={t('service.mailPassword')}
          hint={hasUser ? passwordHint : t('settings.network.passwordHint')}
          type="password"
          disabled={!hasUser}
          {...form.text('password')}
        />
      </div>
    </>
  );
}

function TestFields({ form }: Pick<Props, 'form'>) {
  const address = useForm({ to: '' });
  const test = useCommand('service.testMail');
  const send = (): void => {
    const to = address.draft.to.trim();
    const hasAddress = address.check(() => ({ to: emailProblem(to) }));
    if (form.check(() => mailProblems(form.draft)) && hasAddress)
      test.mutate({ ...serverValues(form.draft), to });
  };
  return (
    <fieldset className="test-mail">
      <ActionField
        label={t('service.testTo')}
        type="email"
        inputMode="email"
        action={test.isPending ? t('service.testing') : t('service.test')}
        disabled={test.isPending}
        onAction={send}
        {...address.text('to')}
      />
      <p role="status">{test.isSuccess && t('service.tested', { to: test.variables.to })}</p>
      {test.error && <InlineFailure error={test.error} />}
      {test.isSuccess && <SenderChecks from={test.variables.server.from} />}
    </fieldset>
  );
}
