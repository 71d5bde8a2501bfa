import { useCallback, useEffect, useRef } from 'react';

/** Returns a function that is true while the component is mounted, for what must not happen after a dialog is closed. */
export function useIsShown(): () => boolean {
  const shown = useRef(false);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  return useCallback(() => shown.current, []);
}
