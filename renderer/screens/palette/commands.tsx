import { useEffect, useState, useSyncExternalStore } from 'react';
import { isPressed } from '../../logic/shortcuts.ts';
import type { Action } from '../../state/actions.ts';
import { useApp } from '../../state/app-state.ts';
import { useStore } from '../../state/store.ts';
import { CommandPalette } from './command-palette.tsx';
import { goActions, useGlobalActions } from './global-actions.ts';

const paletteKeys = { key: 'k' };

const isText = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;

const isDialogOpen = (): boolean => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;

/** The command palette and the keys of all actions. */
export function Commands() {
  const app = useApp();
  const open = useStore(app.palette);
  const [failure, setFailure] = useState<unknown>(null);
  useSyncExternalStore(app.actions.changes.subscribe, app.actions.changes.get);
  const actions = { here: app.actions.list(), global: useGlobalActions(), go: goActions(app) };
  const show = (thrown: unknown): void => {
    setFailure(thrown);
    app.palette.set(true);
  };
  const all = [...actions.here, ...actions.global, ...actions.go];
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isDialogOpen()) return;
      const does = (action: Pick<Action, 'keys'>): boolean =>
        action.keys !== undefined &&
        isPressed(event, action.keys, app.keyboard) &&
        !(action.keys.notInText && isText(event.target));
      if (does({ keys: paletteKeys })) {
        event.preventDefault();
        show(null);
        return;
      }
      const action = all.find(does);
      if (!action) return;
      event.preventDefault();
      void Promise.resolve().then(action.run).catch(show);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  });
  if (!open) return null;
  return <CommandPalette actions={actions} failure={failure} onClose={() => app.palette.set(false)} />;
}
