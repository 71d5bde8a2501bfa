import { t } from '../../messages.ts';

type HeadProps = { readonly number: number; readonly title: string; readonly text: string };

export function StepHead({ number, title, text }: HeadProps) {
  return (
    <header className="first-head">
      <p className="quiet">{t('first-steps.step', { number, of: 2 })}</p>
      <h2>{title}</h2>
      <p>{text}</p>
    </header>
  );
}
