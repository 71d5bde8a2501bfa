/** The accounts at the bottom of the sidebar, with their session. */
import type { AccountView } from '../../../preload/page.ts';
import { unencryptedHosts } from '../../logic/unencrypted.ts';
import { t } from '../../messages.ts';
import { InlineFailure } from '../../parts/failure.tsx';
import { Icon } from '../../parts/icons.tsx';
import { Menu, type MenuEntry } from '../../parts/menu.tsx';
import { letterOf } from '../../parts/tile.tsx';
import { useAccounts, useActiveAccount, useApp } from '../../state/app-state.ts';
import { useAsk } from '../../state/calls.ts';
import { sessionDots } from './session-dots.ts';

export function AccountList() {
  const app = useApp();
  const accounts = useAccounts();
  const active = useActiveAccount();
  return (
    <div className="side-accounts">
      <ul aria-label={t('accounts.accounts')}>
        {accounts.map((account) => (
          <li key={account.id}>
            <AccountButton account={account} active={account.id === active?.id} />
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="side-item"
        title={t('accounts.add')}
        onClick={() => app.dialog.set({ kind: 'account', account: null })}
      >
        <Icon name="add" />
        <span className="side-label">{t('accounts.add')}</span>
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
  const state = t(`accounts.session.${account.session}`);
  const entries: MenuEntry[] = [
    { label: t('accounts.use'), checked: active, run: () => use.mutate({ id: account.id }) },
    {
      label: t('accounts.signIn'),
      run: () => (account.hasSecrets ? signIn.mutate({ id: account.id }) : edit()),
    },
    ...(account.kind === 'built-in' ? [] : [{ label: t('accounts.edit'), run: edit }]),
    'separator',
    {
      label: t('accounts.remove'),
      danger: true,
      run: () => app.dialog.set({ kind: 'remove-account', account }),
    },
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
              {active ? `, ${t('accounts.inUse')}` : ''}
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
          aria-label={`${t('accounts.unencrypted')}: ${account.name}`}
          onClick={edit}
        >
          {t('accounts.unencrypted')}
        </button>
      )}
      {failure && <InlineFailure error={failure} />}
    </>
  );
}
