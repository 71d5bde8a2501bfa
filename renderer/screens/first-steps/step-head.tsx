import { t } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';
import { Drawing } from '../../parts/drawing.tsx';

type Props = {
  readonly number: 1 | 2 | 3 | 4;
  readonly title: string;
  readonly text: string;
};

/** Shows no total, because the number of steps depends on the user's choices. */
export function StepHead({ number, title, text }: Props) {
  return (
    <header className="first-head">
      {number === 1 && <Drawing />}
      <p className="quiet">{t('first-steps.stepNumber', { number })}</p>
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
