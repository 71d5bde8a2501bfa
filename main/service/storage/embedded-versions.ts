import type { Database } from '../../base/database.ts';
import type { PackagePlatform } from '../../packages/package-info.ts';
import { type Choice, loadShares, nobody } from './embedded-shares.ts';
import type {
  ApplicationWithVersions,
  ListedVersionRecord,
  VersionMemberRecord,
  VersionRecord,
} from './records.ts';

type VersionRow = Omit<VersionRecord, 'isActive' | 'members'> & { readonly isActive: number };

type ListedRow = readonly [
  id: number,
  applicationId: number,
  linkToken: string,
  isActive: number,
  releaseNote: string | null,
  lastSendAt: number | null,
  uploadedAt: number,
  updatedAt: number,
  platform: PackagePlatform,
  packageId: string,
  versionName: string | null,
  build: string | null,
  fileSize: number,
  sha256: string,
];

type ApplicationRow = readonly [id: number, name: string, createdAt: number];

export function loadVersion(database: Database, id: number): VersionRecord | null {
  const row = database.get<VersionRow>(
    `SELECT versions.id, application_id AS applicationId, name AS applicationName, link_token AS linkToken,
     is_active AS isActive, release_note AS releaseNote, last_send_at AS lastSendAt, uploaded_at AS uploadedAt,
     updated_at AS updatedAt, kind, platform, package_id AS packageId, version_name AS versionName, build,
     min_os AS minOs, file_name AS fileName, file_size AS fileSize, sha256
     FROM versions JOIN applications ON applications.id = application_id WHERE versions.id = ?`,
    id,
  );
  if (!row) return null;
  const shares = loadShares(database, { where: 'WHERE versions.id = ?', values: [id] });
  return { ...row, isActive: row.isActive === 1, members: shares.get(id) ?? nobody };
}

/** One application, or all of them, with their versions, in a fixed number of queries. */
export function loadApplications(database: Database, id: number | null): readonly ApplicationWithVersions[] {
  const values = id === null ? [] : [id];
  const rows = database.lists<ApplicationRow>(
    `SELECT id, name, created_at FROM applications ${id === null ? '' : 'WHERE id = ?'} ORDER BY id`,
    ...values,
  );
  const applications = new Map(
    rows.map(([id, name, createdAt]) => [id, { id, name, createdAt, versions: [] as ListedVersionRecord[] }]),
  );
  const choice = { where: id === null ? '' : 'WHERE application_id = ?', values };
  const shares = loadShares(database, choice);
  for (const row of listedRows(database, choice)) {
    const application = applications.get(row[1]);
    application?.versions.push(listedFromRow(row, application.name, shares.get(row[0]) ?? nobody));
  }
  return [...applications.values()];
}

function listedRows(database: Database, { where, values }: Choice): readonly ListedRow[] {
  // Only what lists show, in the order of ListedRow: of ten thousand versions each column is felt.
  return database.lists<ListedRow>(
    `SELECT id, application_id, link_token, is_active, release_note, last_send_at, uploaded_at, updated_at,
     platform, package_id, version_name, build, file_size, sha256 FROM versions ${where} ORDER BY id DESC`,
    ...values,
  );
}

function listedFromRow(
  [
    id,
    applicationId,
    linkToken,
    isActive,
    releaseNote,
    lastSendAt,
    uploadedAt,
    updatedAt,
    platform,
    packageId,
    versionName,
    build,
    fileSize,
    sha256,
  ]: ListedRow,
  applicationName: string,
  members: readonly VersionMemberRecord[],
): ListedVersionRecord {
  return {
    id,
    applicationId,
    applicationName,
    linkToken,
    isActive: isActive === 1,
    releaseNote,
    lastSendAt,
    uploadedAt,
    updatedAt,
    platform,
    packageId,
    versionName,
    build,
    fileSize,
    sha256,
    members,
  };
}
