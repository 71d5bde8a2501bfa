import type { Area } from '../../api/wire.ts';
import type { PackageInfo } from '../../packages/package-info.ts';
import type { UploadRecord } from '../machine/record.ts';
import type { FolderApplications } from '../target/folder-applications.ts';

/** One place on one service. */
export type Place = { readonly accountId: string; readonly area: Area };

/** The truth about all uploads: what is saved here survives a crash at any moment. */
export type Journal = FolderApplications & {
  /** What is not finished, and the newest of what is, in the order of the queue. */
  load(newest?: ListLimits): UploadRecord[];
  /** Null when there is none, or it was taken off the list. */
  get(id: string): UploadRecord | null;
  /** On disk when it returns. Throws `uploads/notSaved`, as whatever is changed here does. */
  save(record: UploadRecord): void;
  /** All of them, or none. */
  saveAll(records: readonly UploadRecord[]): void;
  /**
   * Keeps the newest `keep` finished uploads; of older ones only what recognises their bytes and finds them on the
   * service, and of the oldest of those nothing. Some hundred at a time; gives the ids of what left, and none when all
   * is done. Throws `uploads/notSaved`.
   */
  prune(keep: number): readonly string[];
  /** Icons that uploads name. */
  icons(): ReadonlySet<string>;
  /** Files that may still be wanted: of all uploads that did not come to a good end. */
  openPaths(): ReadonlySet<string>;
  nextPosition(): number;
  /** A number above all that were given before. */
  nextBeginning(): number;
  /** The last 500 uploads of a path, newest first, also what was taken off the list. */
  ofPath(place: Place, path: string): UploadRecord[];
  /** Uploads of the same bytes whose version is known, newest first. */
  ofFingerprint(place: Place, fingerprint: string): UploadRecord[];
  /** Uploads of the same package and size whose bytes and version are known, newest first. */
  ofSize(place: Place, info: PackageInfo, size: number): UploadRecord[];
  /** All uploads of a package in one size. */
  ofPackage(place: Place, info: PackageInfo, size: number): UploadRecord[];
  /** All uploads that became this version and were not taken off the list. */
  ofVersion(place: Place, versionId: number): UploadRecord[];
  /** Whether an upload other than `exceptId` has become this version. */
  isClaimed(place: Place, versionId: number, exceptId: string): boolean;
  /** The application or profile this package was last uploaded to; null when unknown. */
  application(place: Place, info: PackageInfo): number | null;
  /** Null forgets. */
  learnApplication(place: Place, info: PackageInfo, applicationId: number | null): void;
  /** Bytes per unit of the service's `fileSize`; null when not learned yet. */
  sizeUnit(place: Place): number | null;
  learnSizeUnit(place: Place, bytes: number): void;
  /** Whether the names a service gave its last versions were the ids of their packages; null when some were, or none is known. */
  namesAreIds(place: Place): boolean | null;
  /** Writes something that says nothing. Throws `uploads/notSaved`. */
  probe(): void;
  /** Uploads may have been lost then, and the counter of beginnings with them; `begun` is the highest that is known. */
  noteLoss(at: number, begun: number): void;
  /** When uploads may have been lost last, milliseconds since 1970 UTC; null when never. */
  lostAt(): number | null;
  paused(): boolean;
  setPaused(paused: boolean): void;
};

export type ListLimits = { readonly failed: number; readonly finished: number };
