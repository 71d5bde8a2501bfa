import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type {
  DownloadRecord,
  ShareStatus,
  StateOfShares,
  UnmailedMessage,
  VersionMemberRecord,
} from '../records.ts';
import { messageFromText } from './message-column.ts';
import { membersById } from './people.ts';
import type { Sql } from './sql.ts';
import { isWithheld } from './unsubscriptions.ts';

type ShareRow = readonly [
  id: number,
  versionId: number,
  memberId: number,
  status: ShareStatus,
  lastShareAt: number | null,
];

type MailRow = readonly [shareId: number, state: UnmailedMessage['state'], failure: string | null];

type DownloadRow = readonly [
  id: number,
  shareId: number,
  at: number,
  userAgent: string | null,
  count: number,
];

export type VersionFilter = { readonly where: string; readonly values: readonly number[] };

export type Shares = ReadonlyMap<number, readonly VersionMemberRecord[]>;

export const noMembers: readonly VersionMemberRecord[] = [];
const noDownloads: readonly DownloadRecord[] = [];

/** Page size; other requests are served between pages. */
const pageSize = 500;

export async function loadAllShares(sql: Sql, { where, values }: VersionFilter): Promise<Shares> {
  const ids = await sql.rows<readonly [id: number]>(
    `SELECT shares.id FROM shares JOIN versions ON versions.id = version_id ${where} ORDER BY shares.id`,
    ...values,
  );
  const all = new Map<number, VersionMemberRecord[]>();
  for (let at = 0; at < ids.length; at += pageSize) {
    if (at > 0) await yieldToOthers();
    const page = ids.slice(at, at + pageSize).map(([id]) => id);
    for (const share of await loadShares(sql, page)) addTo(all, share.versionId, share);
  }
  return all;
}

/** Loads shares by id, in a fixed number of queries. */
export async function loadShares(sql: Sql, ids: readonly number[]): Promise<readonly VersionMemberRecord[]> {
  const idList = JSON.stringify(ids);
  const rows = await sql.rows<ShareRow>(
    `SELECT id, version_id, member_id, status, last_share_at
     FROM shares WHERE id IN ${sql.numberList} ORDER BY id`,
    idList,
  );
  const downloads = await loadDownloads(sql, idList);
  const mails = await loadUnmailed(sql, idList);
  const members = await membersById(sql, [...new Set(rows.map(([, , memberId]) => memberId))]);
  return rows.map(([id, versionId, memberId, status, lastShareAt]) => {
    const member = members.get(memberId);
    if (!member) throw new TypeError('A share has no member.');
    const mail = mails.get(id) ?? null;
    return { id, versionId, status, lastShareAt, mail, member, downloads: downloads.get(id) ?? noDownloads };
  });
}

/** Maps each share id to the last message of the share, unless a mail server has accepted the message. */
async function loadUnmailed(sql: Sql, shareIds: string): Promise<ReadonlyMap<number, UnmailedMessage>> {
  const rows = await sql.rows<MailRow>(
    `SELECT shares.id, mails.state, mails.failure FROM shares
     JOIN mails ON mails.rowid = (
       SELECT max(last.rowid) FROM mails AS last
       WHERE last.version_id = shares.version_id AND last.member_id = shares.member_id)
     WHERE shares.id IN ${sql.numberList} AND mails.state <> 'mailed'`,
    shareIds,
  );
  return new Map(
    rows.map(([shareId, state, failure]) => [shareId, { state, failure: messageFromText(failure) }]),
  );
}

/** Reads the last message of each share that was not withheld. */
export async function shareStates(sql: Sql, versionId: number): Promise<readonly StateOfShares[]> {
  const ofShare = 'last.version_id = shares.version_id AND last.member_id = shares.member_id';
  const isSent = `NOT (${isWithheld('last')})`;
  const rows = await sql.rows<
    readonly [status: ShareStatus, state: UnmailedMessage['state'] | null, isWithheld: number]
  >(
    `SELECT DISTINCT shares.status, mails.state,
       CASE WHEN EXISTS (SELECT 1 FROM mails AS last WHERE ${ofShare})
         AND NOT EXISTS (SELECT 1 FROM mails AS last WHERE ${ofShare} AND ${isSent}) THEN 1 ELSE 0 END
     FROM shares
     JOIN members ON members.id = shares.member_id AND members.is_deleted = 0
     LEFT JOIN mails ON mails.state <> 'mailed' AND mails.rowid = (
       SELECT max(last.rowid) FROM mails AS last WHERE ${ofShare} AND ${isSent})
     WHERE shares.version_id = ?`,
    versionId,
  );
  return rows.map(([status, state, isWithheld]) => ({
    status,
    mail: state && { state },
    isWithheld: isWithheld === 1,
  }));
}

/** `shareIds` is a JSON array. */
async function loadDownloads(
  sql: Sql,
  shareIds: string,
): Promise<ReadonlyMap<number, readonly DownloadRecord[]>> {
  const rows = await sql.rows<DownloadRow>(
    `SELECT id, share_id, at, user_agent, count FROM downloads
     WHERE share_id IN ${sql.numberList} ORDER BY id`,
    shareIds,
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
