import type { AccountView } from '../../../preload/page.ts';
import { accountDraft, accountValues } from '../../logic/drafts/account-draft.ts';
import { t } from '../../messages.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { Icon } from '../../parts/icons.tsx';
import { Menu, type MenuEntry, openMenu } from '../../parts/overlays/menu.tsx';
import { useAccounts, useActiveAccount, useApp } from '../../state/app-state.ts';
import { useCommand } from '../../state/data/calls.ts';
import { useAccountState } from '../accounts/account-state.ts';
import { ConnectionResult } from '../accounts/connection-result.tsx';
import { UnencryptedNotice } from '../accounts/unencrypted-notice.tsx';
import { FirstUploadHint } from '../uploads/first-upload.tsx';
import { Setting } from './setting.tsx';

export function AccountsSection() {
  const app = useApp();
  const accounts = useAccounts();
  const active = useActiveAccount();
  const again = useCommand('settings.set', () => app.screen.goTo('uploads'));
  return (
    <>
      <p className="settings-text">{t('settings.accounts.text')}</p>
      {accounts.length === 0 ? (
        <Empty drawing="service" title={t('settings.accounts.none')} text={t('settings.accounts.noneText')}>
          <FirstUploadHint />
        </Empty>
      ) : (
        <Setting id="accounts">
          <ul className="account-cards" aria-label={t('accounts.accounts')}>
            {accounts.map((account) => (
              <li key={account.id} className="account-card" onContextMenu={openMenu}>
                <AccountCard account={account} active={account.id === active?.id} />
              </li>
            ))}
          </ul>
        </Setting>
      )}
      <div className="button-line">
        <Setting id="firstSteps">
          <Button onClick={() => again.mutate({ onboarding: 'open' })}>
            {t('settings.names.firstSteps')}
          </Button>
        </Setting>
      </div>
      {again.error && <InlineFailure error={again.error} />}
    </>
  );
}

function AccountCard({ account, active }: { readonly account: AccountView; readonly active: boolean }) {
  const app = useApp();
  const use = useCommand('accounts.use');
  const signIn = useCommand('accounts.signIn');
  const test = useCommand('accounts.test');
  const { dot, words } = useAccountState(account);
  const failure = use.error ?? signIn.error ?? test.error;
  const edit = (): void => app.dialog.set({ kind: 'account', account });
  const testConnection = (): void => test.mutate(accountValues(accountDraft(account), account));
  const entries: MenuEntry[] = [
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
      <div className="account-line">
        <span className={`dot ${dot}`} aria-hidden="true" />
        <div className="account-text">
          <div className="account-name" dir="auto">
            {account.name}
          </div>
          <div className="quiet" dir="auto">
            {t('settings.accounts.at', { host: new URL(account.baseUrl).host, user: account.userName })}
          </div>
          <div className="quiet">{words}</div>
        </div>
        <div className="account-actions">
          {active ? (
            <span className="account-used">
              <Icon name="check" /> {t('settings.accounts.inUse')}
            </span>
          ) : (
            <Button disabled={use.isPending} onClick={() => use.mutate({ id: account.id })}>
              {t('settings.accounts.use')}
            </Button>
          )}
          <Button disabled={test.isPending || !account.hasSecrets} onClick={testConnection}>
            {test.isPending ? t('connection.testing') : t('connection.test')}
          </Button>
          <Menu
            entries={entries}
            trigger={
              <IconButton icon="more" label={t('settings.accounts.actions', { name: account.name })} />
            }
          />
        </div>
      </div>
      <UnencryptedNotice account={account} />
      {account.failure && !test.data && <InlineFailure failure={account.failure} announce={false} />}
      {failure && <InlineFailure error={failure} />}
      {test.data && !test.isPending && <ConnectionResult report={test.data} />}
    </>
  );
}
