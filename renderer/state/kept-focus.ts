/** The focus follows a person to another place, and is never lost: when what had it is gone, what is looked at gets it. */
import { useEffect } from 'react';
import type { AppState } from './app-state.ts';

export function useKeptFocus({ place }: AppState): void {
  useEffect(() => {
    let frame = 0;
    let last: EventTarget | null = null;
    let { kind } = place.get();
    const soon = (act: () => void): void => {
      cancelAnimationFrame(frame);
      // Two frames: what closes gives the focus back first, and what comes is drawn.
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(act);
      });
    };
    const onFocus = ({ target }: FocusEvent): void => {
      last = target;
    };
    const removals = new MutationObserver(() => {
      if (!(last instanceof Element) || last.isConnected) return;
      last = null;
      soon(findFocus);
    });
    const stop = place.subscribe(() => {
      if (kind === place.get().kind) return;
      kind = place.get().kind;
      soon(focusHeading);
    });
    document.addEventListener('focusin', onFocus);
    removals.observe(document.body, { childList: true, subtree: true });
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('focusin', onFocus);
      removals.disconnect();
      stop();
    };
  }, [place]);
}

function findFocus(): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  const row = document.querySelector<HTMLElement>('main [role="row"][tabindex="0"]');
  if (row) row.focus({ preventScroll: true });
  else focusHeading();
}

export function focusHeading(): void {
  // Not where a dialog or the palette has opened meanwhile: it has the focus.
  if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}
