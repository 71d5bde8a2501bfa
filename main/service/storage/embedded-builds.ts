import type { Database } from '../../base/database/database.ts';
import type { PackageKind, PackagePlatform } from '../../packages/package-info.ts';
import type { EmbeddedBlobs } from './embedded-blobs.ts';
import type { BuildRecord, InstallFacts } from './records.ts';
import type { NewBuild, StoredIcon } from './storage.ts';

/** The columns every table of builds has. */
export const buildColumns =
  'kind, platform, package_id, version_name, build, min_os, file_name, file_size, sha256, install_facts';

/** The values of these columns, in that order. */
export type BuildCells = readonly [
  kind: PackageKind,
  platform: PackagePlatform,
  packageId: string,
  versionName: string | null,
  build: string | null,
  minOs: string | null,
  fileName: string,
  fileSize: number,
  sha256: string,
  /** JSON; null for builds from before this was kept. */
  installFacts: string | null,
];

export function buildCells(build: BuildRecord): BuildCells {
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
    build.installFacts ? JSON.stringify(build.installFacts) : null,
  ];
}

/** The field of a record that the column `install_facts` stands for. */
export function installFactsOf(column: string | null): Pick<BuildRecord, 'installFacts'> {
  return column === null ? {} : { installFacts: JSON.parse(column) as InstallFacts };
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
      result = database.transaction(() => {
        const recorded = record();
        if (recorded !== null && build.icon) putIcon(database, build.sha256, build.icon);
        return recorded;
      });
      return result;
    } finally {
      if (result === null && !isBlobUsed(database, build.sha256)) await blobs.drop(build.sha256);
    }
  });
}

/** Runs a removal that gives the hashes it freed; icons and files nobody names any more go along. */
export async function removeBuilds(
  database: Database,
  blobs: EmbeddedBlobs,
  remove: () => { readonly removed: boolean; readonly hashes: readonly string[] },
): Promise<boolean> {
  return blobs.alone(async () => {
    const { removed, unused } = database.transaction(() => {
      const { removed, hashes } = remove();
      const unused = hashes.filter((sha256) => !isBlobUsed(database, sha256));
      for (const sha256 of unused) database.run('DELETE FROM icons WHERE sha256 = ?', sha256);
      return { removed, unused };
    });
    for (const sha256 of new Set(unused)) await blobs.drop(sha256);
    return removed;
  });
}

function putIcon(database: Database, sha256: string, { type, bytes }: StoredIcon): void {
  database.run('INSERT OR REPLACE INTO icons (sha256, type, bytes) VALUES (?, ?, ?)', sha256, type, bytes);
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
