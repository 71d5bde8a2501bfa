import type { FileToUpload } from '../../api/upload/upload-body.ts';
import type { UploadOptions } from '../../api/upload/upload-file.ts';
import type { VersionMember } from '../../api/wire.ts';
import { CodedError } from '../../base/errors.ts';
import type { PackageInfo } from '../../packages/package-info.ts';
import type { Route } from '../record/record.ts';
import type { UploadTarget } from '../upload-view.ts';
import type { Destination } from './destination.ts';

/** A build on the service. */
export type Arrival = {
  readonly target: UploadTarget;
  readonly version: string;
  /** In the unit of the service. */
  readonly listedSize: number;
  /** The service's names of its package and platform; null and empty if not reported. */
  readonly packageName: string | null;
  readonly platform: string;
  /** True in the store area, where nothing is activated. */
  readonly active: boolean;
  /** True if recipients were notified; false in the store area. */
  readonly sent: boolean;
  /** The recipients of the version; empty if the service lists none. */
  readonly members: readonly VersionMember[];
  /** Null if not reported. */
  readonly releaseNote: string | null;
};

/** Result of a search; `likely` and `unclear` may change while a build is still on its way. */
export type Finding =
  | { readonly kind: 'none' }
  /** `likely`: the service reports too little to be sure, but no other version fits. */
  | { readonly kind: 'sure' | 'likely'; readonly arrival: Arrival }
  /** One of these versions may be it. */
  | { readonly kind: 'unclear'; readonly ids: readonly number[] };

/** One record of the service. */
export type Listed = Pick<Arrival, 'version' | 'packageName' | 'platform'> & {
  readonly id: number;
  /** In the unit of the service; 0 or less if not reported. */
  readonly fileSize: number;
};

/** A build to search for. Its functions query the journal each time: other uploads continue in the meantime. */
export type ReconciliationQuery = {
  readonly package: PackageInfo;
  readonly bytes: number;
  readonly fileName: string;
  /** True if another upload that looks the same may be this id: it was not there yet when that one was begun. */
  readonly mayBeAnother: (id: number) => boolean;
  /** Bytes per unit of `fileSize`; null if unknown. */
  readonly sizeUnit: number | null;
  /** True if the service names packages by their ids; null if unknown. */
  readonly namesAreIds: boolean | null;
  /** True if another upload has become this id, or the user said that it is not this one. */
  readonly isTaken: (id: number) => boolean;
};

export type ExistingVersion = Listed & {
  /** Null if the service does not report it. */
  readonly build: string | null;
  /** Hex, in lower case; null if the service does not report it. */
  readonly sha256: string | null;
};

export type Choice = { readonly route: Route; readonly existing: readonly ExistingVersion[] };

/** One area of the service. Throws the coded errors of `api`. */
export type AreaClient = {
  /**
   * Returns the target of the build and what is there before it is sent; `existing` are the versions of its application.
   * Throws `uploads/applicationGone` and `uploads/otherPackage` for a chosen application that does not exist or visibly
   * contains another package.
   */
  choose(info: PackageInfo, destination: Destination, signal: AbortSignal): Promise<Choice>;
  /** Throws `uploads/noVersion` if the answer contains none. */
  upload(
    route: Route,
    file: FileToUpload,
    options: UploadOptions,
  ): Promise<{ readonly arrival: Arrival; readonly sha256: string }>;
  /** Searches for a build whose answer was lost. */
  find(route: Route, query: ReconciliationQuery, signal: AbortSignal): Promise<Finding>;
  /** Returns the version as it is now; null if it is gone. */
  look(
    target: Pick<UploadTarget, 'applicationId' | 'versionId'>,
    signal: AbortSignal,
  ): Promise<Arrival | null>;
};

/** Returns the result of `call`; null if the service does not have it (any more). */
export async function unlessGone<Result>(call: Promise<Result>): Promise<Result | null> {
  try {
    return await call;
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}

export function isGone(error: unknown): boolean {
  return error instanceof CodedError && (error.details.status === 404 || error.details.status === 410);
}

export function idsOf(records: readonly { readonly id: number }[]): readonly number[] {
  return records.map(({ id }) => id);
}

/** Returns the version an answer is about: some services answer with everything that is at the target. */
export function onlyNew<Version extends { readonly id: number }>(
  versions: readonly Version[],
  route: Route,
): Version | null {
  const seen = new Set(route.versions);
  const [version, ...others] = versions.length === 1 ? versions : versions.filter(({ id }) => !seen.has(id));
  return version && others.length === 0 ? version : null;
}
