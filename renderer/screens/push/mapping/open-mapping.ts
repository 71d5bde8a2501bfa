/** Brings a mapping file into the editor. */

import { useState } from 'react';
import type { TextPlace } from '../../../logic/push/project.ts';
import { t } from '../../../messages.ts';
import { useApp } from '../../../state/app-state.ts';
import { ask, useLateFailure } from '../../../state/data/calls.ts';
import { isUnsaved, type MappingDraft } from '../../../state/drafts/mapping-draft.ts';

/** Puts a draft in the place of another; where that was not saved, it can be taken back. */
export function useReplaceDraft(): (next: MappingDraft | null) => void {
  const { mapping, undo } = useApp();
  return (next) => {
    const before = mapping.get();
    mapping.set(next);
    if (before && isUnsaved(before)) {
      const { path } = before;
      const text = path === null ? t('push-mapping.newPutAway') : t('push-mapping.putAway', { path });
      undo.offer({ text, undo: () => mapping.set(before) });
    }
  };
}

/** Opens a file, unless it is the one that is open, and goes to the editor. */
export function useOpenMapping(): {
  readonly open: (path: string, place?: TextPlace) => void;
  readonly busy: boolean;
  readonly error: Error | null;
} {
  const app = useApp();
  const showLate = useLateFailure();
  const replace = useReplaceDraft();
  const [state, setState] = useState<{ readonly busy: boolean; readonly error: Error | null }>({
    busy: false,
    error: null,
  });
  const open = async (path: string, place?: TextPlace): Promise<void> => {
    setState({ busy: true, error: null });
    try {
      if (app.mapping.get()?.path !== path) {
        const { text } = await ask(app.connection.bridge, 'push.mapping.open', { path });
        replace({ path, saved: text, text });
      }
      if (place) app.mappingPlace.set(place);
      app.place.go({ kind: 'push', tab: 'mapping' });
      setState({ busy: false, error: null });
    } catch (error) {
      setState({ busy: false, error: error instanceof Error ? error : new Error(String(error)) });
      showLate(error);
    }
  };
  return { ...state, open: (path, place) => void open(path, place) };
}
