/** Runs menu bar commands and single-letter shortcuts, and reports which are available. */
import { useEffect } from 'react';
import type { MenuCommand } from '../../../preload/page.ts';
import { commandOfLetter } from '../../logic/shortcuts.ts';
import type { Action } from '../../state/actions.ts';
import { useApp } from '../../state/app-state.ts';
import { callMain } from '../../state/data/calls.ts';
import { useStore } from '../../state/store.ts';

/** Returns the action of a letter pressed in a row of a list; undefined if there is none. */
export function letterAction(event: KeyboardEvent, actions: readonly Action[]): Action | undefined {
  const isInRow = event.target instanceof Element && event.target.closest('[role="row"]') !== null;
  const command = isInRow ? commandOfLetter(event) : null;
  return command === null ? undefined : actions.find((action) => action.command === command);
}

/** `run` executes an action and shows its failure. */
export function useMenuCommands(actions: readonly Action[], run: (action: Action) => void): void {
  const app = useApp();
  const { bridge, inWindow } = app.connection;
  const hasDialog = useStore(app.dialog) !== null;
  const isBlocked = useStore(app.palette) || hasDialog;
  const focusSearch = useStore(app.focusSearch);
  const found = actions.flatMap(({ command = [] }) => command);
  const offered: readonly MenuCommand[] = focusSearch === null ? found : [...found, 'find'];
  const commands = isBlocked ? '' : [...new Set(offered)].sort().join(' ');
  useEffect(() => {
    if (!inWindow) return;
    const list = commands.split(' ').filter((command): command is MenuCommand => command !== '');
    void callMain(bridge, 'desktop.setCommands', { commands: list });
  }, [bridge, inWindow, commands]);
  useEffect(() =>
    bridge.on('app.command', ({ command }) => {
      if (isBlocked) return;
      const action = actions.find((each) => each.command === command);
      if (action) run(action);
      else if (command === 'find') focusSearch?.();
    }),
  );
}
