import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log/log.ts';
import type { Language } from '../languages/choose.ts';
import type { PackageInfo } from '../packages/package-info.ts';
import type { BuildReader } from '../packages/zip/byte-source.ts';
import type { AccessLog } from './http/access-log.ts';
import type { ServiceLimits } from './http/limits.ts';
import type { Storage } from './storage/storage.ts';
import type { PlannedSends } from './testingdist/planned-sends.ts';

export type InspectBuild = (build: BuildReader) => Promise<PackageInfo>;

/** What every subject of the service works with. */
export type ServiceParts = {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: ServiceLimits;
  /** How many proxies in front of it are believed who asked them. */
  readonly proxyHops: number;
  readonly inspect: InspectBuild;
  /** Where the outside reaches this service: `http://127.0.0.1:PORT`, without a slash at the end. */
  readonly address: () => string;
  /** The address sent mail comes from. */
  readonly sender: string;
  /** In which mails are written. */
  readonly mailLanguage: () => Language;
  readonly accessLog: AccessLog;
  /** What each guess of a password costs: scrypt's N. */
  readonly passwordCost: number;
  readonly plannedSends: PlannedSends;
  /** Tells the mail queue that something is waiting. */
  readonly mailQueued: () => void;
};
