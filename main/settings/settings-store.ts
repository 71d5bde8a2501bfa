import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import Conf from 'conf';
import { isoTime } from '../base/clock.ts';
import { folderError } from '../base/database/lock.ts';
import { systemCode } from '../base/errors.ts';
import { Events } from '../base/events.ts';
import { problemsIn } from '../base/issues.ts';
import type { Log } from '../base/log/log.ts';
import { messageOf } from '../messages/message.ts';
import { settingsErrors } from './errors.ts';
import { type Settings, settingsSchema } from './settings-schema.ts';

/** Single access point to the settings. `update` validates and applies a change atomically, or rejects it. */
export type SettingsStore = {
  get(): Settings;
  /** Throws `settings/invalid` and `settings/notSaved`. Emits a change event if anything changed. */
  update(change: (settings: Settings) => Settings): Settings;
  /** Returns the path of quarantined settings that were unreadable at start; null if none. */
  quarantined(): string | null;
  /** Calls `listener` with the new and the previous settings; the returned function removes it. */
  onChange(listener: (change: { readonly now: Settings; readonly before: Settings }) => void): () => void;
};

/** Stores one JSON object; `conf` and `electron-store` implement it. */
export type SettingsEngine = { store: Record<string, unknown> };

/**
 * Replaces invalid settings with defaults; `onInvalid` quarantines them and returns their new path.
 * `quarantinedPath`: a file that was quarantined earlier.
 */
export function createSettingsStore(
  engine: SettingsEngine,
  log: Log,
  onInvalid: () => string | null,
  quarantinedPath: string | null = null,
): SettingsStore {
  const events = new Events<{ change: { now: Settings; before: Settings } }>(log.scope('settings'));
  let quarantined = quarantinedPath;
  let current = readSettings(engine, () => {
    quarantined = onInvalid();
  });
  return {
    get: () => current,
    quarantined: () => quarantined,
    update: (change) => {
      const before = current;
      const checked = settingsSchema.safeParse(change(before), { reportInput: true, jitless: true });
      if (!checked.success) throw settingsErrors.invalid({ problem: problemsIn(checked.error) });
      if (JSON.stringify(checked.data) === JSON.stringify(before)) return before;
      write(engine, checked.data);
      current = checked.data;
      events.emit('change', { now: current, before });
      return current;
    },
    onChange: (listener) => events.on('change', listener),
  };
}

function write(engine: SettingsEngine, settings: Record<string, unknown>): void {
  try {
    engine.store = settings;
  } catch (cause) {
    throw settingsErrors.notSaved({ reason: systemCode(cause) ?? String(cause) }, { cause });
  }
}

function readSettings(engine: SettingsEngine, onInvalid: () => void): Settings {
  // `jitless`: compiling the schema costs more than it saves for one parse.
  const read = settingsSchema.safeParse(engine.store, { jitless: true });
  if (read.success) return read.data;
  onInvalid();
  write(engine, {});
  return settingsSchema.parse({}, { jitless: true });
}

/** Opens `settings.json`. Quarantines an unreadable file and uses defaults. Throws `lock/unusable`. */
export function openSettings(dataDir: string, log: Log, now: () => number): SettingsStore {
  try {
    return settingsIn(dataDir, log, now);
  } catch (error) {
    throw folderError(error, dataDir);
  }
}

function settingsIn(dataDir: string, log: Log, now: () => number): SettingsStore {
  const path = join(dataDir, 'settings.json');
  const keep = (): string | null => quarantine(path, log, now);
  const aside = isJsonObject(path) ? null : keep();
  const engine: SettingsEngine = new Conf({ cwd: dataDir, configName: 'settings', configFileMode: 0o600 });
  return createSettingsStore(engine, log, keep, aside);
}

/** Returns true if the file contains a JSON object or does not exist. Throws other file system errors. */
export function isJsonObject(path: string): boolean {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return true;
    // EISDIR: there is a folder at this path.
    if (error instanceof SyntaxError || systemCode(error) === 'EISDIR') return false;
    throw error;
  }
}

/** Keeps settings in memory, for a single command whose account comes from environment variables. */
export function memorySettings(initial: Partial<Settings>, log: Log): SettingsStore {
  return createSettingsStore({ store: { ...initial } }, log, () => {
    throw settingsErrors.invalid({ problem: messageOf('problem/settingsOfRun') });
  });
}

/** Renames a damaged settings file and returns its new path; null if there is no file. */
export function quarantine(path: string, log: Log, now: () => number): string | null {
  if (!existsSync(path)) return null;
  const aside = `${path}.damaged-${isoTime(now()).replaceAll(':', '-')}`;
  renameSync(path, aside);
  log.warn('Could not read the settings; quarantined them and started with defaults', { path: aside });
  return aside;
}
