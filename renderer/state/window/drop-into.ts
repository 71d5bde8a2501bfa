import { useEffect } from 'react';
import { useApp } from '../app-state.ts';
import type { UploadInto } from './dialog.ts';

/** While mounted, the upload dialog starts with this target when builds are dropped. */
export function useDropInto(accountId: string, profile: UploadInto['profile']): void {
  const { dropInto } = useApp();
  const id = profile?.id;
  const name = profile?.name;
  useEffect(() => {
    const chosen = id === undefined || name === undefined ? null : { id, name };
    dropInto.set({ accountId, area: 'appstore', profile: chosen });
    return () => dropInto.set(null);
  }, [dropInto, accountId, id, name]);
}
