import { type ComponentPropsWithRef, useState } from 'react';
import type { AccountView, CallArguments } from '../../../preload/page.ts';
import {
  type AccountDraft,
  type AccountProblems,
  accountDraft,
  accountProblems,
  accountValues,
  suspectFields,
} from '../../logic/drafts/account-draft.ts';
import { t } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { Choice, TextField } from '../../parts/fields/fields.tsx';
import { Dialog } from '../../parts/overlays/dialog.tsx';
import { useApp } from '../../state/app-state.ts';
import { useAsk } from '../../state/data/calls.ts';
import { useIsShown } from '../../state/shown.ts';
import type { OpenDialog } from '../../state/window/dialog.ts';
import { ConnectionResult } from './connection-result.tsx';
import { UnencryptedNotice } from './unencrypted-notice.tsx';

type Props = {
  readonly account: AccountView | null;
  readonly next?: OpenDialog | undefined;
  readonly onClose: () => void;
};

/** Signs in to a service; everything is tried first, and what is wrong is named. */
export function AccountDialog({ account, next, onClose }: Props) {
  const app = useApp();
  const [draft, setDraft] = useState(() => accountDraft(account));
  const [problems, setProblems] = useState<AccountProblems>({});
  const isShown = useIsShown();
  const test = useAsk('accounts.test');
  const save = useAsk('accounts.save', () => {
    if (isShown()) app.dialog.set(next ?? null);
  });
  const busy = test.isPending || save.isPending;
  const report = test.data;
  const error = save.error ?? test.error;

  const values = (): CallArguments<'accounts.save'> | null => {
    const found = accountProblems(draft, account);
    setProblems(found);
    return Object.keys(found).length === 0 ? accountValues(draft, account) : null;
  };
  const submit = (wanted: 'test' | 'save' | 'save-anyway'): void => {
    const given = busy ? null : values();
    if (given === null) return;
    save.reset();
    if (wanted === 'save-anyway') save.mutate(given);
    else
      test.mutate(given, {
        onSuccess: ({ wrong }) => {
          if (wanted === 'save' && wrong === null && isShown()) save.mutate(given);
        },
      });
  };
  const change = (changes: Partial<AccountDraft>): void => {
    setDraft({ ...draft, ...changes });
    const untouched = Object.entries(problems).filter(([name]) => !(name in changes));
    setProblems(Object.fromEntries(untouched));
    if (!busy) test.reset();
  };
  return (
    <Dialog
      title={account ? t('accounts.editTitle') : t('accounts.addTitle')}
      onClose={onClose}
      onSubmit={() => submit('save')}
      footer={
        <>
          <Button className="foot-start" disabled={busy} onClick={() => submit('test')}>
            {test.isPending ? t('connection.testing') : t('connection.test')}
          </Button>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="primary" type="submit" disabled={busy}>
            {save.isPending ? t('accounts.signingIn') : t('accounts.signInButton')}
          </Button>
        </>
      }
    >
      {account?.failure && !error && !report && <InlineFailure failure={account.failure} announce={false} />}
      <AccountFields
        {...{ draft, problems, account }}
        suspects={report ? suspectFields(report, draft) : []}
        onChange={change}
      />
      {report && !(report.wrong === null && busy) && <ConnectionResult report={report} />}
      {report?.wrong?.at === 'service' && (
        <div className="field">
          <Button disabled={busy} onClick={() => submit('save-anyway')}>
            {t('connection.saveAnyway')}
          </Button>
          <p className="field-hint">{t('connection.saveAnywayHint')}</p>
        </div>
      )}
      {error && <InlineFailure error={error} />}
    </Dialog>
  );
}

type FieldsProps = {
  readonly draft: AccountDraft;
  readonly problems: AccountProblems;
  /** What the connection test asks to look at. */
  readonly suspects: readonly (keyof AccountDraft)[];
  readonly account: AccountView | null;
  readonly onChange: (changes: Partial<AccountDraft>) => void;
};

const advanced: readonly (keyof AccountDraft)[] = [
  'authUrl',
  'scope',
  'mode',
  'vendor',
  'installLinkTemplate',
];

function AccountFields({ draft, problems, suspects, account, onChange }: FieldsProps) {
  const field = (
    name: Exclude<keyof AccountDraft, 'mode'>,
    hint?: string,
    more: Omit<ComponentPropsWithRef<'input'>, 'id' | 'onChange'> = {},
  ) => (
    <TextField
      label={t(`accounts.field.${name === 'installLinkTemplate' ? 'template' : name}`)}
      {...(hint ? { hint } : {})}
      error={problems[name] ?? (suspects.includes(name) ? t('accounts.lookAt') : undefined)}
      value={draft[name]}
      onText={(text) => onChange({ [name]: text })}
      {...more}
    />
  );
  const kept = account?.hasSecrets ? t('accounts.kept') : undefined;
  const needsAdvanced = advanced.some((name) => problems[name] !== undefined || suspects.includes(name));
  const [isOpen, setIsOpen] = useState(draft.authUrl !== '');
  return (
    <>
      {field('baseUrl', t('accounts.baseUrlHint'), { type: 'url', inputMode: 'url', required: true })}
      <UnencryptedNotice account={draft} />
      <div className="field-pair">
        {field('userName', undefined, { autoComplete: 'username', required: true })}
        {field('password', kept, { type: 'password', autoComplete: 'current-password', required: !kept })}
      </div>
      <div className="field-pair">
        {field('clientId', undefined, { required: true })}
        {field('clientSecret', kept, { type: 'password', required: !kept })}
      </div>
      {field('name', t('accounts.nameHint'), { dir: 'auto' })}
      <details
        className="advanced"
        open={isOpen || needsAdvanced}
        onToggle={(event) => setIsOpen(event.currentTarget.open)}
      >
        <summary>{t('accounts.advanced')}</summary>
        {field('authUrl', t('accounts.authUrlHint'), { type: 'url', inputMode: 'url' })}
        {field('scope', t('accounts.scopeHint'))}
        <div className="field-pair">
          <Choice
            label={t('accounts.mode')}
            {...(suspects.includes('mode') ? { hint: t('accounts.lookAt') } : {})}
            value={draft.mode}
            choices={[
              ['plain', t('accounts.modes.plain')],
              ['link', t('accounts.modes.link')],
            ]}
            onChoose={(mode) => onChange({ mode })}
          />
          {field('vendor', t('accounts.vendorHint'))}
        </div>
        {field('installLinkTemplate', t('accounts.templateHint'))}
      </details>
    </>
  );
}
