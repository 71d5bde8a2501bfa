import { useCallback, useEffect, useRef } from 'react';

/** Returns a function that is true while the component is mounted. */
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
