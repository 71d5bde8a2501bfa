import type { ReactNode } from 'react';
import type { AccountView } from '../../../preload/page.ts';
import { unencryptedHosts } from '../../logic/unencrypted.ts';
import { t } from '../../messages.ts';
import { InlineFailure } from '../../parts/failure.tsx';
import { Icon } from '../../parts/icons.tsx';
import { letterOf } from '../../parts/list/tile.tsx';
import { Menu } from '../../parts/overlays/menu.tsx';
import { useAccounts, useActiveAccount, useApp } from '../../state/app-state.ts';
import { useCommand } from '../../state/data/calls.ts';
import { useAccountState } from './account-state.ts';

/** Shows the account in use. `children` is the link to the built-in service, if the account belongs to it. */
export function AccountSwitcher({ children }: { readonly children: ReactNode }) {
  const app = useApp();
  const accounts = useAccounts();
  const active = useActiveAccount();
  const use = useCommand('accounts.use');
  const add = (): void => app.dialog.set({ kind: 'account', account: null });
  return (
    <div className="side-accounts">
      {active ? (
        <div className="side-pair">
          {children}
          <Menu
            side="top"
            align="start"
            entries={[
              ...accounts.map(({ id, name }) => ({
                label: name,
                checked: id === active.id,
                run: () => use.mutate({ id }),
              })),
              'separator',
              {
                label: t('accounts.manage'),
                run: () => app.screen.go({ kind: 'settings', section: 'accounts' }),
              },
              { label: t('accounts.add'), run: add },
            ]}
            trigger={<ActiveAccount account={active} />}
          />
        </div>
      ) : (
        <button type="button" className="side-item" title={t('accounts.add')} onClick={add}>
          <Icon name="add" />
          <span className="side-label">{t('accounts.add')}</span>
        </button>
      )}
      {accounts.map((account) => (
        <AccountNeeds key={account.id} account={account} />
      ))}
      {use.error && <InlineFailure error={use.error} />}
    </div>
  );
}

function ActiveAccount({ account, ...trigger }: { readonly account: AccountView }) {
  const { dot, words } = useAccountState(account);
  const isOpen = dot === 'dot-good' && unencryptedHosts(account).length > 0;
  const state = isOpen ? `${words}, ${t('accounts.unencrypted')}` : words;
  const isBuiltIn = account.kind === 'built-in';
  return (
    <button
      type="button"
      className={`side-item ${isBuiltIn ? 'side-beside' : ''}`}
      title={`${account.name}: ${account.failure?.message ?? state}`}
      {...trigger}
    >
      {isBuiltIn ? (
        <Icon name="person" className="side-person" />
      ) : (
        <span className="side-dot" aria-hidden="true">
          <span className="side-letter">{letterOf(account.name)}</span>
          {isOpen ? <Icon name="warning" className="side-open" /> : <span className={`dot ${dot}`} />}
        </span>
      )}
      <span className={isBuiltIn ? 'visually-hidden' : 'side-label'} dir="auto">
        {account.name}
      </span>
      <span className="visually-hidden">
        , {state}, {t('accounts.inUse')}
      </span>
      <Icon name="choose" className="side-check" />
    </button>
  );
}

function AccountNeeds({ account }: { readonly account: AccountView }) {
  const app = useApp();
  const edit = (): void => app.dialog.set({ kind: 'account', account });
  return (
    <>
      {account.session === 'sign-in-needed' && (
        <button
          type="button"
          className="side-hint tone-failed"
          title={account.failure?.message}
          onClick={edit}
        >
          <bdi>{account.name}</bdi>: {t('accounts.session.sign-in-needed')}
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
    </>
  );
}
