import type { ReactNode } from 'react';
import { Icon } from './icons.tsx';

type Props = { readonly children: ReactNode; readonly action?: ReactNode; readonly quiet?: boolean };

/**
 * Warning about a decision that the user must make, or a problem that prevents an installation. If `quiet`, a
 * note with an info icon.
 */
export function Notice({ children, action, quiet = false }: Props) {
  return (
    <div className={`notice ${action ? 'notice-bar' : ''} ${quiet ? 'notice-quiet' : ''}`}>
      <Icon name={quiet ? 'info' : 'warning'} className={quiet ? 'quiet' : 'tone-attention'} />
      <p dir="auto">{children}</p>
      {action}
    </div>
  );
}
