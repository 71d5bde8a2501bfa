/** Actions with shortcuts or menu bar items, which are available before the palette is loaded. */
import { t } from '../../messages.ts';
import { chooseBuilds } from '../../parts/fields/file-input.tsx';
import type { Action } from '../../state/actions.ts';
import { useApp } from '../../state/app-state.ts';
import { useStore } from '../../state/store.ts';

export function useShortcutActions(): readonly Action[] {
  const { dialog } = useApp();
  return [
    ...useUndoAction(),
    {
      id: 'uploads.add',
      label: t('uploads.upload'),
      hint: t('common.screen.uploads'),
      synonyms: t('palette.synonyms.upload'),
      icon: 'add',
      keys: { key: 'o' },
      run: () => chooseBuilds((files) => dialog.set({ kind: 'upload', files })),
    },
    {
      id: 'folders.add',
      label: t('folders.add'),
      hint: t('common.screen.folders'),
      command: 'watchFolder',
      icon: 'folders',
      run: () => dialog.set({ kind: 'folder', folder: null }),
    },
    {
      id: 'help.whats-new',
      label: t('help.whatsNew'),
      hint: t('common.screen.help'),
      synonyms: t('palette.synonyms.whatsNew'),
      command: 'whatsNew',
      icon: 'info',
      run: () => dialog.set({ kind: 'whats-new' }),
    },
  ];
}

function useUndoAction(): readonly Action[] {
  const { undo } = useApp();
  const last = useStore(undo.last);
  if (!last) return [];
  return [
    {
      id: 'undo',
      label: t('palette.undo', { what: last.text(last.seconds ?? 0) }),
      icon: 'back',
      keys: { key: 'z', notInText: true },
      run: undo.undo,
    },
  ];
}
