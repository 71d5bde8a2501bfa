import { useEffect } from 'react';
import { useApp } from '../app-state.ts';
import type { UploadTarget } from './dialog.ts';

/** While mounted, builds dropped on the window are uploaded to this store profile by default. */
export function useDropTarget(accountId: string, profile: UploadTarget['profile']): void {
  const { dropTarget } = useApp();
  const id = profile?.id;
  const name = profile?.name;
  useEffect(() => {
    const chosen = id === undefined || name === undefined ? null : { id, name };
    dropTarget.set({ accountId, area: 'appstore', profile: chosen });
    return () => dropTarget.set(null);
  }, [dropTarget, accountId, id, name]);
}
