import { useAccounts } from '../state/app-state.ts';
import { Choice } from './fields/fields.tsx';

type Props = { readonly label: string; readonly value: string; readonly onChoose: (id: string) => void };

export function AccountChooser({ label, value, onChoose }: Props) {
  const accounts = useAccounts();
  return (
    <Choice
      label={label}
      value={value}
      choices={accounts.map((account) => [account.id, account.name] as const)}
      onChoose={onChoose}
    />
  );
}
