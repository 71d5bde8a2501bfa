/** The focus follows a person to another place, and is never lost: when what had it is gone, what is looked at gets it. */
import { useEffect } from 'react';
import type { AppState } from '../app-state.ts';

export function useKeptFocus({ place }: AppState): void {
  useEffect(() => {
    let frame = 0;
    let last: EventTarget | null = null;
    let { kind } = place.get();
    let isBack = false;
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
      const before = openDialog();
      soon(() => findFocus(before));
    });
    const stop = place.subscribe(() => {
      if (kind === place.get().kind) return;
      kind = place.get().kind;
      const [before, act] = [document.activeElement, isBack ? focusRow : focusHeading];
      soon(() => {
        const now = document.activeElement;
        // Who is quicker than two frames has chosen already.
        if (now === before || !now?.closest('main')) act();
      });
    });
    // Before the place is read from the address.
    const onBack = (): void => {
      isBack = true;
      setTimeout(() => {
        isBack = false;
      });
    };
    window.addEventListener('popstate', onBack, true);
    document.addEventListener('focusin', onFocus);
    removals.observe(document.body, { childList: true, subtree: true });
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('focusin', onFocus);
      window.removeEventListener('popstate', onBack, true);
      removals.disconnect();
      stop();
    };
  }, [place]);
}

/** A dialog that is no longer, or was not yet, `before` takes the focus itself. */
function findFocus(before: HTMLElement | undefined): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  const dialog = openDialog();
  if (!dialog) focusRow();
  else if (dialog === before) dialog.focus();
}

/** The one on top; it has the focus, never what is behind it. */
function openDialog(): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>('[role="dialog"], [role="alertdialog"]')].at(-1);
}

function focusRow(): void {
  if (openDialog()) return;
  const row = document.querySelector<HTMLElement>('main [role="row"][tabindex="0"]');
  if (!row) focusHeading();
  row?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'nearest' });
}

export function focusHeading(): void {
  if (openDialog()) return;
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}
