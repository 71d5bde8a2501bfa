import type { ReactNode } from 'react';
import { Icon } from './icons.tsx';

type Props = { readonly children: ReactNode; readonly action?: ReactNode };

/** Something that the user has to decide or that prevents an installation. */
export function Notice({ children, action }: Props) {
  return (
    <div className={action ? 'notice notice-bar' : 'notice'}>
      <Icon name="warning" className="tone-attention" />
      <p dir="auto">{children}</p>
      {action}
    </div>
  );
}
