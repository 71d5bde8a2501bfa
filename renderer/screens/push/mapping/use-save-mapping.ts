import { useApp } from '../../../state/app-state.ts';
import { failureOf, useAsk } from '../../../state/data/calls.ts';

export type SaveMapping = {
  /** Under its path; where it has none, that is asked for. */
  readonly save: () => void;
  readonly busy: boolean;
  readonly error: Error | null;
};

/** Saves the draft; what is typed while it is being saved stays unsaved. */
export function useSaveMapping(): SaveMapping {
  const { mapping, dialog } = useApp();
  const asking = useAsk('push.mapping.save', ({ path, text }) => {
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
