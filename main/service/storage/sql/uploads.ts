import { serviceErrors } from '../../errors.ts';
import type {
  ByteRange,
  NewResumableUpload,
  ResumableUpload,
  UnfinishedLimits,
  UploadLease,
  UploadResult,
  UploadStorage,
} from '../upload-storage.ts';
import type { Builds } from './builds.ts';
import type { Sql, SqlDatabase } from './sql.ts';

/** Time after which an upload whose completion was not renewed can be completed again. */
const completionMs = 60_000;
/** Objects removed after one request: more than the parts of the largest build. The sweep removes the others. */
const maxRemoved = 600;
/** Refused uploads kept for each user or access token. */
const maxProblems = 1_000;

type UploadRow = Omit<ResumableUpload, 'isCompleting' | 'result'> & {
  readonly isCompleting: number;
  readonly result: string | null;
};

const storedBytes = `(SELECT coalesce(sum(size), 0) FROM upload_parts
  WHERE upload_id = uploads.id AND is_pending = 0)`;

export function uploadsIn(database: SqlDatabase, builds: Builds): UploadStorage {
  const isIdle = `result IS NULL AND completing_until <= ${database.clock}`;
  return {
    add: async (upload, limits) => {
      await database.transaction((sql) => insertUpload(sql, upload, limits, isIdle));
    },
    find: async (id, requester, at) => {
      const row = await database.get<UploadRow>(
        `SELECT id, requester, target, target_id AS "targetId", length, file_name AS "fileName",
         release_note AS "releaseNote", metadata, expires_at AS "expiresAt", result,
         CASE WHEN result IS NULL THEN ${storedBytes} ELSE length END AS "offset",
         CASE WHEN completing_until > ${database.clock} THEN 1 ELSE 0 END AS "isCompleting"
         FROM uploads WHERE id = ? AND requester = ? AND expires_at > ?`,
        id,
        requester,
        at,
      );
      const result = row?.result == null ? null : (JSON.parse(row.result) as UploadResult);
      return row && { ...row, isCompleting: row.isCompleting === 1, result };
    },
    neededBytes: async (requester, expiresAfter) => {
      const row = await database.get<{ bytes: number }>(
        `SELECT CAST(coalesce(sum(2 * length - ${storedBytes}), 0) AS BIGINT) AS bytes
         FROM uploads WHERE requester = ? AND result IS NULL AND expires_at > ?`,
        requester,
        expiresAfter,
      );
      return row?.bytes ?? 0;
    },
    startAppend: (id, offset, expiresAt) =>
      database.transaction(async (sql) => {
        const lease = await sql.get<UploadLease>(
          `UPDATE uploads SET lease = lease + 1, expires_at = ? WHERE id = ? AND ${isIdle}
           AND ${storedBytes} = ? RETURNING id, lease`,
          expiresAt,
          id,
          offset,
        );
        if (!lease) return null;
        await releaseParts(sql, id, 'AND is_pending = 1');
        const parts = 'SELECT count(*) AS count FROM upload_parts WHERE upload_id = ?';
        return { ...lease, partCount: (await sql.get<{ count: number }>(parts, id))?.count ?? 0 };
      }),
    addPart: (lease, part, { size, isPending }) =>
      builds.recordPart(part, async (sql, object) => {
        const statement = `INSERT INTO upload_parts (object, upload_id, first_byte, size, is_pending)
          SELECT CAST(? AS TEXT), id, (SELECT coalesce(sum(size), 0) FROM upload_parts WHERE upload_id = uploads.id),
          CAST(? AS INTEGER), CAST(? AS INTEGER) FROM uploads WHERE id = ? AND lease = ? AND result IS NULL`;
        return (await sql.run(statement, object, size, isPending ? 1 : 0, lease.id, lease.lease)) > 0;
      }),
    confirmParts: (lease) =>
      database.transaction(async (sql) => {
        if (!(await isCurrent(sql, lease))) return false;
        await sql.run('UPDATE upload_parts SET is_pending = 0 WHERE upload_id = ?', lease.id);
        return true;
      }),
    removePendingParts: async (lease) => {
      await database.transaction(async (sql) => {
        if (await isCurrent(sql, lease)) await releaseParts(sql, lease.id, 'AND is_pending = 1');
      });
      await builds.removeLeftovers(maxRemoved);
    },
    read: (id, range) => readParts(database, builds, id, range),
    startCompletion: (id) =>
      database.transaction((sql) =>
        sql.get<UploadLease>(
          `UPDATE uploads SET lease = lease + 1, completing_until = ${sql.clock} + ${completionMs}
           WHERE id = ? AND ${isIdle} RETURNING id, lease`,
          id,
        ),
      ),
    renewCompletion: async ({ id, lease }) => {
      await database.run(
        `UPDATE uploads SET completing_until = ${database.clock} + ${completionMs}
         WHERE id = ? AND lease = ? AND result IS NULL`,
        id,
        lease,
      );
    },
    endCompletion: async (lease, problem) => {
      await database.transaction(async (sql) => {
        if (problem) await recordResult(sql, lease, { problem });
        const statement = 'UPDATE uploads SET completing_until = 0 WHERE id = ? AND lease = ?';
        await sql.run(statement, lease.id, lease.lease);
      });
      await builds.removeLeftovers(maxRemoved);
    },
    remove: async (id) => {
      await database.transaction((sql) => removeUpload(sql, id));
      await builds.removeLeftovers(maxRemoved);
    },
    removeLeased: async (lease) => {
      const isRemoved = await database.transaction(async (sql) => {
        if (!(await isCurrent(sql, lease))) return false;
        await removeUpload(sql, lease.id);
        return true;
      });
      await builds.removeLeftovers(maxRemoved);
      return isRemoved;
    },
  };
}

async function insertUpload(
  sql: Sql,
  upload: NewResumableUpload,
  { maxCount, maxBytes }: UnfinishedLimits,
  isIdle: string,
): Promise<void> {
  await sql.run(
    `INSERT INTO uploads (id, requester, target, target_id, length, file_name, release_note, metadata, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    upload.id,
    upload.requester,
    upload.target,
    upload.targetId,
    upload.length,
    upload.fileName,
    upload.releaseNote,
    upload.metadata,
    upload.expiresAt,
  );
  const statement = `SELECT id, length FROM uploads WHERE requester = ? AND ${isIdle} AND id <> ?
    ORDER BY expires_at DESC`;
  const others = await sql.rows<readonly [id: string, length: number]>(
    statement,
    upload.requester,
    upload.id,
  );
  let bytes = upload.length;
  for (const [index, [id, length]] of others.entries()) {
    bytes += length;
    if (index >= maxCount - 1 || bytes > maxBytes) await removeUpload(sql, id);
  }
}

async function removeUpload(sql: Sql, id: string): Promise<void> {
  await releaseParts(sql, id);
  await sql.run('DELETE FROM uploads WHERE id = ?', id);
}

async function isCurrent(sql: Sql, { id, lease }: UploadLease): Promise<boolean> {
  const statement = 'SELECT 1 FROM uploads WHERE id = ? AND lease = ? AND result IS NULL';
  return (await sql.get(statement, id, lease)) !== null;
}

/** Removes parts of an upload. Their objects become leftovers without a grace period. */
async function releaseParts(sql: Sql, id: string, condition = ''): Promise<void> {
  const parts = `FROM upload_parts WHERE upload_id = ? ${condition}`;
  await sql.run(`INSERT INTO leftovers (object, since) SELECT object, 0 ${parts}`, id);
  await sql.run(`DELETE ${parts}`, id);
}

/** Stores the result and removes the parts. Returns false if the lease has ended. */
export async function recordResult(sql: Sql, lease: UploadLease, result: UploadResult): Promise<boolean> {
  if (!(await isCurrent(sql, lease))) return false;
  const statement = `UPDATE uploads SET result = ?, file_name = '', release_note = NULL, metadata = NULL
    WHERE id = ? RETURNING requester`;
  const row = await sql.get<{ requester: string }>(statement, JSON.stringify(result), lease.id);
  await releaseParts(sql, lease.id);
  if (row && 'problem' in result) await removeOldProblems(sql, row.requester);
  return true;
}

/** Keeps the newest refused uploads, which no quota limits. */
async function removeOldProblems(sql: Sql, requester: string): Promise<void> {
  const statement = `SELECT id FROM uploads WHERE requester = ? AND result LIKE '{"problem"%'
    ORDER BY expires_at DESC, id`;
  const refused = (await sql.rows<readonly [id: string]>(statement, requester)).flat();
  for (const id of refused.slice(maxProblems)) await removeUpload(sql, id);
}

/** Removes expired uploads. Their objects become leftovers. */
export async function removeExpiredUploads(database: SqlDatabase): Promise<void> {
  await database.transaction(async (sql) => {
    const expired = `SELECT id FROM uploads WHERE expires_at <= ${sql.clock} AND completing_until <= ${sql.clock}`;
    for (const [id] of await sql.rows<readonly [id: string]>(expired)) await removeUpload(sql, id);
  });
}

/** Ends the completion leases that a crash of the only instance left behind. */
export async function releaseCompletions(sql: Sql): Promise<void> {
  await sql.run('UPDATE uploads SET completing_until = 0 WHERE completing_until > 0');
}

async function* readParts(
  sql: Sql,
  builds: Builds,
  id: string,
  { start, end }: ByteRange = { start: 0, end: Number.MAX_SAFE_INTEGER },
): AsyncGenerator<Uint8Array> {
  const statement = `SELECT object, first_byte, size FROM upload_parts WHERE upload_id = ? AND is_pending = 0
    AND first_byte <= ? AND first_byte + size > ? ORDER BY first_byte`;
  const parts = await sql.rows<readonly [object: string, first: number, size: number]>(
    statement,
    id,
    end,
    start,
  );
  for (const [object, first, size] of parts) {
    const range = { start: Math.max(0, start - first), end: Math.min(size - 1, end - first) };
    const stream = await builds.readObject(object, range);
    if (!stream) throw serviceErrors.noUpload({});
    let left = range.end + 1 - range.start;
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      left -= chunk.length;
      yield chunk;
    }
    if (left !== 0) throw serviceErrors.noUpload({});
  }
}
