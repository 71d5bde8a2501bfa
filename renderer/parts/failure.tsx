import { type ReactNode, useEffect, useRef } from 'react';
import type { Failure } from '../../preload/page.ts';
import { t } from '../messages.ts';
import { failureOf } from '../state/data/calls.ts';
import { Icon } from './icons.tsx';

type Props = {
  readonly error?: unknown;
  readonly failure?: Failure;
  /** Sentence shown instead of the failure's message, which is then part of the details. */
  readonly summary?: string;
  readonly hint?: string | undefined;
  /** Shown in the details instead of the failure's message. */
  readonly details?: ReactNode;
  readonly children?: ReactNode;
  /** False if no user action caused the failure. The failure is then not announced. Defaults to true. */
  readonly announce?: boolean;
  /** True if the failure resolves without user action. Shown without red. */
  readonly quiet?: boolean;
};

/** A failure in one sentence. Its code is in the details. */
export function InlineFailure({ error, failure, summary, hint, details, children, ...look }: Props) {
  const { announce = true, quiet = false } = look;
  const shown = failure ?? failureOf(error);
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // In a small window, the failure may be outside the visible part of a dialog.
    if (announce && shown.message) element.current?.scrollIntoView({ block: 'nearest' });
  }, [announce, shown.message]);
  return (
    <div
      ref={element}
      className={`failure ${quiet ? 'failure-quiet' : ''}`}
      role={announce ? 'alert' : undefined}
    >
      <Icon name={quiet ? 'waiting' : 'failed'} />
      <div className="failure-text">
        <p dir="auto">{summary ?? shown.message}</p>
        {hint && <p className="field-hint">{hint}</p>}
        <details className="failure-details">
          <summary>{t('common.details')}</summary>
          {details ?? (summary && <p dir="auto">{shown.message}</p>)}
          {shown.quote && (
            <p dir="auto">
              <q>{shown.quote}</q>
            </p>
          )}
          <code className="code">{shown.code}</code>
        </details>
      </div>
      {children && <div className="failure-actions">{children}</div>}
    </div>
  );
}
