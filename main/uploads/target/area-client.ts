import type { FileToUpload } from '../../api/upload/upload-body.ts';
import type { UploadOptions } from '../../api/upload/upload-file.ts';
import type { VersionMember } from '../../api/wire.ts';
import type { PackageInfo } from '../../packages/package-info.ts';
import { isGone } from '../machine/classify-failure.ts';
import type { Route } from '../machine/record.ts';
import type { UploadTarget } from '../upload-view.ts';
import type { Destination } from './destination.ts';
import type { ReconciliationQuery } from './reconciliation-query.ts';

/** A build as it stands on the service. */
export type Arrival = {
  readonly target: UploadTarget;
  readonly version: string;
  /** As the service says it, in its unit. */
  readonly listedSize: number;
  /** What the service calls its package and its platform; null and empty when it says nothing. */
  readonly packageName: string | null;
  readonly platform: string;
  /** True in the store area, where nothing is activated. */
  readonly active: boolean;
  /** Whether anybody was told of it; false in the store area, where nobody is. */
  readonly sent: boolean;
  /** The people the version was shared with; empty where the service lists none. */
  readonly members: readonly VersionMember[];
  /** What testers read about it; null where the service shows none. */
  readonly releaseNote: string | null;
};

/** What became of a build whose answer was lost; `likely` and `unclear` may become another one while it is still on its way. */
export type Finding =
  | { readonly kind: 'none' }
  /** `likely`: the service tells too little to be sure, but nothing else fits. */
  | { readonly kind: 'sure' | 'likely'; readonly arrival: Arrival }
  /** One of these versions may be it. */
  | { readonly kind: 'unclear'; readonly ids: readonly number[] };

/** One record of the service. */
export type Listed = {
  readonly id: number;
  readonly version: string;
  /** As the service says it, in its unit; 0 or less when it says nothing. */
  readonly fileSize: number;
  /** What the service calls the package; null when it says nothing. */
  readonly packageName: string | null;
  /** What the service calls the platform; empty when it says nothing. */
  readonly platform: string;
};

export type ExistingVersion = Listed & {
  /** Null if the service does not report it. */
  readonly build: string | null;
  /** Hex, in lower case; null if the service does not report it. */
  readonly sha256: string | null;
};

export type Choice = { readonly route: Route; readonly existing: readonly ExistingVersion[] };

/** What uploading needs of one area of the service, the same for both. Throws the coded errors of `api`. */
export type AreaClient = {
  /**
   * Where the build goes and what is there before it is sent; `existing` are the versions of its application. Throws
   * `uploads/applicationGone` and `uploads/otherPackage` for a chosen application that is not there or visibly holds
   * another package.
   */
  choose(info: PackageInfo, destination: Destination, signal: AbortSignal): Promise<Choice>;
  /** Throws `uploads/noVersion` when the answer names none. */
  upload(
    route: Route,
    file: FileToUpload,
    options: UploadOptions,
  ): Promise<{ readonly arrival: Arrival; readonly sha256: string }>;
  /** Looks for a build whose answer was lost. */
  find(route: Route, query: ReconciliationQuery, signal: AbortSignal): Promise<Finding>;
  /** The version as it is now; null when it is gone. */
  look(
    target: Pick<UploadTarget, 'applicationId' | 'versionId'>,
    signal: AbortSignal,
  ): Promise<Arrival | null>;
};

/** The answer of `call`, or null when the service says there is no such thing. */
export async function unlessGone<Result>(call: Promise<Result>): Promise<Result | null> {
  try {
    return await call;
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}
