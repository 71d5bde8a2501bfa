import { type ReactNode, useEffect, useRef } from 'react';
import type { Failure } from '../../preload/page.ts';
import { failureOf } from '../state/data/calls.ts';
import { Icon } from './icons.tsx';

type Props = {
  readonly error?: unknown;
  readonly failure?: Failure;
  readonly title?: string;
  readonly hint?: string | undefined;
  readonly children?: ReactNode;
  /** False for a failure that the user did not just cause, which is not announced. */
  readonly announce?: boolean;
};

export function InlineFailure({ error, failure, title, hint, children, announce = true }: Props) {
  const shown = failure ?? failureOf(error);
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // In a small window, the failure may be outside the visible part of a dialog.
    if (announce && shown.message) element.current?.scrollIntoView({ block: 'nearest' });
  }, [announce, shown.message]);
  return (
    <div ref={element} className="failure" role={announce ? 'alert' : undefined}>
      <Icon name="failed" />
      <div className="failure-text">
        {title && <strong className="failure-title">{title}</strong>}
        <span dir="auto">{shown.message}</span> <code className="code">{shown.code}</code>
        {hint && <p className="field-hint">{hint}</p>}
      </div>
      {children && <div className="failure-actions">{children}</div>}
    </div>
  );
}
