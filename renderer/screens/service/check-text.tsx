import { Icon } from '../../parts/icons.tsx';

const icons = {
  good: 'check',
  note: 'info',
  attention: 'warning',
  failed: 'failed',
  quiet: 'question',
} as const;

export function CheckText({ state, text }: { readonly state: keyof typeof icons; readonly text: string }) {
  return (
    <p className="exposure-check" dir="auto">
      <span className={`tone-${state}`}>
        <Icon name={icons[state]} />
      </span>
      <span>{text}</span>
    </p>
  );
}
