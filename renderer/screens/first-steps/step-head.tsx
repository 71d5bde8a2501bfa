import { t } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';
import { Drawing } from '../../parts/drawing.tsx';
import { useActiveAccount } from '../../state/app-state.ts';

type Props = {
  readonly number: 1 | 2 | 3 | 4;
  /** Number of steps. Defaults to those of the account in use. */
  readonly of?: number;
  readonly title: string;
  readonly text: string;
};

export function StepHead({ number, of, title, text }: Props) {
  const account = useActiveAccount();
  // Other services have two steps, because their operator decides who can install.
  const steps = account && account.kind !== 'built-in' ? 2 : 4;
  return (
    <header className="first-head">
      <Drawing />
      <p className="quiet">{t('first-steps.step', { number, of: of ?? steps })}</p>
      <h2>{title}</h2>
      <p>{text}</p>
    </header>
  );
}

/** Appears before the main button, but follows it in the tab order. */
export function BackButton({ onClick }: { readonly onClick: () => void }) {
  return (
    <Button variant="quiet" className="step-back" onClick={onClick}>
      {t('service.exposureBack')}
    </Button>
  );
}
