import { setImmediate as otherRequests } from 'node:timers/promises';
import type { MailRecord } from '../records.ts';
import type { MailStorage, NewMail, TakenMail } from '../storage.ts';
import { kept, readFailure } from './kept-message.ts';
import type { Sql, SqlDatabase } from './sql.ts';

const columns = `id, version_id AS "versionId", receiver AS "to", subject, install_link AS "installLink", state, attempts,
  queued_at AS "queuedAt", next_at AS "nextAt", failure`;

type Kept<Record extends MailRecord> = Omit<Record, 'failure'> & { readonly failure: string | null };

const readKept = <Of extends MailRecord>(row: Kept<Of>): Of =>
  ({ ...row, failure: readFailure(row.failure) }) as Of;

/** Page size; other requests are served between pages. */
const listedTogether = 500;

export function mailIn(database: SqlDatabase): MailStorage {
  return {
    list: () => listMail(database),
    get: async (id) => {
      const row = await database.get<Kept<MailRecord>>(`SELECT ${columns} FROM mails WHERE id = ?`, id);
      return row && readKept(row);
    },
    raw: async (id) =>
      (await database.get<{ raw: Uint8Array | null }>('SELECT raw FROM mails WHERE id = ?', id))?.raw ?? null,
    take: (now, leaseMs) => takeMail(database, now, leaseMs),
    waiting: async () => {
      const statement = "SELECT count(*) AS count FROM mails WHERE state = 'queued'";
      return (await database.get<{ count: number }>(statement))?.count ?? 0;
    },
    dueAt: async () => {
      const due = await database.get<{ at: number | null }>(
        `SELECT min(CASE WHEN taken_until > next_at THEN taken_until ELSE next_at END) AS at
         FROM mails WHERE state = 'queued'`,
      );
      return due?.at ?? null;
    },
    carried: async ({ id, lease }, outcome) =>
      (await database.run(
        `UPDATE mails SET state = ?, attempts = attempts + 1, raw = NULL, failure = NULL, taken_until = 0
         WHERE id = ? AND lease = ?`,
        outcome,
        id,
        lease,
      )) > 0,
    failed: async ({ id, lease }, reason, nextAt) =>
      (await database.run(
        `UPDATE mails SET state = ?, attempts = attempts + 1, failure = ?, next_at = coalesce(?, next_at), taken_until = 0
         WHERE id = ? AND lease = ?`,
        nextAt === null ? 'failed' : 'queued',
        kept(reason),
        nextAt,
        id,
        lease,
      )) > 0,
    explainWaiting: async (reason) => {
      const text = kept(reason);
      const statement = "UPDATE mails SET failure = ? WHERE state = 'queued' AND failure IS DISTINCT FROM ?";
      await database.run(statement, text, text);
    },
    retry: async (id, at) => {
      const statement =
        "UPDATE mails SET state = 'queued', attempts = 0, next_at = ? WHERE id = ? AND state IN ('queued', 'failed')";
      const changed = (await database.run(statement, at, id)) > 0;
      if (changed) await database.tell(queued);
      return changed;
    },
    retryWaiting: async (at) => {
      const statement = "UPDATE mails SET attempts = 0, next_at = ? WHERE state = 'queued'";
      const changed = await database.run(statement, at);
      if (changed > 0) await database.tell(queued);
      return changed;
    },
    onQueued: (listener) => database.listen(queued, listener),
  };
}

function takeMail(database: SqlDatabase, now: number, leaseMs: number): Promise<TakenMail | null> {
  const { clock } = database;
  const due = `state = 'queued' AND next_at <= ? AND taken_until <= ${clock}`;
  return database.transaction(async (sql) => {
    const next = await sql.get<{ requester: string }>(
      `SELECT requester FROM requesters
       WHERE EXISTS (SELECT 1 FROM mails WHERE mails.requester = requesters.requester AND ${due})
       ORDER BY mail_turn, requester LIMIT 1`,
      now,
    );
    if (!next) return null;
    const taken = await sql.get<Kept<TakenMail>>(
      `UPDATE mails SET taken_until = ${clock} + ?, lease = lease + 1 WHERE id = (
         SELECT id FROM mails WHERE requester = ? AND ${due}
         ORDER BY next_at, rowid LIMIT 1 ${sql.skipLocked})
       RETURNING ${columns}, raw, lease`,
      leaseMs,
      next.requester,
      now,
    );
    const statement =
      'UPDATE requesters SET mail_turn = (SELECT max(mail_turn) + 1 FROM requesters) WHERE requester = ?';
    await sql.run(statement, next.requester);
    return taken && readKept(taken);
  });
}

async function listMail(sql: Sql): Promise<readonly MailRecord[]> {
  const order = 'ORDER BY queued_at DESC, rowid DESC';
  const ids = (await sql.lists<readonly [rowid: number]>(`SELECT rowid FROM mails ${order}`)).flat();
  const listed: MailRecord[] = [];
  for (let at = 0; at < ids.length; at += listedTogether) {
    if (at > 0) await otherRequests();
    const statement = `SELECT ${columns} FROM mails WHERE rowid IN ${sql.numbers} ${order}`;
    const piece = JSON.stringify(ids.slice(at, at + listedTogether));
    listed.push(...(await sql.all<Kept<MailRecord>>(statement, piece)).map(readKept));
  }
  return listed;
}

/** Ends all leases. Only safe while no other instance delivers mail. */
export async function freeTakenMail(sql: Sql): Promise<void> {
  await sql.run('UPDATE mails SET taken_until = 0 WHERE taken_until > 0');
}

const queued = 'mail';

/** Queues a message. Must run in the transaction of its send. */
export async function queueMail(
  sql: Sql,
  mail: NewMail,
  about: {
    readonly versionId: number;
    readonly memberId: number;
    readonly requester: string;
    readonly at: number;
  },
): Promise<void> {
  await sql.run(
    `INSERT INTO mails (id, version_id, member_id, requester, receiver, subject, install_link, raw, state, queued_at, next_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'queued', ?, ?)`,
    mail.id,
    about.versionId,
    about.memberId,
    about.requester,
    mail.to,
    mail.subject,
    mail.installLink,
    mail.raw,
    about.at,
    about.at,
  );
  await sql.tell(queued);
}
