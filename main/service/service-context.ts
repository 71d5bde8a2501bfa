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

export type ServiceContext = {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: ServiceLimits;
  /** Null if connections are not encrypted. */
  readonly encryption?: Encryption | null;
  /** Number of trusted proxies; see `clientAddress`. */
  readonly proxyHops: number;
  readonly inspect: InspectBuild;
  /** Returns the base address in links, such as `http://127.0.0.1:PORT`, without a trailing slash. */
  readonly address: () => string;
  /** Sender of mail: an address, or `Name <address>`. */
  readonly sender: string;
  readonly mailLanguage: () => Language;
  readonly accessLog: AccessLog;
  readonly passwordCost: number;
  readonly plannedSends: PlannedSends;
  readonly mailQueued: (versionId: number) => void;
};

export type AccessLog = {
  /** Emits each request once, shortly after it ends. Requests are batched, oldest first. */
  readonly events: Events<{ added: readonly AccessEntry[] }>;
  add(entry: Omit<AccessEntry, 'id'>): void;
  /** Newest first. */
  list(): readonly AccessEntry[];
  /** Emits pending entries. A persistent log stores them before the promise resolves. */
  flush(): Promise<void>;
};

/** Records messages to many recipients in batches. After a stop or crash, the next start resumes them. */
export type PlannedSends = {
  /** Resolves when all batches are recorded; rejects if it must be called again. */
  finish(): Promise<void>;
  /** Stops after the current batch; the next start resumes. */
  stop(): Promise<void>;
};
