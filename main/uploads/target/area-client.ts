import type { FileToUpload } from '../../api/upload/upload-body.ts';
import type { InterruptedUpload } from '../../api/upload/upload-file.ts';
import type { UploadOptions } from '../../api/upload/upload-options.ts';
import type { VersionMember } from '../../api/wire.ts';
import { CodedError } from '../../base/errors.ts';
import type { PackageInfo } from '../../packages/package-info.ts';
import type { Route } from '../record/record.ts';
import type { UploadTarget } from '../upload-view.ts';
import type { Destination } from './destination.ts';

export type RemoteBuild = {
  readonly target: UploadTarget;
  readonly version: string;
  /** Size in the service's unit. */
  readonly listedSize: number;
  /** Package and platform as named by the service. If not reported, null and an empty string. */
  readonly packageName: string | null;
  readonly platform: string;
  /** Always true in the store area. */
  readonly active: boolean;
  /** True if recipients were notified; always false in the store area. */
  readonly sent: boolean;
  /** Empty if the service lists none. */
  readonly members: readonly VersionMember[];
  /** Null if not reported. */
  readonly releaseNote: string | null;
  /** Hex, in lower case; null if not reported. */
  readonly sha256: string | null;
};

/** Result of a search. `likely` and `unclear` may change while the build is arriving. */
export type SearchResult =
  | { readonly kind: 'none' }
  /** `likely`: the service reports too little to be sure, but no other version fits. */
  | { readonly kind: 'sure' | 'likely'; readonly arrival: RemoteBuild }
  | { readonly kind: 'unclear'; readonly ids: readonly number[] };

/** State of an interrupted upload. `unknown`: the service lacks it, or its result cannot be read. */
export type InterruptedState =
  | { readonly kind: 'arrived'; readonly arrival: RemoteBuild }
  | { readonly kind: 'incomplete' | 'unknown' };

export type ListedVersion = Pick<RemoteBuild, 'version' | 'packageName' | 'platform'> & {
  readonly id: number;
  /** In the service's unit; 0 or less if not reported. */
  readonly fileSize: number;
};

/** Build to search for. The functions read the journal at each call, because other uploads change it. */
export type ReconciliationQuery = {
  readonly package: PackageInfo;
  readonly bytes: number;
  readonly fileName: string;
  /** True if version `id` may belong to a similar upload that began before `id` appeared. */
  readonly mayBelongToOther: (id: number) => boolean;
  /** Bytes per unit of `fileSize`; null if unknown. */
  readonly sizeUnit: number | null;
  /** True if `packageName` is a package id on this service, false if it is another name; null if unknown. */
  readonly namesAreIds: boolean | null;
  /** True if version `id` belongs to another upload, or the user ruled it out. */
  readonly isClaimed: (id: number) => boolean;
};

export type ExistingVersion = ListedVersion & {
  /** Null if not reported. */
  readonly build: string | null;
  /** Hex, in lower case; null if not reported. */
  readonly sha256: string | null;
};

export type Choice = { readonly route: Route; readonly existing: readonly ExistingVersion[] };

/** Client for one area of a service. Throws the coded errors of `api`. */
export type AreaClient = {
  /**
   * Returns a build's target and its versions before the transfer. Throws `uploads/applicationGone` and
   * `uploads/otherPackage` for a chosen application.
   */
  choose(info: PackageInfo, destination: Destination, signal: AbortSignal): Promise<Choice>;
  /** Throws `uploads/noVersion` if the response contains no version. */
  upload(
    route: Route,
    file: FileToUpload,
    options: UploadOptions,
  ): Promise<{ readonly arrival: RemoteBuild; readonly sha256: string }>;
  /** Requests the state of an interrupted upload by its address. */
  stateOf(route: Route, upload: InterruptedUpload, signal: AbortSignal): Promise<InterruptedState>;
  /** Searches for a build after the response to its upload was lost. */
  find(route: Route, query: ReconciliationQuery, signal: AbortSignal): Promise<SearchResult>;
  /** Returns a version's current state; null if it is gone. */
  getVersion(
    target: Pick<UploadTarget, 'applicationId' | 'versionId'>,
    signal: AbortSignal,
  ): Promise<RemoteBuild | null>;
};

/** Returns null if the service responds 404 or 410. */
export async function nullIfMissing<Result>(call: Promise<Result>): Promise<Result | null> {
  try {
    return await call;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

export function isMissing(error: unknown): boolean {
  return error instanceof CodedError && (error.details.status === 404 || error.details.status === 410);
}

export function idsOf(records: readonly { readonly id: number }[]): readonly number[] {
  return records.map(({ id }) => id);
}

/** Returns the created version; null if ambiguous. Some services respond with all versions. */
export function createdVersion<Version extends { readonly id: number }>(
  versions: readonly Version[],
  route: Route,
): Version | null {
  const seen = new Set(route.versions);
  const [version, ...others] = versions.length === 1 ? versions : versions.filter(({ id }) => !seen.has(id));
  return version && others.length === 0 ? version : null;
}
