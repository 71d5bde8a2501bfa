import type { AccountView } from '../../../preload/page.ts';
import { t } from '../../messages.ts';
import { Confirm } from '../../parts/dialog.tsx';
import { useFolders } from '../../state/app-state.ts';
import { useAsk } from '../../state/calls.ts';

export function RemoveAccountDialog({
  account,
  onClose,
}: {
  readonly account: AccountView;
  readonly onClose: () => void;
}) {
  const folders = useFolders().filter((folder) => folder.accountId === account.id).length;
  const remove = useAsk('accounts.remove', onClose);
  return (
    <Confirm
      title={t('accounts.removeTitle', { name: account.name })}
      text={t('accounts.removeText', { count: folders })}
      button={t('accounts.removeButton')}
      busyButton={t('accounts.removing')}
      busy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() => remove.mutate({ id: account.id })}
    />
  );
}
