import { useState } from 'react';
import type { TextPosition } from '../../../logic/push/project.ts';
import { t } from '../../../messages.ts';
import { useApp } from '../../../state/app-state.ts';
import { callMain, failureOf, useCommand, useLateFailure } from '../../../state/data/calls.ts';
import { isUnsaved, type MappingDraft } from '../../../state/drafts/mapping-draft.ts';

/** Returns a function that replaces the draft. If the old draft was unsaved, undo restores it. */
export function useReplaceDraft(): (next: MappingDraft | null) => void {
  const { mapping, undo } = useApp();
  return (next) => {
    const before = mapping.get();
    mapping.set(next);
    if (before && isUnsaved(before)) {
      const { path } = before;
      const text = (): string =>
        path === null ? t('push-mapping.newPutAway') : t('push-mapping.putAway', { path });
      undo.offer({ text, undo: () => mapping.set(before) });
    }
  };
}

/** Opens a mapping file and shows the editor. Keeps the draft if the file is already open. */
export function useOpenMapping(): {
  readonly open: (path: string, position?: TextPosition) => void;
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
  const open = async (path: string, position?: TextPosition): Promise<void> => {
    setState({ busy: true, error: null });
    try {
      if (app.mapping.get()?.path !== path) {
        const { text } = await callMain(app.connection.bridge, 'push.mapping.open', { path });
        replace({ path, saved: text, text });
      }
      if (position) app.mappingPosition.set(position);
      app.screen.go({ kind: 'push', tab: 'mapping' });
      setState({ busy: false, error: null });
    } catch (error) {
      setState({ busy: false, error: error instanceof Error ? error : new Error(String(error)) });
      showLate(error);
    }
  };
  return { ...state, open: (path, position) => void open(path, position) };
}

export type SaveMapping = {
  readonly save: () => void;
  readonly busy: boolean;
  readonly error: Error | null;
};

/** Saves the draft. Text that the user types during the save stays unsaved. */
export function useSaveMapping(): SaveMapping {
  const { mapping, dialog } = useApp();
  const asking = useCommand('push.mapping.save', ({ path, text }) => {
    const now = mapping.get();
    if (now?.path === path) mapping.set({ ...now, saved: text });
  });
  const save = (): void => {
    const draft = mapping.get();
    if (!draft || asking.isPending) return;
    const { path, saved, text } = draft;
    if (path === null) {
      dialog.set({ kind: 'mapping-path', to: 'save' });
      return;
    }
    asking.mutate(
      { path, before: saved, text },
      {
        onError: (error) => {
          const now = mapping.get();
          if (failureOf(error).code === 'push/fileGone' && now?.path === path) {
            mapping.set({ ...now, saved: null });
          }
        },
      },
    );
  };
  return { save, busy: asking.isPending, error: asking.error };
}
