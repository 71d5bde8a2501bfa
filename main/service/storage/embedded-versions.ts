import type { Database } from '../../base/database.ts';
import { type BuildRow, buildFromRow } from './embedded-builds.ts';
import { membersById } from './embedded-people.ts';
import type {
  DownloadRecord,
  MemberRecord,
  ShareStatus,
  VersionMemberRecord,
  VersionRecord,
} from './records.ts';

type VersionRow = BuildRow & {
  readonly id: number;
  readonly application_id: number;
  readonly application_name: string;
  readonly link_token: string;
  readonly is_active: number;
  readonly release_note: string | null;
  readonly last_send_at: number | null;
  readonly uploaded_at: number;
  readonly updated_at: number;
};

type ShareRow = {
  readonly id: number;
  readonly version_id: number;
  readonly member_id: number;
  readonly status: ShareStatus;
  readonly last_share_at: number | null;
};

export type VersionChoice = 'all' | { readonly applicationId: number } | { readonly versionId: number };

/** The versions chosen, newest first, each with the people it was shared with, in a fixed number of queries. */
export function loadVersions(database: Database, choice: VersionChoice): readonly VersionRecord[] {
  const { where, values } = condition(choice);
  const rows = database.all<VersionRow>(
    `SELECT v.*, applications.name AS application_name FROM versions v
     JOIN applications ON applications.id = v.application_id ${where} ORDER BY v.id DESC`,
    ...values,
  );
  const shares = loadShares(database, where, values);
  return rows.map((row) => ({
    ...buildFromRow(row),
    id: row.id,
    applicationId: row.application_id,
    applicationName: row.application_name,
    linkToken: row.link_token,
    isActive: row.is_active === 1,
    releaseNote: row.release_note,
    lastSendAt: row.last_send_at,
    uploadedAt: row.uploaded_at,
    updatedAt: row.updated_at,
    members: shares.get(row.id) ?? [],
  }));
}

function condition(choice: VersionChoice): { readonly where: string; readonly values: readonly number[] } {
  if (choice === 'all') return { where: '', values: [] };
  if ('versionId' in choice) return { where: 'WHERE v.id = ?', values: [choice.versionId] };
  return { where: 'WHERE v.application_id = ?', values: [choice.applicationId] };
}

function loadShares(
  database: Database,
  where: string,
  values: readonly number[],
): Map<number, VersionMemberRecord[]> {
  const rows = database.all<ShareRow>(
    `SELECT s.* FROM shares s JOIN versions v ON v.id = s.version_id ${where} ORDER BY s.id`,
    ...values,
  );
  const downloads = database.all<DownloadRecord & { readonly shareId: number }>(
    `SELECT d.id, d.at, d.user_agent AS userAgent, d.share_id AS shareId FROM downloads d
     JOIN shares s ON s.id = d.share_id JOIN versions v ON v.id = s.version_id ${where} ORDER BY d.id`,
    ...values,
  );
  const members = membersById(database, [...new Set(rows.map((row) => row.member_id))]);
  const downloadsOf = Map.groupBy(downloads, (download) => download.shareId);
  const shares = rows.flatMap((row) => shareFromRow(row, members, downloadsOf.get(row.id) ?? []));
  return Map.groupBy(shares, (share) => share.versionId);
}

function shareFromRow(
  row: ShareRow,
  members: ReadonlyMap<number, MemberRecord>,
  downloads: readonly DownloadRecord[],
): VersionMemberRecord[] {
  const member = members.get(row.member_id);
  if (!member) return [];
  return [
    {
      id: row.id,
      versionId: row.version_id,
      status: row.status,
      lastShareAt: row.last_share_at,
      member,
      downloads,
    },
  ];
}
