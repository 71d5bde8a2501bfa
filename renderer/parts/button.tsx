import { type ComponentPropsWithRef, type MouseEvent, useContext, useEffect, useState } from 'react';
import { t } from '../messages.ts';
import { useCommand } from '../state/data/calls.ts';
import { InlineFailure } from './failure.tsx';
import { Icon, type IconName } from './icons.tsx';
import { RowTabIndex } from './list/row-tab-index.ts';

type ButtonProps = ComponentPropsWithRef<'button'> & {
  readonly variant?: 'plain' | 'primary' | 'danger' | 'quiet';
  readonly icon?: IconName;
};

const refuse = (event: MouseEvent): void => {
  event.preventDefault();
  event.stopPropagation();
};

/** Uses `aria-disabled` instead of `disabled`, so that a button keeps the focus while it is disabled. */
function useButtonProps({
  disabled,
  ...rest
}: ComponentPropsWithRef<'button'>): ComponentPropsWithRef<'button'> {
  const tabIndex = useContext(RowTabIndex) ?? rest.tabIndex;
  return { ...rest, tabIndex, ...(disabled ? { 'aria-disabled': true, onClick: refuse } : {}) };
}

export function Button({ variant = 'plain', icon, className = '', children, ...rest }: ButtonProps) {
  return (
    <button type="button" className={`button button-${variant} ${className}`} {...useButtonProps(rest)}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

type TitleButtonProps = Omit<ButtonProps, 'className'> & { readonly label: string };

export function TitleButton({ label, ...rest }: TitleButtonProps) {
  return (
    <Button className="file-button" title={label} {...rest}>
      <span>{label}</span>
    </Button>
  );
}

type IconButtonProps = ComponentPropsWithRef<'button'> & { readonly icon: IconName; readonly label: string };

export function IconButton({ icon, label, className = '', ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      className={`icon-button ${className}`}
      aria-label={label}
      title={label}
      {...useButtonProps(rest)}
    >
      <Icon name={icon} />
    </button>
  );
}

type CopyButtonProps = Omit<ButtonProps, 'onClick'> & { readonly text: string; readonly label: string };

export function CopiedNote({ copied }: { readonly copied: boolean }) {
  return (
    <span className="visually-hidden" aria-live="polite">
      {copied ? t('common.copied') : ''}
    </span>
  );
}

export function CopyButton({ text, label, ...rest }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const copy = useCommand('app.copyText', () => setCopied(true));
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <>
      <Button {...rest} onClick={() => copy.mutate({ text })}>
        {copied ? t('common.copied') : label}
      </Button>
      <CopiedNote copied={copied} />
      {copy.error && <InlineFailure error={copy.error} />}
    </>
  );
}
