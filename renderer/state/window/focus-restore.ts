/** Moves the focus to a new screen, or from a removed element to the dialog, a row or the heading. */
import { useEffect, useRef } from 'react';
import type { AppState } from '../app-state.ts';

export function useFocusRestore({ screen }: AppState): void {
  useEffect(() => {
    let frame = 0;
    let last: EventTarget | null = null;
    let { kind } = screen.get();
    let isBack = false;
    const soon = (act: () => void): void => {
      cancelAnimationFrame(frame);
      // Waits two frames, until closing overlays have restored the focus and the new screen is rendered.
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
    const stop = screen.subscribe(() => {
      if (kind === screen.get().kind) return;
      kind = screen.get().kind;
      const [before, act] = [document.activeElement, isBack ? focusRow : focusHeading];
      soon(() => {
        const now = document.activeElement;
        // Does nothing if the user has moved the focus since.
        if (now === before || !now?.closest('main')) act();
      });
    });
    // Runs before the screen store handles the navigation.
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
  }, [screen]);
}

/** Focuses an element unless the user has focused another control. */
export function focusIfFree(element: HTMLElement | null): void {
  const now = document.activeElement;
  const isFree = !(now instanceof HTMLElement) || now === document.body || now.tabIndex < 0;
  if (isFree && !openDialog()) element?.focus();
}

/** Moves the focus from the main element, the heading or the body to the first row once the list has rows. */
export function useFocusFirstRow(hasRows: boolean): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (!hasRows || isDone.current) return;
    isDone.current = true;
    const frame = requestAnimationFrame(() => {
      const now = document.activeElement;
      if (now === null || now === document.body || now.matches('main, main h1')) focusRow();
    });
    return () => cancelAnimationFrame(frame);
  }, [hasRows]);
}

/** Does nothing for a dialog that has just opened or closed, because it moves the focus itself. */
function findFocus(before: HTMLElement | undefined): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  const dialog = openDialog();
  if (!dialog) focusRow();
  else if (dialog === before) dialog.focus();
}

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
