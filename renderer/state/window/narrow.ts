import { type RefObject, useCallback, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';

/** Returns true if the window is at most `pixels` wide. Defaults to the width in `drawer.css`. */
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

/** Returns true if the content fits its element. If false, the caller must render less content. */
export function useFits(element: RefObject<HTMLElement | null>): boolean {
  const [fits, setFits] = useState(true);
  const needed = useRef(0);
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return;
    const measure = (): void => {
      if (fits) needed.current = measured.scrollWidth;
      setFits(needed.current <= measured.clientWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  });
  return fits;
}
