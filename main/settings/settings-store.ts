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

/** The one place settings are read from and written to. `update` is atomic and checked; a refused change changes nothing. */
export type SettingsStore = {
  get(): Settings;
  /** Throws `settings/invalid` and `settings/notSaved`. Announces when something changed. */
  update(change: (settings: Settings) => Settings): Settings;
  /** Where settings that could not be read were put when they were opened; null when there were none such. */
  keptAside(): string | null;
  /** Calls with the new and the former settings; the returned function stops it. */
  onChange(listener: (change: { readonly now: Settings; readonly before: Settings }) => void): () => void;
};

/** What an engine must do: keep one JSON object. `conf` and `electron-store` both fit. */
export type SettingsEngine = { store: Record<string, unknown> };

/**
 * A settings store on any engine. Settings that are no longer valid are handed to `onInvalid`, which gives where it put
 * them, and replaced by the defaults. `aside`: where those lie that could not even be opened.
 */
export function createSettingsStore(
  engine: SettingsEngine,
  log: Log,
  onInvalid: () => string | null,
  aside: string | null = null,
): SettingsStore {
  const events = new Events<{ change: { now: Settings; before: Settings } }>(log.scope('settings'));
  let kept = aside;
  let current = readSettings(engine, () => {
    kept = onInvalid();
  });
  return {
    get: () => current,
    keptAside: () => kept,
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
  // Too few are read to be worth a function made for them.
  const read = settingsSchema.safeParse(engine.store, { jitless: true });
  if (read.success) return read.data;
  onInvalid();
  write(engine, {});
  return settingsSchema.parse({}, { jitless: true });
}

/**
 * Settings in `settings.json` of a data folder, through conf. A file that cannot be read as settings is kept beside it
 * under a name with the time, said in the log, and settings start fresh. Throws `lock/unusable`.
 */
export function openSettings(dataDir: string, log: Log, now: () => number): SettingsStore {
  try {
    return settingsIn(dataDir, log, now);
  } catch (error) {
    throw folderError(error, dataDir);
  }
}

function settingsIn(dataDir: string, log: Log, now: () => number): SettingsStore {
  const path = join(dataDir, 'settings.json');
  const keep = (): string | null => keepAside(path, log, now);
  const aside = isSoundJson(path) ? null : keep();
  const engine: SettingsEngine = new Conf({ cwd: dataDir, configName: 'settings', configFileMode: 0o600 });
  return createSettingsStore(engine, log, keep, aside);
}

/** Whether a file holds a JSON object, or is not there yet. Throws what the file system says of one that cannot be read. */
export function isSoundJson(path: string): boolean {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return true;
    // A folder in the place of the file.
    if (error instanceof SyntaxError || systemCode(error) === 'EISDIR') return false;
    throw error;
  }
}

/** Settings of one run, kept nowhere: for a terminal that was given its account by the environment. */
export function memorySettings(initial: Partial<Settings>, log: Log): SettingsStore {
  return createSettingsStore({ store: { ...initial } }, log, () => {
    throw settingsErrors.invalid({ problem: messageOf('problem/settingsOfRun') });
  });
}

/** Moves a damaged settings file out of the way without losing it; gives where it lies now, null when there was none. */
export function keepAside(path: string, log: Log, now: () => number): string | null {
  if (!existsSync(path)) return null;
  const aside = `${path}.damaged-${isoTime(now()).replaceAll(':', '-')}`;
  renameSync(path, aside);
  log.warn('The settings could not be read. They were kept aside and settings start fresh', { path: aside });
  return aside;
}
