/** Actions of the open screen or drawer. Global actions are in `screens/palette/global-actions.ts`. */
import { useEffect, useRef } from 'react';
import type { Action, MenuEntry } from './action-registry.ts';
import { useApp } from './app-state.ts';

export type { Action } from './action-registry.ts';

/** Returns the entries of a menu as actions. `hint` is the name of the menu's subject. */
export const menuActions = (id: string, hint: string, menu: readonly MenuEntry[]): readonly Action[] =>
  menu.flatMap((entry) =>
    entry === 'separator'
      ? []
      : [
          {
            ...{ id: `${id}.${entry.label}`, label: entry.label, hint, run: entry.run },
            ...(entry.command ? { command: entry.command } : {}),
            ...(entry.icon ? { icon: entry.icon } : {}),
          },
        ],
  );

export function useActions(actions: readonly Action[]): void {
  const registry = useApp().actions;
  const commands = actions.map(({ command = '' }) => command).join(' ');
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the commands is reported to the menu bar
  useEffect(() => registry.add(() => latest.current), [registry, commands]);
}
