import type { CallArguments, PreferencesView } from '../../../preload/page.ts';
import { useApp } from '../../state/app-state.ts';
import { useCommand } from '../../state/data/calls.ts';
import { useStore } from '../../state/store.ts';

export function usePreferences(): {
  readonly preferences: PreferencesView | null;
  readonly set: (values: CallArguments<'settings.set'>) => void;
  readonly error: Error | null;
} {
  const app = useApp();
  const preferences = useStore(app.preferences);
  // An event updates the store: the result of the call could be older than the latest event.
  const change = useCommand('settings.set');
  return { preferences, set: change.mutate, error: change.error };
}
