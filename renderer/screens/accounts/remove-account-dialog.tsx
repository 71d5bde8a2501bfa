import type { AccountView } from '../../../preload/page.ts';
import { t } from '../../messages.ts';
import { useFolders } from '../../state/app-state.ts';
import { ConfirmCall } from '../confirm-call.tsx';

export function RemoveAccountDialog({
  account,
  onClose,
}: {
  readonly account: AccountView;
  readonly onClose: () => void;
}) {
  const folders = useFolders().filter((folder) => folder.accountId === account.id).length;
  return (
    <ConfirmCall
      call="accounts.remove"
      values={{ id: account.id }}
      title={t('accounts.removeTitle', { name: account.name })}
      text={t('accounts.removeText', { count: folders })}
      button={t('accounts.removeButton')}
      busyButton={t('accounts.removing')}
      onClose={onClose}
    />
  );
}
