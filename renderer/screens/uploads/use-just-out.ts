import { useEffect, useState } from 'react';
import type { UploadView } from '../../../preload/page.ts';
import { obstacleOf } from '../../logic/uploads.ts';

const shownMs = 2_000;

/** Returns true for two seconds after success, if the page is visible and motion is not reduced. */
export function useJustOut(upload: UploadView): boolean {
  const [state, setState] = useState(upload.state);
  const [isShown, setIsShown] = useState(false);
  // Runs while rendering, so that the row has the animated style when it moves to its new position.
  if (state !== upload.state) {
    setState(upload.state);
    setIsShown(isOut(upload) && isWatched());
  }
  useEffect(() => {
    if (!isShown) return;
    const timer = setTimeout(() => setIsShown(false), shownMs);
    return () => clearTimeout(timer);
  }, [isShown]);
  return isShown;
}

function isOut(upload: UploadView): boolean {
  const obstacle = obstacleOf(upload);
  return upload.state === 'done' && (obstacle === null || obstacle === 'not-mailed');
}

const isWatched = (): boolean =>
  document.visibilityState === 'visible' && !matchMedia('(prefers-reduced-motion: reduce)').matches;
