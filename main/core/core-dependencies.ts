import type { ResumePolicy } from '../api/upload/resume-policy.ts';
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log/log.ts';
import type { Redactor } from '../base/log/redact.ts';
import type { SecretStore } from '../settings/secrets.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import type { ConnectionSource } from './network/connection.ts';
import type { SystemProxy } from './network/proxy-choice.ts';

export type CoreDependencies = {
  /** Folder of journal, history, built-in service and lock. Only one core can own it at a time. */
  readonly dataDir: string;
  readonly settings: SettingsStore;
  readonly secrets: SecretStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly redactor: Redactor;
  readonly version: string;
  /** Folder of the push history and of the built-in service's certificates. Defaults to `dataDir`. */
  readonly settingsDir?: string;
  /** URL of the built-in service in `settingsDir`, if `settings` has no account for it. */
  readonly builtInUrl?: string | null;
  /** Undefined if the operating system's proxy settings cannot be read. */
  readonly systemProxy?: SystemProxy;
  /** Defaults to this computer's network interfaces. */
  readonly connection?: ConnectionSource;
  /** Locales as BCP 47 tags, in order of preference. Defaults to the locale of this process. */
  readonly preferredLocales?: () => readonly string[];
  /** Undefined if the log is not written to a file. */
  readonly logPath?: string;
  /** Folder with crash dumps. Undefined if the system writes none. */
  readonly crashDir?: string;
  /** Folder to search for projects. Defaults to the user's home folder. */
  readonly home?: string;
  readonly passwordCost?: number;
  /** Decides which uploads can be resumed. */
  readonly resume?: ResumePolicy;
};
