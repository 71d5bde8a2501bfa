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
  /** False where it was there before the person did anything. */
  readonly announce?: boolean;
};

/** A failure in words, where it happened, with its code small and selectable. */
export function InlineFailure({ error, failure, title, hint, children, announce = true }: Props) {
  const shown = failure ?? failureOf(error);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A dialog in a small window scrolls; what went wrong must be seen, not only be there.
    if (announce && shown.message) place.current?.scrollIntoView({ block: 'nearest' });
  }, [announce, shown.message]);
  return (
    <div ref={place} className="failure" role={announce ? 'alert' : undefined}>
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
