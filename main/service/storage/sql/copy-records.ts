import { createHash } from 'node:crypto';
import { setServiceState } from '../ownership.ts';
import { removeUnusedBlob, selectUnusedBlobs } from './builds.ts';
import type { Sql, SqlDatabase, SqlValue } from './sql.ts';

type Table = {
  readonly name: string;
  /** Columns of a unique key, which set the order of the copy. Must be `id` if the table generates ids. */
  readonly key: readonly string[];
  readonly skippedColumns?: readonly string[];
};

/** Copied tables, each after the tables it references. A service exists if any of these tables has a row. */
export const copiedTables: readonly Table[] = [
  { name: 'users', key: ['id'] },
  { name: 'clients', key: ['client_id'] },
  // Access tokens are copied, so that build machines keep working. Sign-in tokens expire within a day anyway.
  { name: 'access_tokens', key: ['id'] },
  { name: 'teams', key: ['id'] },
  { name: 'members', key: ['id'] },
  { name: 'team_members', key: ['team_id', 'member_id'] },
  { name: 'devices', key: ['id'] },
  { name: 'applications', key: ['id'] },
  { name: 'unsubscriptions', key: ['id'] },
  { name: 'unsubscribe_links', key: ['token'] },
  { name: 'versions', key: ['id'] },
  { name: 'shares', key: ['id'] },
  { name: 'share_links', key: ['token'] },
  { name: 'downloads', key: ['id'] },
  { name: 'store_profiles', key: ['id'] },
  { name: 'store_items', key: ['id'] },
  { name: 'icons', key: ['sha256'] },
  { name: 'part_hashes', key: ['sha256'] },
  { name: 'requesters', key: ['requester'] },
  { name: 'planned_sends', key: ['id'] },
  // Messages queued at the same time are ordered by `rowid`, so the copy assigns new row ids in this order.
  { name: 'mails', key: ['rowid'], skippedColumns: ['rowid', 'leased_until', 'lease'] },
];

/**
 * Not copied: sign-ins, requests, challenges and resumable uploads are short-lived, leftovers refer to objects
 * of the source, and blobs, list tags and the service id belong to each storage.
 */
export const skippedTables: readonly string[] = [
  'tokens',
  'sign_in_failures',
  'requests',
  'device_challenges',
  'uploads',
  'upload_parts',
  'leftovers',
  'blobs',
  'list_tags',
  'service',
];

export type RecordedBuild = {
  readonly sha256: string;
  /** Name of the build's object, or null if the object is missing. */
  readonly object: string | null;
  /** One of the file names recorded for the build. */
  readonly fileName: string;
  readonly fileSize: number;
};

type Row = Readonly<Record<string, SqlValue>>;

/** Limits memory use, as rows may contain whole messages. */
const pageSize = 100;

/** Returns true if any copied table has rows, apart from the ungrouped team of an empty schema. */
export async function containsService(sql: Sql): Promise<boolean> {
  for (const { name } of copiedTables) {
    const condition = name === 'teams' ? 'WHERE ungrouped = 0' : '';
    if (await sql.get(`SELECT 1 FROM ${name} ${condition} LIMIT 1`)) return true;
  }
  return false;
}

export function recordedBuilds(sql: Sql): Promise<RecordedBuild[]> {
  return sql.all(
    `SELECT named.sha256, object, file_name AS "fileName", file_size AS "fileSize"
     FROM (SELECT sha256, min(file_name) AS file_name, max(file_size) AS file_size
           FROM (SELECT sha256, file_name, file_size FROM versions
                 UNION ALL SELECT sha256, file_name, file_size FROM store_items) AS records
           GROUP BY sha256) AS named
     LEFT JOIN blobs ON blobs.sha256 = named.sha256`,
  );
}

export async function haveSameRecords(first: Sql, second: Sql, signal: AbortSignal): Promise<boolean> {
  for (const table of copiedTables) {
    if ((await digestOf(first, table, signal)) !== (await digestOf(second, table, signal))) return false;
  }
  return true;
}

/**
 * Copies a snapshot of all records into an empty database, in one transaction. Returns the number of rows by
 * table; `missing-builds` if a record's blob is missing; or `occupied` if the target has records.
 */
export function copyRecords(
  from: SqlDatabase,
  to: SqlDatabase,
  { signal, onRows }: { readonly signal: AbortSignal; readonly onRows: (rows: number) => void },
): Promise<Readonly<Record<string, number>> | 'missing-builds' | 'occupied'> {
  return from.snapshot((source) =>
    to.transaction(async (target) => {
      if (await containsService(target)) {
        await setServiceState(target, 'ready');
        return 'occupied';
      }
      const blobs = new Set((await target.rows<readonly [string]>('SELECT sha256 FROM blobs')).flat());
      if ((await recordedBuilds(source)).some(({ sha256 }) => !blobs.has(sha256))) return 'missing-builds';
      // Removes the ungrouped team of the empty schema, because the source has its own.
      await target.run('DELETE FROM teams');
      const rows: Record<string, number> = {};
      for (const table of copiedTables) {
        rows[table.name] = 0;
        for await (const page of pagesOf(source, table, signal)) {
          await insertAll(target, table, page);
          rows[table.name] = (rows[table.name] ?? 0) + page.length;
          onRows(Object.values(rows).reduce((sum, count) => sum + count, 0));
        }
        if (table.key[0] === 'id') await reserveIds(source, target, table);
      }
      const unused = await target.rows<readonly [object: string, sha256: string]>(selectUnusedBlobs);
      for (const [, sha256] of unused) await removeUnusedBlob(target, sha256);
      await setServiceState(target, 'ready');
      return rows;
    }),
  );
}

async function* pagesOf(sql: Sql, { name, key, skippedColumns = [] }: Table, signal: AbortSignal) {
  const keys = key.join(', ');
  // `*` does not include `rowid`.
  const select = (where: string) =>
    `SELECT *, ${keys} FROM ${name} ${where} ORDER BY ${keys} LIMIT ${pageSize}`;
  const next = `WHERE (${keys}) > (${key.map(() => '?').join(', ')})`;
  let page = await sql.all<Row>(select(''));
  for (let last = page.at(-1); last; last = page.at(-1)) {
    signal.throwIfAborted();
    yield page.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([column]) => !skippedColumns.includes(column))),
    );
    page = await sql.all<Row>(select(next), ...key.map((column) => last?.[column] ?? null));
  }
}

async function insertAll(sql: Sql, { name }: Table, page: readonly Row[]): Promise<void> {
  const columns = Object.keys(page[0] ?? {});
  const placeholders = `(${columns.map(() => '?').join(', ')})`;
  await sql.run(
    `INSERT INTO ${name} (${columns.join(', ')}) VALUES ${page.map(() => placeholders).join(', ')}`,
    ...page.flatMap((row) => columns.map((column) => row[column] ?? null)),
  );
}

/** Prevents reuse of ids from the source, including those of removed records. */
async function reserveIds(source: Sql, target: Sql, { name }: Table): Promise<void> {
  const maxId = await target.get<{ id: number | null }>(`SELECT max(id) AS id FROM ${name}`);
  const last = Math.max(maxId?.id ?? 0, await source.lastId(name));
  if (last > 0) await target.reserveIds(name, last);
}

/** The digest is independent of row order, because databases sort text differently. */
async function digestOf(sql: Sql, table: Table, signal: AbortSignal): Promise<bigint> {
  let sum = 0n;
  for await (const page of pagesOf(sql, table, signal)) {
    for (const row of page) {
      const cells = Object.keys(row)
        .sort()
        .map((column) => {
          const value = row[column];
          return [column, value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value];
        });
      sum += BigInt(`0x${createHash('sha256').update(JSON.stringify(cells)).digest('hex')}`);
    }
  }
  return sum;
}
