import type { AccountView } from '../../../preload/contract.ts';
import { accountDraft, accountValues } from '../../logic/account-draft.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { Icon } from '../../parts/icons.tsx';
import { Menu, type MenuEntry } from '../../parts/menu.tsx';
import { useAccounts, useActiveAccount, useApp } from '../../state/app-state.ts';
import { useAsk } from '../../state/calls.ts';
import { words as accountWords } from '../../words/accounts.ts';
import { words as connection } from '../../words/connection.ts';
import { words } from '../../words/settings.ts';
import { ConnectionResult } from '../accounts/connection-result.tsx';
import { sessionDots } from '../accounts/session-dots.ts';
import { UnencryptedNotice } from '../accounts/unencrypted-notice.tsx';
import { FirstLook } from '../uploads/first-look.tsx';

const texts = words.accounts;

export function AccountsSection() {
  const app = useApp();
  const accounts = useAccounts();
  const active = useActiveAccount();
  const again = useAsk('settings.set', () => app.place.goTo('uploads'));
  return (
    <>
      <p className="settings-text">{texts.text}</p>
      {accounts.length === 0 ? (
        <Empty title={texts.none} text={texts.noneText}>
          <FirstLook />
        </Empty>
      ) : (
        <ul className="account-cards" aria-label={accountWords.accounts}>
          {accounts.map((account) => (
            <li key={account.id} className="account-card">
              <AccountCard account={account} active={account.id === active?.id} />
            </li>
          ))}
        </ul>
      )}
      <div className="button-line">
        {accounts.length > 0 && (
          <Button icon="add" onClick={() => app.dialog.set({ kind: 'account', account: null })}>
            {accountWords.add}
          </Button>
        )}
        <Button look="quiet" onClick={() => again.mutate({ firstSteps: 'open' })}>
          {texts.firstSteps}
        </Button>
      </div>
      {again.error && <InlineFailure error={again.error} />}
    </>
  );
}

function AccountCard({ account, active }: { readonly account: AccountView; readonly active: boolean }) {
  const app = useApp();
  const use = useAsk('accounts.use');
  const signIn = useAsk('accounts.signIn');
  const test = useAsk('accounts.test');
  const failure = use.error ?? signIn.error ?? test.error;
  const edit = (): void => app.dialog.set({ kind: 'account', account });
  const tryIt = (): void => test.mutate(accountValues(accountDraft(account), account));
  const entries: MenuEntry[] = [
    {
      label: accountWords.signIn,
      run: () => (account.hasSecrets ? signIn.mutate({ id: account.id }) : edit()),
    },
    ...(account.kind === 'built-in' ? [] : [{ label: accountWords.edit, run: edit }]),
    'separator',
    {
      label: accountWords.remove,
      danger: true,
      run: () => app.dialog.set({ kind: 'remove-account', account }),
    },
  ];
  return (
    <>
      <div className="account-line">
        <span className={`dot ${sessionDots[account.session]}`} aria-hidden="true" />
        <div className="account-words">
          <div className="account-name" dir="auto">
            {account.name}
          </div>
          <div className="quiet" dir="auto">
            {texts.at(new URL(account.baseUrl).host, account.userName)}
          </div>
          <div className="quiet">{accountWords.session[account.session]}</div>
        </div>
        <div className="account-actions">
          {active ? (
            <span className="account-used">
              <Icon name="check" /> {texts.inUse}
            </span>
          ) : (
            <Button disabled={use.isPending} onClick={() => use.mutate({ id: account.id })}>
              {texts.use}
            </Button>
          )}
          <Button disabled={test.isPending || !account.hasSecrets} onClick={tryIt}>
            {test.isPending ? connection.testing : connection.test}
          </Button>
          <Menu entries={entries} trigger={<IconButton icon="more" label={texts.actions(account.name)} />} />
        </div>
      </div>
      <UnencryptedNotice account={account} />
      {account.failure && !test.data && <InlineFailure failure={account.failure} announce={false} />}
      {failure && <InlineFailure error={failure} />}
      {test.data && !test.isPending && <ConnectionResult report={test.data} />}
    </>
  );
}
