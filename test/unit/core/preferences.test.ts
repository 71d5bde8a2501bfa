import { expect, test } from 'vitest';
import { createPreferences } from '../../../main/core/preferences.ts';
import type { PreferencesView } from '../../../main/core/views/system.ts';
import { type Settings, settingsSchema } from '../../../main/settings/settings-schema.ts';
import { memorySettings } from '../../../main/settings/settings-store.ts';
import { collectedLog } from '../../fakes/collected-log.ts';

function open(initial: Partial<Settings> = {}) {
  const { log } = collectedLog();
  const settings = memorySettings(initial, log);
  const preferences = createPreferences(settings, log);
  const heard: PreferencesView[] = [];
  preferences.events.on('changed', (view) => heard.push(view));
  return { settings, preferences, heard };
}

const account = settingsSchema.shape.accounts.parse([
  {
    ...{ id: 'a', name: 'A', kind: 'remote', authUrl: 'https://a.example', baseUrl: 'https://a.example' },
    ...{ userName: 'u', clientId: 'c', scope: 's', mode: 'plain', vendor: 'v', installLinkTemplate: null },
  },
]);

test('only what is given changes, and it is announced once', () => {
  const { preferences, heard, settings } = open();
  const before = preferences.get();
  const kinds = { uploaded: false, failed: true, questions: true };
  const after = preferences.set({ appearance: 'dark', notificationKinds: kinds, language: undefined });
  expect(after).toEqual({ ...before, appearance: 'dark', notificationKinds: kinds });
  expect(heard).toEqual([after]);
  preferences.set({ appearance: 'dark' });
  expect(heard).toHaveLength(1);
  expect(settings.get().appearance).toBe('dark');
});

test('what cannot be is refused, and nothing changes', () => {
  const { preferences, heard } = open();
  const before = preferences.get();
  expect(() => preferences.set({ parallelUploads: 9, appearance: 'dark' })).toThrow();
  expect(() => preferences.set({ historyEntries: -1 })).toThrow();
  expect(preferences.get()).toEqual(before);
  expect(heard).toEqual([]);
});

test('a change of something else is not announced', () => {
  const { settings, heard } = open();
  settings.update((now) => ({ ...now, builtInService: { ...now.builtInService, port: 4000 } }));
  expect(heard).toEqual([]);
});

test('the first steps: an account, then a folder; they can be put off and come back', () => {
  const { preferences, settings, heard } = open();
  expect(preferences.get().firstStep).toBe('account');
  settings.update((now) => ({ ...now, accounts: account }));
  expect(heard.at(-1)?.firstStep).toBe('folder');
  expect(preferences.set({ onboarding: 'done' }).firstStep).toBeNull();
  expect(preferences.set({ onboarding: 'open' }).firstStep).toBe('folder');
  settings.update((now) => ({ ...now, accounts: [] }));
  expect(preferences.get().firstStep).toBe('account');
  expect(preferences.set({ onboarding: 'done' }).firstStep).toBeNull();
});
