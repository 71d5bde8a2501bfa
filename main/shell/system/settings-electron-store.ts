import { join } from 'node:path';
import { ipcMain } from 'electron';
import ElectronStore from 'electron-store';
import type { Log } from '../../base/log/log.ts';
import {
  createSettingsStore,
  isJsonObject,
  quarantine,
  type SettingsStore,
} from '../../settings/settings-store.ts';

/** Opens `settings.json`, shared with the command line. Quarantines an unreadable file and uses defaults. */
export function openStoredSettings(dataDir: string, log: Log, now: () => number): SettingsStore {
  const path = join(dataDir, 'settings.json');
  const quarantineFile = (): string | null => quarantine(path, log, now);
  let quarantinedPath: string | null = null;
  const engine = openStore('settings', dataDir, () => {
    quarantinedPath = quarantineFile();
  });
  return createSettingsStore(engine, log, quarantineFile, quarantinedPath);
}

export type Store = { store: Record<string, unknown> };

/** Opens a JSON file with mode 0600. `onDamaged` must move a damaged file away. */
export function openStore(name: string, dataDir: string, onDamaged: () => void): Store {
  if (!isJsonObject(join(dataDir, `${name}.json`))) onDamaged();
  try {
    return new ElectronStore({ name, cwd: dataDir, configFileMode: 0o600 });
  } finally {
    // electron-store adds a channel that reveals the data path to any page.
    ipcMain.removeAllListeners('electron-store-get-data');
  }
}
