import { t } from '../../messages.ts';
import { Drawing } from '../../parts/drawing.tsx';
import { useActiveAccount } from '../../state/app-state.ts';

const parts = { 1: 'service', 2: 'folder', 3: 'phone' } as const;

type Props = { readonly number: keyof typeof parts; readonly title: string; readonly text: string };

export function StepHead({ number, title, text }: Props) {
  const account = useActiveAccount();
  // Other services have no third step, because their operator decides who can install.
  const of = account && account.kind !== 'built-in' ? 2 : 3;
  return (
    <header className="first-head">
      <Drawing current={parts[number]} />
      <p className="quiet">{t('first-steps.step', { number, of })}</p>
      <h2>{title}</h2>
      <p>{text}</p>
    </header>
  );
}
