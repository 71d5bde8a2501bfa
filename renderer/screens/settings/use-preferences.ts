import type { CallArguments, PreferencesView } from '../../../preload/page.ts';
import { useApp } from '../../state/app-state.ts';
import { useAsk } from '../../state/calls.ts';
import { useStore } from '../../state/store.ts';

/** The settings, and how one of them is changed; `null` until they are read. */
export function usePreferences(): {
  readonly preferences: PreferencesView | null;
  readonly set: (values: CallArguments<'settings.set'>) => void;
  readonly error: Error | null;
} {
  const app = useApp();
  const preferences = useStore(app.preferences);
  const change = useAsk('settings.set', app.preferences.set);
  return { preferences, set: change.mutate, error: change.error };
}
