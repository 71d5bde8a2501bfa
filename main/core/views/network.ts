import type { Failure } from '../../base/failure.ts';
import type { NetworkSettings } from '../../settings/settings-schema.ts';
import type { ConnectionPart } from '../accounts/connection-part.ts';

export type CaFileView = {
  readonly path: string;
  /** `validUntil`: milliseconds since 1970 UTC. */
  readonly certificates: readonly { readonly name: string; readonly validUntil: number }[];
  /** Reason why no certificate of the file is trusted, such as a missing file. */
  readonly failure: Failure | null;
};

export type Connection = {
  readonly online: boolean;
  /** Null if unknown. */
  readonly metered: boolean | null;
  /** Reason why uploads to other computers wait. */
  readonly waiting: Failure | null;
};

export type NetworkView = Omit<NetworkSettings, 'proxy' | 'caFiles'> & {
  readonly proxy: NetworkSettings['proxy'] & {
    readonly hasPassword: boolean;
    /** Reason why the stored password cannot be read. */
    readonly failure: Failure | null;
  };
  /** False if the system proxy cannot be read; `system` then means `environment`. */
  readonly hasSystemProxy: boolean;
  readonly caFiles: readonly CaFileView[];
  /** Current limit in bytes per second (null if unlimited), and its end in milliseconds since 1970 UTC. */
  readonly currentLimit: { readonly bytesPerSecond: number | null; readonly until: number | null };
  readonly connection: Connection;
};

export type AddressCheck = {
  /** Requested URL without credentials and query. */
  readonly address: string;
  /** Proxy host and port; null if direct, or without a response. */
  readonly proxy: string | null;
  /** HTTP status; null without a response. Any status proves that the address is reachable. */
  readonly status: number | null;
  readonly problem: { readonly part: ConnectionPart; readonly failure: Failure } | null;
};
