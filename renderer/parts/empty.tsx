import { type ReactNode, useEffect, useState } from 'react';
import { t } from '../messages.ts';
import { Drawing, type DrawingPart } from './drawing.tsx';

type Props = {
  readonly title: string;
  readonly text?: string;
  readonly drawing?: DrawingPart | 'all';
  readonly children?: ReactNode;
};

export function Empty({ title, text, drawing, children }: Props) {
  return (
    <div className="empty">
      {drawing && <Drawing {...(drawing === 'all' ? {} : { only: drawing })} />}
      <h2>{title}</h2>
      {text && <p dir="auto">{text}</p>}
      {children && <div className="empty-actions">{children}</div>}
    </div>
  );
}

/** Appears only after 400 ms, so that fast responses cause no flicker. */
export function Loading() {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 400);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="empty" role="status">
      {late && (
        <>
          <span className="spinner" aria-hidden="true" />
          <p>{t('common.loading')}</p>
        </>
      )}
    </div>
  );
}
