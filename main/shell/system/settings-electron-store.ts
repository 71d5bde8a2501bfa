import { join } from 'node:path';
import { ipcMain } from 'electron';
import ElectronStore from 'electron-store';
import type { Log } from '../../base/log/log.ts';
import {
  createSettingsStore,
  isSoundJson,
  keepAside,
  type SettingsStore,
} from '../../settings/settings-store.ts';

/**
 * Settings in `settings.json` of the data folder: the file the command line uses too. One that cannot be read is kept
 * aside and settings start fresh.
 */
export function openStoredSettings(dataDir: string, log: Log, now: () => number): SettingsStore {
  const path = join(dataDir, 'settings.json');
  const keep = (): string | null => keepAside(path, log, now);
  let aside: string | null = null;
  const engine = openStore('settings', dataDir, () => {
    aside = keep();
  });
  return createSettingsStore(engine, log, keep, aside);
}

/** One JSON object, kept in a file. */
export type Store = { store: Record<string, unknown> };

/** A JSON file of the application, readable by its owner only. `onDamaged` must move a damaged file away. */
export function openStore(name: string, dataDir: string, onDamaged: () => void): Store {
  if (!isSoundJson(join(dataDir, `${name}.json`))) onDamaged();
  try {
    return new ElectronStore({ name, cwd: dataDir, configFileMode: 0o600 });
  } finally {
    // The library opens a channel of its own that tells any page where the data lies; Slipway has exactly one channel.
    ipcMain.removeAllListeners('electron-store-get-data');
  }
}
