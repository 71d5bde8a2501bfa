import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log/log.ts';
import type { Redactor } from '../base/log/redact.ts';
import type { SecretStore } from '../settings/secrets.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import type { ConnectionSource } from './network/connection.ts';
import type { SystemProxy } from './network/proxy-choice.ts';

export type CoreDependencies = {
  /** Journal, history, built-in service and lock lie here. Owned by one core at a time. */
  readonly dataDir: string;
  readonly settings: SettingsStore;
  readonly secrets: SecretStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly redactor: Redactor;
  readonly version: string;
  /** The data folder of the settings, the built-in service and the history of pushes, when it is not `dataDir`. */
  readonly savedIn?: string;
  /** Given where the operating system can be asked for its proxy. */
  readonly systemProxy?: SystemProxy;
  /** Where it is seen whether there is a network; by default the addresses of this computer are looked at. */
  readonly connection?: ConnectionSource;
  /** The languages the person's system prefers, BCP 47; by default the one this program was started in. */
  readonly preferredLocales?: () => readonly string[];
  /** The file the log is written to, for people to look at; absent where there is none. */
  readonly logPath?: string;
  /** Where the system keeps what it saw of crashes; absent where nothing does. */
  readonly crashDir?: string;
  /** Where a person keeps their projects; by default the home folder. */
  readonly home?: string;
  /** For tests; see `ServiceOptions`. */
  readonly passwordCost?: number;
};
