/** The network of this computer. Pure types. */
import type { Failure } from '../../base/failure.ts';
import type { NetworkSettings } from '../../settings/settings-schema.ts';
import type { ConnectionPart } from '../accounts/connection-part.ts';

/** A file of certificates to trust besides the system's, as it is now. */
export type CaFileView = {
  readonly path: string;
  /** `validUntil`: milliseconds since 1970 UTC. */
  readonly certificates: readonly { readonly name: string; readonly validUntil: number }[];
  /** Why nothing in it is trusted, when nothing is: it is gone, cannot be read, or holds something else. */
  readonly failure: Failure | null;
};

/** The network of this computer as it is. */
export type Connection = {
  readonly online: boolean;
  /** Whether what is sent is paid for; null while nobody asked or nobody knows. */
  readonly metered: boolean | null;
  /** Why nothing is sent now to services on other computers; null when it is. */
  readonly waiting: Failure | null;
};

export type NetworkView = Omit<NetworkSettings, 'proxy' | 'caFiles'> & {
  readonly proxy: NetworkSettings['proxy'] & {
    /** Whether a password is kept; never the password. */
    readonly hasPassword: boolean;
    /** Why the password that is kept cannot be read, when it cannot. */
    readonly failure: Failure | null;
  };
  /** False where nobody can ask the system for its proxy: there `system` means `environment`. */
  readonly asksSystem: boolean;
  readonly caFiles: readonly CaFileView[];
  /** The bandwidth that holds now, in bytes per second (null: none), and until when, in milliseconds since 1970 UTC. */
  readonly limitNow: { readonly bytesPerSecond: number | null; readonly until: number | null };
  readonly connection: Connection;
};

/** How an address was reached through the network as it is set. */
export type ReachView = {
  /** What was asked, without user, password and query. */
  readonly address: string;
  /** Host and port of the proxy it went through; null: straight. Unknown, so null, when nothing came back. */
  readonly proxy: string | null;
  /** The status it answered with; null when nothing came back. Any status means that the way is open. */
  readonly status: number | null;
  readonly wrong: { readonly part: ConnectionPart; readonly failure: Failure } | null;
};
