import type { Database } from '../../base/database.ts';
import type { PackageKind, PackagePlatform } from '../../packages/package-info.ts';
import type { EmbeddedBlobs } from './embedded-blobs.ts';
import type { BuildRecord } from './records.ts';
import type { NewBuild } from './storage.ts';

/** The columns every table of builds has. */
export const buildColumns =
  'kind, platform, package_id, version_name, build, min_os, file_name, file_size, sha256';

export type BuildRow = {
  readonly kind: PackageKind;
  readonly platform: PackagePlatform;
  readonly package_id: string;
  readonly version_name: string | null;
  readonly build: string | null;
  readonly min_os: string | null;
  readonly file_name: string;
  readonly file_size: number;
  readonly sha256: string;
};

export function buildFromRow(row: BuildRow): BuildRecord {
  return {
    kind: row.kind,
    platform: row.platform,
    packageId: row.package_id,
    versionName: row.version_name,
    build: row.build,
    minOs: row.min_os,
    fileName: row.file_name,
    fileSize: row.file_size,
    sha256: row.sha256,
  };
}

/** The values of `buildColumns`, in that order. */
export function buildValues(build: BuildRecord): (string | number | null)[] {
  return [
    build.kind,
    build.platform,
    build.packageId,
    build.versionName,
    build.build,
    build.minOs,
    build.fileName,
    build.fileSize,
    build.sha256,
  ];
}

/**
 * Keeps the file of a build and records it in one transaction. When `record` gives null or throws, the file goes again
 * unless another record names it.
 */
export async function recordBuild<Result>(
  database: Database,
  blobs: EmbeddedBlobs,
  build: NewBuild,
  record: () => Result | null,
): Promise<Result | null> {
  return blobs.alone(async () => {
    let result: Result | null = null;
    try {
      await blobs.keep(build.received, build.sha256);
      result = database.transaction(record);
      return result;
    } finally {
      if (result === null) await dropUnused(database, blobs, [build.sha256]);
    }
  });
}

/** Runs a removal that gives the hashes it freed, then drops the files nobody names any more. */
export async function removeBuilds(
  database: Database,
  blobs: EmbeddedBlobs,
  remove: () => { readonly removed: boolean; readonly hashes: readonly string[] },
): Promise<boolean> {
  return blobs.alone(async () => {
    const { removed, hashes } = database.transaction(remove);
    await dropUnused(database, blobs, hashes);
    return removed;
  });
}

async function dropUnused(
  database: Database,
  blobs: EmbeddedBlobs,
  hashes: readonly string[],
): Promise<void> {
  for (const sha256 of new Set(hashes)) {
    if (!isBlobUsed(database, sha256)) await blobs.drop(sha256);
  }
}

/** Whether any record names the blob. */
export function isBlobUsed(database: Database, sha256: string): boolean {
  return (
    database.get(
      'SELECT 1 FROM versions WHERE sha256 = ? UNION ALL SELECT 1 FROM store_items WHERE sha256 = ? LIMIT 1',
      sha256,
      sha256,
    ) !== null
  );
}
