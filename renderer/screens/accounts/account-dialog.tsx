import { type ClipboardEvent, type ReactNode, useState } from 'react';
import type { AccountView, ConnectionReport } from '../../../preload/page.ts';
import {
  type AccountDraft,
  accountDraft,
  accountProblems,
  accountValues,
  missingFields,
  suspectFields,
} from '../../logic/drafts/account-draft.ts';
import { parseInvitation } from '../../logic/drafts/invitation.ts';
import { t } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { Choice, options, TextField, type TextFieldProps } from '../../parts/fields/fields.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Dialog, useCloseDialog } from '../../parts/overlays/dialog.tsx';
import { Status } from '../../parts/status.tsx';
import { useActiveAccount, useApp } from '../../state/app-state.ts';
import { useCommand } from '../../state/data/calls.ts';
import { type Form, useForm } from '../../state/drafts/form.ts';
import { useIsShown } from '../../state/shown.ts';
import type { DialogProps } from '../../state/window/dialog.ts';
import { ConnectionResult } from './connection-result.tsx';
import { UnencryptedNotice } from './unencrypted-notice.tsx';

export function AccountDialog({ account, next, invitation }: DialogProps<'account'>) {
  const app = useApp();
  const close = useCloseDialog();
  const isShown = useIsShown();
  const test = useCommand('accounts.test');
  const [signedIn, setSignedIn] = useState<AccountView | null>(null);
  const save = useCommand('accounts.save', (saved) => {
    if (!isShown()) return;
    if (account || next || saved.active) app.dialog.set(next ?? null);
    else setSignedIn(saved);
  });
  const form = useForm(() => ({ ...accountDraft(account), ...invitation }), [save, test]);
  const { draft, busy, error } = form;
  const report = test.data;
  const suspects = report ? suspectFields(report, draft) : [];
  const submit = (wanted: 'test' | 'save' | 'save-anyway'): void => {
    if (busy || !form.check(() => accountProblems(draft, account))) return;
    const values = accountValues(draft, account);
    save.reset();
    if (wanted === 'save-anyway') save.mutate(values);
    else
      test.mutate(values, {
        onSuccess: ({ problem, address }) => {
          const found = address === undefined ? {} : { authUrl: address, baseUrl: address };
          if (wanted === 'save' && problem === null && isShown()) save.mutate({ ...values, ...found });
        },
      });
  };
  if (signedIn) return <SignedIn account={signedIn} />;
  const needsSignIn = !account || account.session === 'sign-in-needed';
  const saveText = needsSignIn ? t('accounts.signInButton') : t('common.save');
  return (
    <Dialog
      title={account ? t('accounts.editTitle') : t('accounts.addTitle')}
      problems={{ ...Object.fromEntries(suspects.map((name) => [name, true])), ...form.problems }}
      onSubmit={() => submit('save')}
      notice={error ? <InlineFailure error={error} /> : null}
      footer={
        <>
          <Button className="foot-start" disabled={busy} onClick={() => submit('test')}>
            {test.isPending ? t('connection.testing') : t('connection.test')}
          </Button>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button variant="primary" type="submit" disabled={busy}>
            {save.isPending ? t('accounts.signingIn') : saveText}
          </Button>
        </>
      }
    >
      {invitation && <Notice>{t('accounts.invitationText')}</Notice>}
      {account?.failure && !error && !report && <InlineFailure failure={account.failure} announce={false} />}
      {report?.problem && suspects.length === 0 && <ConnectionResult report={report} />}
      <AccountFields form={form} account={account} suspects={suspects} report={report} />
      {report?.problem === null && !busy && <ConnectionResult report={report} />}
      {report?.problem?.at === 'service' && (
        <div className="field">
          <Button disabled={busy} onClick={() => submit('save-anyway')}>
            {t('connection.saveAnyway')}
          </Button>
          <p className="field-hint">{t('connection.saveAnywayHint')}</p>
        </div>
      )}
    </Dialog>
  );
}

/** Offers to use a new account, because signing in does not change the account in use. */
function SignedIn({ account: { id, name } }: { readonly account: AccountView }) {
  const close = useCloseDialog();
  const use = useCommand('accounts.use', close);
  const active = useActiveAccount();
  return (
    <Dialog
      title={t('accounts.signedInTo', { name })}
      onSubmit={() => use.mutate({ id })}
      footer={
        <>
          <Button onClick={close}>{t('accounts.later')}</Button>
          <Button variant="primary" type="submit" disabled={use.isPending}>
            {t('accounts.useNow')}
          </Button>
        </>
      }
    >
      <p dir="auto">{t('accounts.signedInText', { active: active?.name ?? '' })}</p>
      {use.error && <InlineFailure error={use.error} />}
    </Dialog>
  );
}

type FieldsProps = {
  readonly form: Form<AccountDraft>;
  readonly suspects: readonly (keyof AccountDraft)[];
  readonly account: AccountView | null;
  readonly report: ConnectionReport | undefined;
};

const advanced: readonly (keyof AccountDraft)[] = [
  'authUrl',
  'scope',
  'mode',
  'vendor',
  'installLinkTemplate',
];

function AccountFields({ form, suspects, account, report }: FieldsProps) {
  const { draft, problems } = form;
  const [isFilled, setIsFilled] = useState(false);
  const [left, setLeft] = useState<readonly (keyof AccountDraft)[]>([]);
  const marked = [...suspects, ...missingFields(draft, account).filter((name) => left.includes(name))];
  const paste = (event: ClipboardEvent<HTMLInputElement>): void => {
    const pasted = parseInvitation(event.clipboardData.getData('text'));
    if (!pasted) return;
    event.preventDefault();
    form.change(pasted);
    setIsFilled(true);
  };
  const field = (
    name: Exclude<keyof AccountDraft, 'mode'>,
    hint?: string,
    more: Partial<TextFieldProps> = {},
  ) => (
    <TextField
      label={t(`accounts.field.${name === 'installLinkTemplate' ? 'template' : name}`)}
      hint={hint}
      {...form.text(name)}
      {...(marked.includes(name) ? { 'aria-invalid': true } : {})}
      // Not if the window loses the focus: the user may be copying a value from another application.
      onBlur={() => document.hasFocus() && setLeft([...left, name])}
      onPaste={paste}
      {...more}
    />
  );
  /** Shows why the test failed, below the fields that are probably wrong. */
  const resultAt = (...names: (keyof AccountDraft)[]): ReactNode =>
    report && suspects.some((name) => names.includes(name)) && <ConnectionResult report={report} />;
  const hint = account?.hasSecrets ? t('accounts.storedHint') : undefined;
  const needsAdvanced = advanced.some((name) => problems[name] !== undefined || suspects.includes(name));
  const [isOpen, setIsOpen] = useState(draft.authUrl !== '');
  return (
    <>
      {field('baseUrl', t('accounts.baseUrlHint'), { type: 'url', inputMode: 'url', required: true })}
      <Status>{isFilled && <p className="field-hint">{t('accounts.pasted')}</p>}</Status>
      {resultAt('baseUrl') || <UnencryptedNotice account={draft} />}
      <div className="field-pair">
        {field('userName', undefined, { autoComplete: 'username', required: true })}
        {field('password', hint, { type: 'password', autoComplete: 'current-password', required: !hint })}
      </div>
      {resultAt('userName')}
      <div className="field-pair">
        {field('clientId', undefined, { required: true })}
        {field('clientSecret', hint, { type: 'password', required: !hint })}
      </div>
      {resultAt('clientId')}
      {field('name', t('accounts.nameHint'), { dir: 'auto' })}
      <details
        className="advanced"
        open={isOpen || needsAdvanced}
        onToggle={(event) => setIsOpen(event.currentTarget.open)}
      >
        <summary>{t('accounts.advanced')}</summary>
        {field('authUrl', t('accounts.authUrlHint'), { type: 'url', inputMode: 'url' })}
        {resultAt('authUrl', 'scope', 'mode')}
        {field('scope', t('accounts.scopeHint'))}
        <div className="field-pair">
          <Choice
            label={t('accounts.mode')}
            invalid={suspects.includes('mode')}
            choices={options(['plain', 'link'], (mode) => t(`accounts.modes.${mode}`))}
            {...form.choice('mode')}
          />
          {field('vendor', t('accounts.vendorHint'))}
        </div>
        {field('installLinkTemplate', t('accounts.templateHint'))}
      </details>
    </>
  );
}
