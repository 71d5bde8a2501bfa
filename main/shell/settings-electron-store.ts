import { join } from 'node:path';
import { ipcMain } from 'electron';
import ElectronStore from 'electron-store';
import { createSettingsStore, keepAside, type Log, type SettingsStore } from '../core.ts';

/**
 * Settings in `settings.json` of the data folder: the file the command line uses too. One that cannot be read is kept
 * aside and settings start fresh.
 */
export function openStoredSettings(dataDir: string, log: Log, now: () => number): SettingsStore {
  const path = join(dataDir, 'settings.json');
  const engine = openStore('settings', dataDir, () => keepAside(path, log, now));
  return createSettingsStore(engine, log, () => keepAside(path, log, now));
}

/** One JSON object, kept in a file. */
export type Store = { store: Record<string, unknown> };

/** A JSON file of the application, readable by its owner only. `onDamaged` must move a damaged file away. */
export function openStore(name: string, dataDir: string, onDamaged: () => void): Store {
  const open = (): Store => new ElectronStore({ name, cwd: dataDir, configFileMode: 0o600 });
  try {
    return open();
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    onDamaged();
    return open();
  } finally {
    // The library opens a channel of its own that tells any page where the data lies; Slipway has exactly one channel.
    ipcMain.removeAllListeners('electron-store-get-data');
  }
}
