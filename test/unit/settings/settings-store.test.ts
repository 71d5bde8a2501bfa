import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSettingsStore, memorySettings, openSettings } from '../../../main/settings/settings-store.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { hasModes } from '../../fakes/systems.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

const now = () => Date.UTC(2026, 10, 21);

test('a new data folder has the default settings', async () => {
  const settings = openSettings(await temporaryFolder(), collectedLog().log, now).get();
  expect(settings).toMatchObject({ accounts: [], folders: [], parallelUploads: 2, notifications: true });
});

test('update() writes a private file and notifies once per change', async () => {
  const folder = await temporaryFolder();
  const store = openSettings(folder, collectedLog().log, now);
  const changes: number[] = [];
  const stop = store.onChange((change) => changes.push(change.now.parallelUploads));
  store.update((settings) => ({ ...settings, parallelUploads: 3 }));
  store.update((settings) => ({ ...settings, parallelUploads: 3 }));
  stop();
  store.update((settings) => ({ ...settings, parallelUploads: 4 }));
  expect(changes).toEqual([3]);
  expect(openSettings(folder, collectedLog().log, now).get().parallelUploads).toBe(4);
  if (hasModes) expect((await stat(join(folder, 'settings.json'))).mode & 0o077).toBe(0);
});

test('update() rejects an invalid change and keeps the settings', async () => {
  const store = openSettings(await temporaryFolder(), collectedLog().log, now);
  expect(() => store.update((settings) => ({ ...settings, parallelUploads: 99 }))).toThrow(
    expect.objectContaining({ code: 'settings/invalid' }),
  );
  expect(store.get().parallelUploads).toBe(2);
});

test.each([
  ['invalid JSON', '{"accounts": ['],
  ['JSON of another shape', '{"accounts": "none"}'],
])('openSettings quarantines a damaged file: %s', async (_, content) => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'settings.json'), content);
  const { log, lines } = collectedLog();
  const store = openSettings(folder, log, now);
  expect(store.get().accounts).toEqual([]);
  store.update((settings) => ({ ...settings, parallelUploads: 5 }));
  const aside = (await readdir(folder)).find((name) => name.includes('damaged'));
  expect(aside).toBeDefined();
  expect(await readFile(join(folder, aside ?? ''), 'utf8')).toBe(content);
  expect(lines.join()).toContain('quarantined them');
  expect(openSettings(folder, log, now).get().parallelUploads).toBe(5);
});

test('memorySettings starts with the given values and applies updates', () => {
  const store = memorySettings({ parallelUploads: 1 }, collectedLog().log);
  expect(store.get().parallelUploads).toBe(1);
  store.update((settings) => ({ ...settings, notifications: false }));
  expect(store.get().notifications).toBe(false);
});

test('update() rejects a change that cannot be written', () => {
  const engine = {
    get store() {
      return {};
    },
    set store(_: Record<string, unknown>) {
      throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
    },
  };
  const settings = createSettingsStore(engine, collectedLog().log, () => null);
  expect(() => settings.update((now) => ({ ...now, notifications: false }))).toThrow(
    expect.objectContaining({ code: 'settings/notSaved', remedy: 'free-space' }),
  );
  expect(settings.get().notifications).toBe(true);
});
