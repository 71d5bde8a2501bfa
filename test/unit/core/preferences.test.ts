import { expect, test } from 'vitest';
import { createPreferences } from '../../../main/core/preferences.ts';
import type { PreferencesView } from '../../../main/core/views/system.ts';
import { noRecipients, type Settings, settingsSchema } from '../../../main/settings/settings-schema.ts';
import { memorySettings } from '../../../main/settings/settings-store.ts';
import { collectedLog } from '../../fakes/collected-log.ts';

function open(initial: Partial<Settings> = {}) {
  const { log } = collectedLog();
  const settings = memorySettings(initial, log);
  const preferences = createPreferences(settings, log);
  const changes: PreferencesView[] = [];
  preferences.events.on('changed', (view) => changes.push(view));
  return { settings, preferences, changes };
}

const account = settingsSchema.shape.accounts.parse([
  {
    ...{ id: 'a', name: 'A', kind: 'remote', authUrl: 'https://a.example', baseUrl: 'https://a.example' },
    ...{ userName: 'u', clientId: 'c', scope: 's', mode: 'plain', vendor: 'v', installLinkTemplate: null },
  },
]);

test('set() changes only the values in its argument and notifies once', () => {
  const { preferences, changes, settings } = open();
  const before = preferences.get();
  const kinds = { uploaded: false, failed: true, questions: true };
  const after = preferences.set({ appearance: 'dark', notificationKinds: kinds, language: undefined });
  expect(after).toEqual({ ...before, appearance: 'dark', notificationKinds: kinds });
  expect(changes).toEqual([after]);
  preferences.set({ appearance: 'dark' });
  expect(changes).toHaveLength(1);
  expect(settings.get().appearance).toBe('dark');
});

test('set() rejects invalid values and changes nothing', () => {
  const { preferences, changes } = open();
  const before = preferences.get();
  expect(() => preferences.set({ parallelUploads: 9, appearance: 'dark' })).toThrow();
  expect(() => preferences.set({ historyEntries: -1 })).toThrow();
  expect(preferences.get()).toEqual(before);
  expect(changes).toEqual([]);
});

test('firstStep is audience once the built-in service has a folder', () => {
  const [first] = account;
  const accounts = first ? [{ ...first, id: 'built-in', kind: 'built-in' as const }] : [];
  const folders = settingsSchema.shape.folders.parse([
    {
      ...{ id: 'f', path: '/builds', accountId: 'built-in', area: 'testingdist', activate: true },
      ...{ existingBuilds: 'none', paused: false, recipients: noRecipients },
    },
  ]);
  const { preferences } = open({ accounts, folders, activeAccountId: 'built-in' });
  expect(preferences.get().firstStep).toBe('audience');
  expect(open({ accounts: account, folders, activeAccountId: 'a' }).preferences.get().firstStep).toBeNull();
});

test('a change to other settings does not notify preference listeners', () => {
  const { settings, changes } = open();
  settings.update((now) => ({ ...now, builtInService: { ...now.builtInService, port: 4000 } }));
  expect(changes).toEqual([]);
});

test('firstStep is account, then folder, and null after onboarding', () => {
  const { preferences, settings, changes } = open();
  expect(preferences.get().firstStep).toBe('account');
  settings.update((now) => ({ ...now, accounts: account }));
  expect(changes.at(-1)?.firstStep).toBe('folder');
  expect(preferences.set({ onboarding: 'done' }).firstStep).toBeNull();
  expect(preferences.set({ onboarding: 'open' }).firstStep).toBe('folder');
  settings.update((now) => ({ ...now, accounts: [] }));
  expect(preferences.get().firstStep).toBe('account');
  expect(preferences.set({ onboarding: 'done' }).firstStep).toBeNull();
});
