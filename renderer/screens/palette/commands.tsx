import { useEffect, useState, useSyncExternalStore } from 'react';
import { isPressed } from '../../logic/shortcuts.ts';
import { CloseDialog } from '../../parts/overlays/dialog.tsx';
import type { Action } from '../../state/actions.ts';
import { useApp } from '../../state/app-state.ts';
import { useStore } from '../../state/store.ts';
import { CommandPalette } from './command-palette.tsx';
import { letterAction, useMenuCommands } from './menu-commands.ts';
import { screenActions } from './place-actions.ts';
import { useShortcutActions } from './shortcut-actions.ts';

export const paletteKeys = { key: 'k' };

const isText = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;

const isDialogOpen = (): boolean => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;

export function Commands() {
  const app = useApp();
  const open = useStore(app.palette);
  const [failure, setFailure] = useState<unknown>(null);
  const singleKeys = useStore(app.preferences)?.singleKeys ?? false;
  useSyncExternalStore(app.actions.changes.subscribe, app.actions.changes.get);
  const actions = { here: app.actions.list(), global: useShortcutActions(), go: screenActions(app) };
  const show = (thrown: unknown): void => {
    setFailure(thrown);
    app.palette.set(true);
  };
  const all = [...actions.here, ...actions.global, ...actions.go];
  const run = (action: Action): void => void Promise.resolve().then(action.run).catch(show);
  useMenuCommands(all, run);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isDialogOpen()) return;
      const does = (action: Pick<Action, 'keys'>): boolean =>
        action.keys !== undefined &&
        isPressed(event, action.keys, app.keyboard) &&
        !(action.keys.notInText && isText(event.target));
      if (singleKeys && event.key === '?' && !isText(event.target)) {
        event.preventDefault();
        app.dialog.set({ kind: 'shortcuts' });
        return;
      }
      if (does({ keys: paletteKeys })) {
        event.preventDefault();
        show(null);
        return;
      }
      const action = all.find(does) ?? (singleKeys ? letterAction(event, all) : undefined);
      if (!action) return;
      event.preventDefault();
      run(action);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  });
  if (!open) return null;
  return (
    <CloseDialog value={() => app.palette.set(false)}>
      <CommandPalette actions={actions} failure={failure} />
    </CloseDialog>
  );
}
