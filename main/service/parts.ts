import type { Clock } from '../base/clock.ts';
import type { Events } from '../base/events.ts';
import type { Log } from '../base/log/log.ts';
import type { Language } from '../messages/locale.ts';
import type { PackageInfo } from '../packages/package-info.ts';
import type { BuildReader } from '../packages/zip/byte-source.ts';
import type { ServiceLimits } from './http/limits.ts';
import type { AccessEntry } from './service-view.ts';
import type { Storage } from './storage/storage.ts';
import type { Encryption } from './tls/encryption.ts';

export type InspectBuild = (build: BuildReader) => Promise<PackageInfo>;

/** What every subject of the service works with. */
export type ServiceParts = {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: ServiceLimits;
  /** Null: connections are not encrypted. */
  readonly encryption?: Encryption | null;
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

export type AccessLog = {
  /** Each request once, soon after its end; many that end together as one announcement, oldest first. */
  readonly events: Events<{ added: readonly AccessEntry[] }>;
  add(entry: Omit<AccessEntry, 'id'>): void;
  /** Newest first. */
  list(): readonly AccessEntry[];
  /** Announces pending entries; resolves once they are stored where the log is persistent. */
  flush(): Promise<void>;
};

/**
 * Sends to many people. Whom they go to is kept when they are accepted; links and messages are made piece by piece, so
 * that nobody else waits for all of them, and also by the next start where this one ends before.
 */
export type PlannedSends = {
  /** Resolves when nothing planned is left; rejects when it has to be tried again. */
  finish(): Promise<void>;
  /** Leaves the rest to the next start. */
  stop(): Promise<void>;
};
