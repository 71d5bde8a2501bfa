import { type RefObject, useCallback, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';

/** Whether the window is at most so wide; as in `drawer.css`, where details lie over the list, if not said otherwise. */
export function useNarrow(pixels = 959): boolean {
  const query = `(max-width: ${pixels}px)`;
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

/**
 * Whether all that stands side by side in the element has room there. Where it has not, less is to be drawn; that there
 * is room again is told by the width it took.
 */
export function useFits(element: RefObject<HTMLElement | null>): boolean {
  const [fits, setFits] = useState(true);
  const needed = useRef(0);
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return;
    const look = (): void => {
      if (fits) needed.current = measured.scrollWidth;
      setFits(needed.current <= measured.clientWidth);
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(measured);
    return () => observer.disconnect();
  });
  return fits;
}
