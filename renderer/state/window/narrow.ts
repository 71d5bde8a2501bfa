import { useCallback, useSyncExternalStore } from 'react';

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
