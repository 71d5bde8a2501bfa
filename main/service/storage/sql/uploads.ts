import { serviceErrors } from '../../errors.ts';
import type {
  NewResumableUpload,
  ResumableUpload,
  UploadLease,
  UploadResult,
  UploadStorage,
} from '../upload-storage.ts';
import type { Builds } from './builds.ts';
import type { Sql, SqlDatabase } from './sql.ts';

/** Time after which an upload whose completion was not renewed can be completed again. */
const completionMs = 60_000;

type UploadRow = Omit<ResumableUpload, 'isCompleting' | 'result'> & {
  readonly isCompleting: number;
  readonly result: string | null;
};

const storedBytes = `(SELECT coalesce(sum(size), 0) FROM upload_parts
  WHERE upload_id = uploads.id AND is_pending = 0)`;

export function uploadsIn(database: SqlDatabase, builds: Builds): UploadStorage {
  const isIdle = `result IS NULL AND completing_until <= ${database.clock}`;
  return {
    add: async (upload, maxUnfinished) => {
      await database.transaction((sql) => insertUpload(sql, upload, maxUnfinished, isIdle));
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
    neededBytes: async (expiresAfter) => {
      const row = await database.get<{ bytes: number }>(
        `SELECT CAST(coalesce(sum(2 * length - ${storedBytes}), 0) AS BIGINT) AS bytes
         FROM uploads WHERE result IS NULL AND expires_at > ?`,
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
      await builds.removeLeftovers();
    },
    read: (id) => readParts(database, builds, id),
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
      await builds.removeLeftovers();
    },
    remove: async (id) => {
      await database.transaction((sql) => removeUpload(sql, id));
      await builds.removeLeftovers();
    },
  };
}

async function insertUpload(
  sql: Sql,
  upload: NewResumableUpload,
  maxUnfinished: number,
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
  const statement = `SELECT id FROM uploads WHERE requester = ? AND ${isIdle} AND id <> ? ORDER BY expires_at DESC`;
  const others = (await sql.rows<readonly [id: string]>(statement, upload.requester, upload.id)).flat();
  for (const id of others.slice(maxUnfinished - 1)) await removeUpload(sql, id);
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
  await sql.run('UPDATE uploads SET result = ? WHERE id = ?', JSON.stringify(result), lease.id);
  await releaseParts(sql, lease.id);
  return true;
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

async function* readParts(sql: Sql, builds: Builds, id: string): AsyncGenerator<Uint8Array> {
  const statement =
    'SELECT object, size FROM upload_parts WHERE upload_id = ? AND is_pending = 0 ORDER BY first_byte';
  for (const [object, size] of await sql.rows<readonly [object: string, size: number]>(statement, id)) {
    const stream = await builds.readObject(object);
    if (!stream) throw serviceErrors.noUpload({});
    let left = size;
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      left -= chunk.length;
      yield chunk;
    }
    if (left !== 0) throw serviceErrors.noUpload({});
  }
}
