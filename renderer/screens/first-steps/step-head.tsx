import { t } from '../../messages.ts';
import { useActiveAccount } from '../../state/app-state.ts';

type Props = { readonly number: number; readonly title: string; readonly text: string };

export function StepHead({ number, title, text }: Props) {
  const account = useActiveAccount();
  // For another service, its operator decides who can install.
  const of = account && account.kind !== 'built-in' ? 2 : 3;
  return (
    <header className="first-head">
      <p className="quiet">{t('first-steps.step', { number, of })}</p>
      <h2>{title}</h2>
      <p>{text}</p>
    </header>
  );
}
