import type { AccountView } from '../../../preload/contract.ts';
import { Confirm } from '../../parts/dialog.tsx';
import { useFolders } from '../../state/app-state.ts';
import { useAsk } from '../../state/calls.ts';
import { words } from '../../words/accounts.ts';

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
      title={words.removeTitle(account.name)}
      text={words.removeText(folders)}
      button={words.removeButton}
      busyButton={words.removing}
      busy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() => remove.mutate({ id: account.id })}
    />
  );
}
