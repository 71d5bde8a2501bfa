import { Events } from '../base/events.ts';
import type { Log } from '../base/log/log.ts';
import type { Settings } from '../settings/settings-schema.ts';
import type { SettingsStore } from '../settings/settings-store.ts';

/** What a person sets that is neither an account, a folder, the network nor the built-in service. */
export type PreferencesView = Pick<
  Settings,
  | 'notifications'
  | 'notificationKinds'
  | 'appearance'
  | 'contrast'
  | 'language'
  | 'undoSeconds'
  | 'helpKey'
  | 'parallelUploads'
  | 'historyEntries'
  | 'askBeforeOpened'
> & {
  /** Which of the first steps is offered now; null when none is: they are done, or were put off. */
  readonly firstStep: 'account' | 'folder' | null;
};

/** Only what is given changes. `firstSteps`: `done` puts them off, `open` offers them again. */
export type PreferencesInput = {
  readonly [Name in keyof Omit<PreferencesView, 'firstStep'>]?: PreferencesView[Name] | undefined;
} & { readonly firstSteps?: Settings['firstSteps'] | undefined };

export type Preferences = {
  readonly events: Events<{ changed: PreferencesView }>;
  view(): PreferencesView;
  /** Throws `settings/invalid` and `settings/notSaved`; then nothing changed. */
  set(input: PreferencesInput): PreferencesView;
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
    view,
    set: (input) => {
      const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
      settings.update((now) => ({ ...now, ...given }));
      return view();
    },
  };
}

function viewOf(settings: Settings): PreferencesView {
  const { notifications, notificationKinds, appearance, contrast, language, undoSeconds } = settings;
  const { helpKey, parallelUploads, historyEntries, askBeforeOpened } = settings;
  return {
    ...{ notifications, notificationKinds, appearance, contrast, language, undoSeconds },
    ...{ helpKey, parallelUploads, historyEntries, askBeforeOpened },
    firstStep: firstStepOf(settings),
  };
}

/** First somewhere to upload to, then somewhere to find builds. */
export function firstStepOf({ firstSteps, accounts, folders }: Settings): PreferencesView['firstStep'] {
  if (firstSteps === 'done') return null;
  if (accounts.length === 0) return 'account';
  return folders.length === 0 ? 'folder' : null;
}
