/** The focus is never lost: when what had it is gone, the place a person looks at gets it. */
import { useEffect } from 'react';
import type { AppState } from './app-state.ts';

/** Watches what makes parts of the page go: another place, a dialog or the palette that closes, an undo that ends. */
export function useKeptFocus({ place, dialog, palette, undo }: AppState): void {
  useEffect(() => {
    let frame = 0;
    const look = (): void => {
      cancelAnimationFrame(frame);
      // Two frames: what closes gives the focus back first.
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(findFocus);
      });
    };
    const stops = [place, dialog, palette, undo].map((store) => store.subscribe(look));
    return () => {
      cancelAnimationFrame(frame);
      for (const stop of stops) stop();
    };
  }, [place, dialog, palette, undo]);
}

function findFocus(): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  const row = document.querySelector<HTMLElement>('main [role="row"][tabindex="0"]');
  (row ?? document.querySelector<HTMLElement>('main'))?.focus({ preventScroll: true });
}
