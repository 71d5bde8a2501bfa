/**
 * What can be done from the command palette and with keys: here, while a screen or its details are open; those that make
 * sense everywhere are listed in `screens/palette/global-actions.ts`.
 */
import { useEffect, useRef } from 'react';
import type { Action } from './action-registry.ts';
import { useApp } from './app-state.ts';

export type { Action } from './action-registry.ts';

/** Offers these while the component that calls it is shown; they may change with every draw. */
export function useActions(actions: readonly Action[]): void {
  const registry = useApp().actions;
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => registry.add(() => latest.current), [registry]);
}
