import type { PackagePlatform } from '../../../packages/package-info.ts';
import type { ApplicationWithVersions, VersionDetails, VersionRecord, VersionSummary } from '../records.ts';
import { type BuildRow, selectBuildColumns, withInstallFacts } from './builds.ts';
import { loadAllShares, noMembers, type Shares, type VersionFilter } from './shares.ts';
import type { Sql } from './sql.ts';

type VersionRow = BuildRow &
  Omit<VersionDetails, 'isActive' | 'installFacts'> & { readonly isActive: number };

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

export async function loadVersion(sql: Sql, id: number): Promise<VersionRecord | null> {
  const facts = await loadVersionFacts(sql, id);
  if (!facts) return null;
  const shares = await loadAllShares(sql, { where: 'WHERE versions.id = ?', values: [id] });
  return { ...facts, members: shares.get(id) ?? noMembers };
}

export async function loadVersionFacts(sql: Sql, id: number): Promise<VersionDetails | null> {
  const row = await sql.get<VersionRow>(
    `SELECT versions.id, application_id AS "applicationId", name AS "applicationName", link_token AS "linkToken",
     is_active AS "isActive", release_note AS "releaseNote",
     release_note_html AS "releaseNoteHtml", last_send_at AS "lastSendAt", uploaded_at AS "uploadedAt",
     updated_at AS "updatedAt", ${selectBuildColumns}
     FROM versions JOIN applications ON applications.id = application_id WHERE versions.id = ?`,
    id,
  );
  return row && { ...withInstallFacts(row), isActive: row.isActive === 1 };
}

/** Loads one application, or all if `id` is null, with versions and members. */
export async function loadApplications(
  sql: Sql,
  id: number | null,
): Promise<readonly ApplicationWithVersions[]> {
  return readApplications(sql, id, await loadAllShares(sql, filterOf(id)));
}

/** Loads applications without members, in a fixed number of queries. */
export function loadWithoutMembers(sql: Sql, id: number | null): Promise<readonly ApplicationWithVersions[]> {
  return readApplications(sql, id, new Map());
}

async function readApplications(
  sql: Sql,
  id: number | null,
  shares: Shares,
): Promise<readonly ApplicationWithVersions[]> {
  const { values } = filterOf(id);
  const rows = await sql.rows<ApplicationRow>(
    `SELECT id, name, created_at FROM applications ${id === null ? '' : 'WHERE id = ?'} ORDER BY id`,
    ...values,
  );
  const applications = new Map(
    rows.map(([id, name, createdAt]) => [id, { id, name, createdAt, versions: [] as VersionSummary[] }]),
  );
  for (const row of await listedRows(sql, filterOf(id))) {
    const application = applications.get(row[1]);
    application?.versions.push(listedFromRow(row, application.name, shares));
  }
  return [...applications.values()];
}

function filterOf(applicationId: number | null): VersionFilter {
  return applicationId === null
    ? { where: '', values: [] }
    : { where: 'WHERE application_id = ?', values: [applicationId] };
}

function listedRows(sql: Sql, { where, values }: VersionFilter): Promise<readonly ListedRow[]> {
  // Selects only the columns of `ListedRow`, in its order: noticeably faster with 10,000 versions.
  return sql.rows<ListedRow>(
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
  shares: Shares,
): VersionSummary {
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
    members: shares.get(id) ?? noMembers,
  };
}
