import { type ComponentPropsWithRef, useState } from 'react';
import type { AccountView } from '../../../preload/contract.ts';
import {
  type AccountDraft,
  type AccountProblems,
  accountDraft,
  accountProblems,
  accountValues,
} from '../../logic/account-draft.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { Choice, TextField } from '../../parts/fields.tsx';
import { useApp } from '../../state/app-state.ts';
import { useAsk } from '../../state/calls.ts';
import type { OpenDialog } from '../../state/dialog.ts';
import { words } from '../../words/accounts.ts';
import { words as common } from '../../words/common.ts';

type Props = {
  readonly account: AccountView | null;
  readonly next?: OpenDialog | undefined;
  readonly onClose: () => void;
};

/** Signs in to a service; nothing is stored unless that works. */
export function AccountDialog({ account, next, onClose }: Props) {
  const app = useApp();
  const [draft, setDraft] = useState(() => accountDraft(account));
  const [problems, setProblems] = useState<AccountProblems>({});
  const save = useAsk('accounts.save', () => (next ? app.dialog.set(next) : onClose()));
  const submit = (): void => {
    if (save.isPending) return;
    const found = accountProblems(draft, account);
    setProblems(found);
    if (Object.keys(found).length === 0) save.mutate(accountValues(draft, account));
  };
  const field = (
    name: Exclude<keyof AccountDraft, 'mode'>,
    hint?: string,
    more: Omit<ComponentPropsWithRef<'input'>, 'id' | 'onChange'> = {},
  ) => (
    <TextField
      label={words[name === 'installLinkTemplate' ? 'template' : name]}
      {...(hint ? { hint } : {})}
      error={problems[name]}
      value={draft[name]}
      onText={(text) => {
        setDraft({ ...draft, [name]: text });
        setProblems({ ...problems, [name]: undefined });
      }}
      {...more}
    />
  );
  const kept = account?.hasSecrets ? words.kept : undefined;
  return (
    <Dialog
      title={account ? words.editTitle : words.addTitle}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button look="primary" type="submit" disabled={save.isPending}>
            {save.isPending ? words.signingIn : words.signInButton}
          </Button>
        </>
      }
    >
      {account?.failure && !save.error && <InlineFailure failure={account.failure} announce={false} />}
      {field('authUrl', words.authUrlHint, { type: 'url', inputMode: 'url' })}
      {field('baseUrl', words.baseUrlHint, { type: 'url', inputMode: 'url' })}
      <div className="field-pair">
        {field('userName', undefined, { autoComplete: 'username' })}
        {field('password', kept, { type: 'password', autoComplete: 'current-password' })}
      </div>
      <div className="field-pair">
        {field('clientId')}
        {field('clientSecret', kept, { type: 'password' })}
      </div>
      <div className="field-pair">
        {field('scope')}
        {field('name', words.nameHint)}
      </div>
      <details className="advanced" open={problems.vendor ? true : undefined}>
        <summary>{words.advanced}</summary>
        <div className="field-pair">
          <Choice
            label={words.mode}
            value={draft.mode}
            choices={[
              ['plain', words.modes.plain],
              ['link', words.modes.link],
            ]}
            onChoose={(mode) => setDraft({ ...draft, mode })}
          />
          {field('vendor', words.vendorHint)}
        </div>
        {field('installLinkTemplate', words.templateHint)}
      </details>
      {save.error && <InlineFailure error={save.error} />}
    </Dialog>
  );
}
