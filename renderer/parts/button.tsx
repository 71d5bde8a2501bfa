import { type ComponentPropsWithRef, type MouseEvent, useEffect, useState } from 'react';
import { t } from '../messages.ts';
import { useAsk } from '../state/data/calls.ts';
import { InlineFailure } from './failure.tsx';
import { Icon, type IconName } from './icons.tsx';

type ButtonProps = ComponentPropsWithRef<'button'> & {
  readonly look?: 'plain' | 'primary' | 'danger' | 'quiet';
  readonly icon?: IconName;
};

const refuse = (event: MouseEvent): void => {
  event.preventDefault();
  event.stopPropagation();
};

/** With `disabled` a button would lose the focus the moment it is pressed; this one keeps it, and does nothing. */
function keepingFocus({
  disabled,
  ...rest
}: ComponentPropsWithRef<'button'>): ComponentPropsWithRef<'button'> {
  return disabled ? { ...rest, 'aria-disabled': true, onClick: refuse } : rest;
}

export function Button({ look = 'plain', icon, className = '', children, ...rest }: ButtonProps) {
  return (
    <button type="button" className={`button button-${look} ${className}`} {...keepingFocus(rest)}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

type IconButtonProps = ComponentPropsWithRef<'button'> & { readonly icon: IconName; readonly label: string };

/** A button that is only an icon; its name is its label and its tooltip. */
export function IconButton({ icon, label, className = '', ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      className={`icon-button ${className}`}
      aria-label={label}
      title={label}
      {...keepingFocus(rest)}
    >
      <Icon name={icon} />
    </button>
  );
}

type CopyButtonProps = Omit<ButtonProps, 'onClick'> & { readonly text: string; readonly label: string };

/** Copies a text and says so in its own place for two seconds. */
export function CopyButton({ text, label, ...rest }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const copy = useAsk('app.copyText', () => setCopied(true));
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
      <span className="visually-hidden" aria-live="polite">
        {copied ? t('common.copied') : ''}
      </span>
      {copy.error && <InlineFailure error={copy.error} />}
    </>
  );
}
