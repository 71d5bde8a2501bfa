import { useEffect, useRef } from 'react';
import type { FileChange, RuleView } from '../../../preload/page.ts';
import { changedLines } from '../../logic/push-project.ts';
import { t } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';

type Props = {
  readonly fix: NonNullable<RuleView['fix']>;
  readonly busy: boolean;
  readonly onApply: () => void;
  readonly onClose: () => void;
};

/** What a fix would change, exactly, before it does. */
export function FixPreview({ fix: { message, change }, busy, onApply, onClose }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  // The button that led here is gone.
  useEffect(() => button.current?.focus(), []);
  return (
    <div className="push-fix">
      <p>
        <strong dir="auto">{message}</strong>
      </p>
      <ChangeView change={change} />
      <div className="button-line">
        <Button ref={button} look="primary" disabled={busy} onClick={onApply}>
          {busy ? t('push.changing') : t(`push.apply.${kindOf(change)}`)}
        </Button>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
      </div>
    </div>
  );
}

const kindOf = (change: FileChange): 'make' | 'change' | 'rename' => {
  if (change.kind === 'rename') return 'rename';
  return change.before === null ? 'make' : 'change';
};

function ChangeView({ change }: { readonly change: FileChange }) {
  if (change.kind === 'rename') {
    return <p className="wrap-anywhere">{t('push.renames', { file: change.file, to: change.to })}</p>;
  }
  return (
    <figure className="push-change">
      <figcaption className="wrap-anywhere">
        {t(`push.changes.${change.before === null ? 'make' : 'change'}`, { file: change.file })}
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="push-lines" tabIndex={0} aria-label={t('push.changedLines')}>
        {changedLines(change).map(({ kind, number, text }) => (
          <div key={`${kind} ${number}`} className={`push-line push-line-${kind}`}>
            <span className="push-line-number" aria-hidden="true">
              {number}
            </span>
            <span className="push-line-mark">
              <span aria-hidden="true">{marks[kind]}</span>
              <span className="visually-hidden">{t(`push.line.${kind}`)}</span>
            </span>
            <code>{text}</code>
          </div>
        ))}
      </section>
    </figure>
  );
}

const marks = { same: ' ', added: '+', removed: '−' } as const;
