import { setImmediate as otherRequests } from 'node:timers/promises';
import type { Database } from '../../base/database/database.ts';
import { kept, readFailure } from './kept-message.ts';
import type { MailRecord } from './records.ts';
import type { MailStorage, NewMail, TakenMail } from './storage.ts';

const columns = `id, receiver AS "to", subject, install_link AS installLink, state, attempts,
  queued_at AS queuedAt, next_at AS nextAt, failure`;

type Kept<Record extends MailRecord> = Omit<Record, 'failure'> & { readonly failure: string | null };

const readKept = <Of extends MailRecord>(row: Kept<Of>): Of =>
  ({ ...row, failure: readFailure(row.failure) }) as Of;

/** Messages that are listed at once; between two pieces other requests have their turn. */
const listedTogether = 500;

export function embeddedMail(database: Database): MailStorage {
  return {
    list: () => listMail(database),
    get: async (id) => {
      const row = database.get<Kept<MailRecord>>(`SELECT ${columns} FROM mails WHERE id = ?`, id);
      return row && readKept(row);
    },
    raw: async (id) =>
      database.get<{ raw: Uint8Array | null }>('SELECT raw FROM mails WHERE id = ?', id)?.raw ?? null,
    take: async (now, until) =>
      database.transaction(() => {
        const taken = database.get<Kept<TakenMail>>(
          `SELECT ${columns}, raw FROM mails WHERE state = 'queued' AND next_at <= ? AND taken_until <= ?
           ORDER BY next_at, rowid LIMIT 1`,
          now,
          now,
        );
        if (taken) database.run('UPDATE mails SET taken_until = ? WHERE id = ?', until, taken.id);
        return taken && readKept(taken);
      }),
    dueAt: async () =>
      database.get<{ at: number | null }>(
        "SELECT min(max(next_at, taken_until)) AS at FROM mails WHERE state = 'queued'",
      )?.at ?? null,
    delivered: async (id) => {
      database.run(
        `UPDATE mails SET state = 'delivered', attempts = attempts + 1, raw = NULL, failure = NULL, taken_until = 0
         WHERE id = ?`,
        id,
      );
    },
    failed: async (id, reason, nextAt) => {
      database.run(
        `UPDATE mails SET state = ?, attempts = attempts + 1, failure = ?, next_at = coalesce(?, next_at), taken_until = 0
         WHERE id = ?`,
        nextAt === null ? 'failed' : 'queued',
        kept(reason),
        nextAt,
        id,
      );
    },
    explainWaiting: async (reason) => {
      database.run(
        "UPDATE mails SET failure = ?1 WHERE state = 'queued' AND failure IS NOT ?1",
        kept(reason),
      );
    },
    retry: async (id, at) =>
      database.run(
        "UPDATE mails SET state = 'queued', attempts = 0, next_at = ? WHERE id = ? AND state <> 'delivered'",
        at,
        id,
      ).changes > 0,
    retryWaiting: async (at) =>
      database.run("UPDATE mails SET attempts = 0, next_at = ? WHERE state = 'queued'", at).changes,
  };
}

async function listMail(database: Database): Promise<readonly MailRecord[]> {
  const order = 'ORDER BY queued_at DESC, rowid DESC';
  const ids = database.lists<readonly [rowid: number]>(`SELECT rowid FROM mails ${order}`).flat();
  const listed: MailRecord[] = [];
  for (let at = 0; at < ids.length; at += listedTogether) {
    if (at > 0) await otherRequests();
    const sql = `SELECT ${columns} FROM mails WHERE rowid IN (SELECT value FROM json_each(?)) ${order}`;
    const piece = JSON.stringify(ids.slice(at, at + listedTogether));
    listed.push(...database.all<Kept<MailRecord>>(sql, piece).map(readKept));
  }
  return listed;
}

/** Whoever had taken messages before this start is gone. */
export function freeTakenMail(database: Database): void {
  database.run('UPDATE mails SET taken_until = 0 WHERE taken_until > 0');
}

/** Queues a message; for use in the transaction of the send it belongs to. */
export function queueMail(
  database: Database,
  mail: NewMail,
  about: { readonly versionId: number; readonly memberId: number; readonly at: number },
): void {
  database.run(
    `INSERT INTO mails (id, version_id, member_id, receiver, subject, install_link, raw, state, queued_at, next_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, 'queued', ?, ?)`,
    mail.id,
    about.versionId,
    about.memberId,
    mail.to,
    mail.subject,
    mail.installLink,
    mail.raw,
    about.at,
    about.at,
  );
}
