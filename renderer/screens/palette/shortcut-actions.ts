/** Actions with keys or a place in the menu bar, which are available before the palette is loaded. */
import { t } from '../../messages.ts';
import { chooseBuilds } from '../../parts/fields/file-input.tsx';
import type { Action } from '../../state/actions.ts';
import { type AppState, useApp } from '../../state/app-state.ts';
import { useStore } from '../../state/store.ts';
import { lowerScreens, screens } from '../screens.ts';

export function useShortcutActions(): readonly Action[] {
  const { dialog } = useApp();
  return [
    ...useUndoAction(),
    {
      id: 'uploads.add',
      label: t('uploads.upload'),
      hint: t('common.screen.uploads'),
      keys: { key: 'o' },
      run: () => chooseBuilds((files) => dialog.set({ kind: 'upload', files })),
    },
    {
      id: 'folders.add',
      label: t('folders.add'),
      hint: t('common.screen.folders'),
      command: 'watchFolder',
      run: () => dialog.set({ kind: 'folder', folder: null }),
    },
  ];
}

export function goActions(app: AppState): readonly Action[] {
  return [...screens, ...lowerScreens].map(([kind], index) => ({
    id: `go.${kind}`,
    label: t('palette.goTo', { screen: t(`common.screen.${kind}`) }),
    ...(kind === 'help'
      ? {}
      : { keys: kind === 'settings' ? { key: ',' } : { key: String(index + 1), windowOnly: true } }),
    run: () => {
      app.search.set('');
      app.screen.goTo(kind);
    },
  }));
}

function useUndoAction(): readonly Action[] {
  const { undo } = useApp();
  const last = useStore(undo.last);
  if (!last) return [];
  return [
    {
      id: 'undo',
      label: t('palette.undo', { what: last.text }),
      keys: { key: 'z', notInText: true },
      run: undo.undo,
    },
  ];
}
