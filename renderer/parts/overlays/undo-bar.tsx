import { useEffect, useState } from 'react';
import { t } from '../../messages.ts';
import { useApp } from '../../state/app-state.ts';
import { failureOf } from '../../state/data/calls.ts';
import { type Store, useStore } from '../../state/store.ts';
import type { Undoable } from '../../state/undo.ts';
import { Button, IconButton } from '../button.tsx';
import { InlineFailure } from '../failure.tsx';

export function UndoBar() {
  const { undo, lateFailure } = useApp();
  const offer = useStore(undo);
  const inPrevious = offer?.inPrevious?.();
  return (
    <>
      <div className="undo-region" role="status">
        {offer && (
          // biome-ignore lint/a11y/noStaticElementInteractions: only pauses the timeout while the pointer or focus is inside
          <div
            className="undo"
            onPointerEnter={() => undo.pauseTimeout(true)}
            onPointerLeave={({ currentTarget }) =>
              undo.pauseTimeout(currentTarget.contains(document.activeElement))
            }
            onFocus={() => undo.pauseTimeout(true)}
            onBlur={({ currentTarget }) => undo.pauseTimeout(currentTarget.matches(':hover'))}
          >
            <span className="undo-text">
              {offer.seconds === undefined ? (
                <span dir="auto">{offer.text(0)}</span>
              ) : (
                <Countdown offer={offer} />
              )}
              {inPrevious && <span lang={inPrevious.lang}>{inPrevious.text}</span>}
            </span>
            <Button variant="quiet" onClick={undo.undo}>
              {t('common.undo')}
              {inPrevious && <span lang={inPrevious.lang}>· {inPrevious.button}</span>}
            </Button>
            <IconButton icon="close" label={t('common.close')} onClick={undo.close} />
          </div>
        )}
      </div>
      <FailedBar store={undo.failed} text={(what) => t('common.notUndone', { what })} />
      <FailedBar store={lateFailure} text={(what) => t('common.notDone', { what })} />
    </>
  );
}

/** Counts down the seconds. Screen readers announce only the initial number. */
function Countdown({ offer }: { readonly offer: Undoable }) {
  const { seconds = 0, text } = offer;
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const end = performance.now() + (offer.seconds ?? 0) * 1_000;
    const show = (): void => setLeft(Math.max(1, Math.ceil((end - performance.now()) / 1_000)));
    show();
    const timer = setInterval(show, 1_000);
    return () => clearInterval(timer);
  }, [offer]);
  return (
    <>
      <span className="countdown" dir="auto" aria-hidden="true">
        {text(left)}
      </span>
      <span className="visually-hidden">{text(seconds)}</span>
    </>
  );
}

type FailedProps = { readonly store: Store<unknown>; readonly text: (what: string) => string };

function FailedBar({ store, text }: FailedProps) {
  const failed = useStore(store);
  if (failed === null) return null;
  return (
    <div className="undo-region">
      <InlineFailure error={failed} summary={text(failureOf(failed).message)}>
        <Button onClick={() => store.set(null)}>{t('common.understood')}</Button>
      </InlineFailure>
    </div>
  );
}
