import type { Failure, FolderView } from '../../../preload/page.ts';
import { ruleOf } from '../../logic/drafts/folder-draft.ts';
import { t } from '../../messages.ts';
import type { MenuEntry } from '../../parts/overlays/menu.tsx';
import { useApp } from '../../state/app-state.ts';
import { failureOf, useCommand } from '../../state/data/calls.ts';

export type FolderActions = {
  readonly busy: boolean;
  readonly failure: Failure | null;
  readonly menu: readonly MenuEntry[];
  setPaused(paused: boolean): void;
  edit(): void;
};

/** Returns a function that removes a watched folder. Undo adds it again and ignores existing builds. */
export function useRemoveFolder(): (folder: FolderView) => void {
  const app = useApp();
  const remove = useCommand('folders.remove');
  const add = useCommand('folders.add');
  return (folder) => {
    remove.mutate(
      { id: folder.id },
      {
        onSuccess: () =>
          app.undo.offer({
            text: () => t('folders.removed', { name: folder.name }),
            undo: () => add.mutateAsync({ ...ruleOf(folder), existingBuilds: 'none' }),
            persistent: true,
          }),
      },
    );
  };
}

export function useFolderActions(folder: FolderView): FolderActions {
  const app = useApp();
  const pause = useCommand('folders.setPaused');
  const show = useCommand('app.showInFolder');
  const removeFolder = useRemoveFolder();
  const edit = (): void => app.dialog.set({ kind: 'folder', folder });
  const setPaused = (paused: boolean): void => pause.mutate({ id: folder.id, paused });
  const error = pause.error ?? show.error;
  return {
    busy: pause.isPending,
    failure: error ? failureOf(error) : null,
    setPaused,
    edit,
    menu: [
      { label: t('folders.edit'), run: edit },
      folder.paused
        ? { label: t('folders.resume'), run: () => setPaused(false) }
        : { label: t('folders.pause'), run: () => setPaused(true) },
      { label: t('folders.show'), run: () => show.mutate({ path: folder.path }) },
      'separator',
      { label: t('folders.remove'), run: () => removeFolder(folder) },
    ],
  };
}
