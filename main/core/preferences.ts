import type { CallArguments } from '../../preload/contract.ts';
import { Events } from '../base/events.ts';
import type { Log } from '../base/log/log.ts';
import type { Settings } from '../settings/settings-schema.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import { builtInAccountId } from './service/built-in-account.ts';
import type { PreferencesView } from './views/system.ts';

export type Preferences = {
  readonly events: Events<{ changed: PreferencesView }>;
  get(): PreferencesView;
  /** Throws `settings/invalid` and `settings/notSaved` without changing anything. */
  set(input: CallArguments<'settings.set'>): PreferencesView;
};

export function createPreferences(settings: SettingsStore, log: Log): Preferences {
  const events = new Events<{ changed: PreferencesView }>(log);
  const view = (): PreferencesView => viewOf(settings.get());
  settings.onChange(({ now, before }) => {
    const next = viewOf(now);
    if (JSON.stringify(next) !== JSON.stringify(viewOf(before))) events.emit('changed', next);
  });
  return {
    events,
    get: view,
    set: (input) => {
      const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
      settings.update((now) => ({ ...now, ...given }));
      return view();
    },
  };
}

function viewOf(settings: Settings): PreferencesView {
  const { notifications, notificationKinds, appearance, contrast, language, undoSeconds } = settings;
  const { sendDelaySeconds, singleKeys, parallelUploads, historyEntries } = settings;
  const { keepSentBuilds, confirmOpenedBuilds } = settings;
  return {
    ...{ notifications, notificationKinds, appearance, contrast, language, undoSeconds },
    ...{ sendDelaySeconds, singleKeys, parallelUploads, historyEntries },
    ...{ keepSentBuilds, confirmOpenedBuilds },
    firstStep: firstStepOf(settings),
  };
}

export function firstStepOf(settings: Settings): PreferencesView['firstStep'] {
  const { onboarding, accounts, folders, activeAccountId } = settings;
  if (onboarding === 'done') return null;
  if (accounts.length === 0) return 'account';
  if (folders.length === 0) return 'folder';
  return activeAccountId === builtInAccountId ? 'audience' : null;
}
