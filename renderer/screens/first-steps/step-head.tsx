import { words } from '../../words/first-steps.ts';

type HeadProps = { readonly number: number; readonly title: string; readonly text: string };

export function StepHead({ number, title, text }: HeadProps) {
  return (
    <header className="first-head">
      <p className="quiet">{words.step(number, 2)}</p>
      <h2>{title}</h2>
      <p>{text}</p>
    </header>
  );
}
