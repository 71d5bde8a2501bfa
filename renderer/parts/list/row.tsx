import type { ComponentProps, ReactNode } from 'react';
import { t } from '../../messages.ts';
import { IconButton } from '../button.tsx';
import { Icon, type IconName } from '../icons.tsx';

type Props = {
  readonly icon: IconName;
  readonly name: string;
  /** What the name says when it is pointed at, where that is not the name. */
  readonly title?: string;
  readonly second: ReactNode;
  readonly className?: string;
  /** What stands beside name and second line. */
  readonly children?: ReactNode;
};

/** A row of a list: an icon, and a name above a second line. */
export function IconRow({ icon, name, title = name, second, className = '', children }: Props) {
  return (
    <div className={`row ${className}`}>
      <span className="tile tile-icon" aria-hidden="true">
        <Icon name={icon} />
      </span>
      <div className="row-main">
        <div className="row-first">
          <bdi className="row-name" title={title}>
            {name}
          </bdi>
        </div>
        <div className="row-second">{second}</div>
      </div>
      {children}
    </div>
  );
}

type MoreProps = Omit<ComponentProps<typeof IconButton>, 'icon' | 'label'> & { readonly name: string };

/** Opens the menu of what can be done with `name`. */
export function MoreButton({ name, ...rest }: MoreProps) {
  return <IconButton icon="more" label={t('common.moreFor', { name })} title={t('common.more')} {...rest} />;
}
