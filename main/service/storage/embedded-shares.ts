import type { Database } from '../../base/database.ts';
import { membersById } from './embedded-people.ts';
import type { DownloadRecord, ShareStatus, VersionMemberRecord } from './records.ts';

type ShareRow = readonly [
  id: number,
  versionId: number,
  memberId: number,
  status: ShareStatus,
  lastShareAt: number | null,
];

type DownloadRow = readonly [
  id: number,
  shareId: number,
  at: number,
  userAgent: string | null,
  count: number,
];

/** Some of the versions, as a condition on the table `versions`. */
export type Choice = { readonly where: string; readonly values: readonly number[] };

export const nobody: readonly VersionMemberRecord[] = [];
const never: readonly DownloadRecord[] = [];

/** The people the chosen versions were shared with, by version, in a fixed number of queries. */
export function loadShares(
  database: Database,
  { where, values }: Choice,
): ReadonlyMap<number, readonly VersionMemberRecord[]> {
  const rows = database.lists<ShareRow>(
    `SELECT shares.id, version_id, member_id, status, last_share_at
     FROM shares JOIN versions ON versions.id = version_id ${where} ORDER BY shares.id`,
    ...values,
  );
  if (rows.length === 0) return new Map();
  const downloads = loadDownloads(database, { where, values });
  const members = membersById(database, [...new Set(rows.map(([, , memberId]) => memberId))]);
  const shares = new Map<number, VersionMemberRecord[]>();
  for (const [id, versionId, memberId, status, lastShareAt] of rows) {
    const member = members.get(memberId);
    if (!member) throw new TypeError('A share has lost its member.');
    const share = { id, versionId, status, lastShareAt, member, downloads: downloads.get(id) ?? never };
    addTo(shares, versionId, share);
  }
  return shares;
}

function loadDownloads(
  database: Database,
  { where, values }: Choice,
): ReadonlyMap<number, readonly DownloadRecord[]> {
  const rows = database.lists<DownloadRow>(
    `SELECT downloads.id, share_id, at, user_agent, count FROM downloads
     JOIN shares ON shares.id = share_id JOIN versions ON versions.id = version_id
     ${where} ORDER BY downloads.id`,
    ...values,
  );
  const downloads = new Map<number, DownloadRecord[]>();
  for (const [id, shareId, at, userAgent, count] of rows) {
    addTo(downloads, shareId, { id, at, userAgent, count });
  }
  return downloads;
}

function addTo<Item>(groups: Map<number, Item[]>, key: number, item: Item): void {
  const group = groups.get(key);
  if (group) group.push(item);
  else groups.set(key, [item]);
}
