import type { ReactNode } from 'react';
import { Icon } from './icons.tsx';

type Props = { readonly children: ReactNode; readonly action?: ReactNode };

/** Notice of a decision that the user must make, or of a problem that prevents an installation. */
export function Notice({ children, action }: Props) {
  return (
    <div className={action ? 'notice notice-bar' : 'notice'}>
      <Icon name="warning" className="tone-attention" />
      <p dir="auto">{children}</p>
      {action}
    </div>
  );
}
