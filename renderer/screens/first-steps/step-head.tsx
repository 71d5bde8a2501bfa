import { t } from '../../messages.ts';
import { Drawing } from '../../parts/drawing.tsx';
import { useActiveAccount } from '../../state/app-state.ts';

type Props = {
  /** Absent after the last step. */
  readonly number?: 1 | 2 | 3;
  readonly title: string;
  readonly text: string;
};

export function StepHead({ number, title, text }: Props) {
  const account = useActiveAccount();
  // Other services have no third step, because their operator decides who can install.
  const of = account && account.kind !== 'built-in' ? 2 : 3;
  return (
    <header className="first-head">
      <Drawing />
      {number && <p className="quiet">{t('first-steps.step', { number, of })}</p>}
      <h2>{title}</h2>
      <p>{text}</p>
    </header>
  );
}
