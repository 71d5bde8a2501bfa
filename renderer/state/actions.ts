/**
 * Actions for the command palette and shortcuts while a screen or drawer is open. Global actions are in
 * `screens/palette/global-actions.ts`.
 */
import { useEffect, useRef } from 'react';
import type { MenuEntry } from '../parts/overlays/menu.tsx';
import type { Action } from './action-registry.ts';
import { useApp } from './app-state.ts';

export type { Action } from './action-registry.ts';

/** Returns the entries of a menu as actions. `hint` is the name of the menu's subject. */
export const menuActions = (id: string, hint: string, menu: readonly MenuEntry[]): readonly Action[] =>
  menu.flatMap((entry) =>
    entry === 'separator' ? [] : [{ id: `${id}.${entry.label}`, label: entry.label, hint, run: entry.run }],
  );

export function useActions(actions: readonly Action[]): void {
  const registry = useApp().actions;
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => registry.add(() => latest.current), [registry]);
}
