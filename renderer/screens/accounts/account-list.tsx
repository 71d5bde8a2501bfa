/** The accounts at the bottom of the sidebar, with their session. */
import type { AccountView } from '../../../preload/contract.ts';
import { unencryptedHosts } from '../../logic/unencrypted.ts';
import { InlineFailure } from '../../parts/failure.tsx';
import { Icon } from '../../parts/icons.tsx';
import { Menu, type MenuEntry } from '../../parts/menu.tsx';
import { letterOf } from '../../parts/tile.tsx';
import { useAccounts, useActiveAccount, useApp } from '../../state/app-state.ts';
import { useAsk } from '../../state/calls.ts';
import { words } from '../../words/accounts.ts';
import { sessionDots } from './session-dots.ts';

export function AccountList() {
  const app = useApp();
  const accounts = useAccounts();
  const active = useActiveAccount();
  return (
    <div className="side-accounts">
      <ul aria-label={words.accounts}>
        {accounts.map((account) => (
          <li key={account.id}>
            <AccountButton account={account} active={account.id === active?.id} />
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="side-item"
        title={words.add}
        onClick={() => app.dialog.set({ kind: 'account', account: null })}
      >
        <Icon name="add" />
        <span className="side-label">{words.add}</span>
      </button>
    </div>
  );
}

function AccountButton({ account, active }: { readonly account: AccountView; readonly active: boolean }) {
  const app = useApp();
  const use = useAsk('accounts.use');
  const signIn = useAsk('accounts.signIn');
  const failure = use.error ?? signIn.error;
  const edit = (): void => app.dialog.set({ kind: 'account', account });
  const state = words.session[account.session];
  const entries: MenuEntry[] = [
    { label: words.use, checked: active, run: () => use.mutate({ id: account.id }) },
    { label: words.signIn, run: () => (account.hasSecrets ? signIn.mutate({ id: account.id }) : edit()) },
    ...(account.kind === 'built-in' ? [] : [{ label: words.edit, run: edit }]),
    'separator',
    { label: words.remove, danger: true, run: () => app.dialog.set({ kind: 'remove-account', account }) },
  ];
  return (
    <>
      <Menu
        side="top"
        align="start"
        entries={entries}
        trigger={
          <button
            type="button"
            className={`side-item ${active ? 'side-item-active' : ''}`}
            title={`${account.name}: ${account.failure?.message ?? state}`}
          >
            <span className="side-dot" aria-hidden="true">
              <span className="side-letter">{letterOf(account.name)}</span>
              <span className={`dot ${sessionDots[account.session]}`} />
            </span>
            <span className="side-label" dir="auto">
              {account.name}
            </span>
            <span className="visually-hidden">
              , {state}
              {active ? `, ${words.inUse}` : ''}
            </span>
            {active && <Icon name="check" className="side-check" />}
          </button>
        }
      />
      {account.session === 'sign-in-needed' && (
        <button
          type="button"
          className="side-hint tone-failed"
          title={account.failure?.message}
          onClick={edit}
        >
          {state}
        </button>
      )}
      {unencryptedHosts(account).length > 0 && (
        <button
          type="button"
          className="side-hint tone-attention"
          aria-label={`${words.unencrypted}: ${account.name}`}
          onClick={edit}
        >
          {words.unencrypted}
        </button>
      )}
      {failure && <InlineFailure error={failure} />}
    </>
  );
}
