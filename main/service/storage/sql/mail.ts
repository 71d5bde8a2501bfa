import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { LeasedMail, MailStorage, NewMail } from '../mail-storage.ts';
import type { MailRecord } from '../records.ts';
import { messageFromText, messageToText } from './message-column.ts';
import type { Sql, SqlDatabase } from './sql.ts';
import { withholdIfDeclined } from './unsubscriptions.ts';

const columns = `id, version_id AS "versionId", receiver AS "to", subject, install_link AS "installLink", state, attempts,
  queued_at AS "queuedAt", next_at AS "nextAt", failure`;

type MailRow<Record extends MailRecord> = Omit<Record, 'failure'> & { readonly failure: string | null };

const fromRow = <Of extends MailRecord>(row: MailRow<Of>): Of =>
  ({ ...row, failure: messageFromText(row.failure) }) as Of;

/** Page size; other requests are served between pages. */
const pageSize = 500;

export function mailIn(database: SqlDatabase): MailStorage {
  return {
    list: () => listMail(database),
    get: async (id) => {
      const row = await database.get<MailRow<MailRecord>>(`SELECT ${columns} FROM mails WHERE id = ?`, id);
      return row && fromRow(row);
    },
    raw: async (id) =>
      (await database.get<{ raw: Uint8Array | null }>('SELECT raw FROM mails WHERE id = ?', id))?.raw ?? null,
    lease: (now, leaseMs) => leaseMail(database, now, leaseMs),
    countQueued: async () => {
      const statement = "SELECT count(*) AS count FROM mails WHERE state = 'waiting'";
      return (await database.get<{ count: number }>(statement))?.count ?? 0;
    },
    nextDueAt: async () => {
      const due = await database.get<{ at: number | null }>(
        `SELECT min(CASE WHEN leased_until > next_at THEN leased_until ELSE next_at END) AS at
         FROM mails WHERE state = 'waiting'`,
      );
      return due?.at ?? null;
    },
    complete: ({ id, lease }, outcome) =>
      database.transaction(async (sql) => {
        const changed = await sql.run(
          `UPDATE mails SET state = ?, attempts = attempts + 1, raw = NULL, failure = NULL, leased_until = 0
           WHERE id = ? AND lease = ?`,
          outcome,
          id,
          lease,
        );
        const list =
          'UPDATE members SET is_listed = 1 WHERE is_listed = 0 AND id = (SELECT member_id FROM mails WHERE id = ?)';
        if (changed > 0 && outcome === 'mailed') await sql.run(list, id);
        return changed > 0;
      }),
    fail: async ({ id, lease }, reason, nextAt) =>
      (await database.run(
        `UPDATE mails SET state = ?, attempts = attempts + 1, failure = ?, next_at = coalesce(?, next_at), leased_until = 0
         WHERE id = ? AND lease = ? AND state = 'waiting'`,
        nextAt === null ? 'refused' : 'waiting',
        messageToText(reason),
        nextAt,
        id,
        lease,
      )) > 0,
    setQueuedFailure: async (reason) => {
      const text = messageToText(reason);
      const statement = "UPDATE mails SET failure = ? WHERE state = 'waiting' AND failure IS DISTINCT FROM ?";
      await database.run(statement, text, text);
    },
    retry: async (id, at) => {
      const statement =
        "UPDATE mails SET state = 'waiting', attempts = 0, next_at = ? WHERE id = ? AND state IN ('waiting', 'refused')";
      const changed = (await database.run(statement, at, id)) > 0;
      if (changed) await database.notify(queuedChannel);
      return changed;
    },
    retryQueued: async (at) => {
      const statement = "UPDATE mails SET attempts = 0, next_at = ? WHERE state = 'waiting'";
      const changed = await database.run(statement, at);
      if (changed > 0) await database.notify(queuedChannel);
      return changed;
    },
    onQueued: (listener) => database.listen(queuedChannel, listener),
  };
}

type LeasedRow = MailRow<LeasedMail> & { readonly memberId: number | null };

function leaseMail(database: SqlDatabase, now: number, leaseMs: number): Promise<LeasedMail | null> {
  return database.transaction(async (sql) => {
    for (;;) {
      const leased = await leaseNext(sql, now, leaseMs);
      if (leased === null) return null;
      const { memberId, ...mail } = leased;
      // The member may have declined while an earlier attempt was being made.
      if (!(await withholdIfDeclined(sql, { ...mail, memberId }))) return fromRow(mail);
    }
  });
}

async function leaseNext(sql: Sql, now: number, leaseMs: number): Promise<LeasedRow | null> {
  const { clock } = sql;
  const due = `state = 'waiting' AND next_at <= ? AND leased_until <= ${clock}`;
  const next = await sql.get<{ requester: string }>(
    `SELECT requester FROM requesters
     WHERE EXISTS (SELECT 1 FROM mails WHERE mails.requester = requesters.requester AND ${due})
     ORDER BY last_served, requester LIMIT 1`,
    now,
  );
  if (!next) return null;
  const leased = await sql.get<LeasedRow>(
    `UPDATE mails SET leased_until = ${clock} + ?, lease = lease + 1 WHERE id = (
       SELECT id FROM mails WHERE requester = ? AND ${due}
       ORDER BY next_at, rowid LIMIT 1 ${sql.skipLocked})
     RETURNING ${columns}, raw, lease, member_id AS "memberId"`,
    leaseMs,
    next.requester,
    now,
  );
  const statement =
    'UPDATE requesters SET last_served = (SELECT max(last_served) + 1 FROM requesters) WHERE requester = ?';
  await sql.run(statement, next.requester);
  return leased;
}

async function listMail(sql: Sql): Promise<readonly MailRecord[]> {
  const order = 'ORDER BY queued_at DESC, rowid DESC';
  const ids = (await sql.rows<readonly [rowid: number]>(`SELECT rowid FROM mails ${order}`)).flat();
  const listed: MailRecord[] = [];
  for (let at = 0; at < ids.length; at += pageSize) {
    if (at > 0) await yieldToOthers();
    const statement = `SELECT ${columns} FROM mails WHERE rowid IN ${sql.numberList} ${order}`;
    const page = JSON.stringify(ids.slice(at, at + pageSize));
    listed.push(...(await sql.all<MailRow<MailRecord>>(statement, page)).map(fromRow));
  }
  return listed;
}

/** Ends all leases. Only safe while no other instance delivers mail. */
export async function releaseLeases(sql: Sql): Promise<void> {
  await sql.run('UPDATE mails SET leased_until = 0 WHERE leased_until > 0');
}

const queuedChannel = 'mail';

/** Queues a message or records it as withheld. Must run in the transaction that records its install link. */
export async function queueMail(
  sql: Sql,
  mail: NewMail,
  context: {
    readonly versionId: number;
    readonly memberId: number;
    readonly requester: string;
    readonly at: number;
    readonly dueAt: number;
  },
): Promise<void> {
  const { withheld } = mail;
  await sql.run(
    `INSERT INTO mails (id, version_id, member_id, requester, receiver, subject, install_link, raw, state, failure, queued_at, next_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    mail.id,
    context.versionId,
    context.memberId,
    context.requester,
    mail.to,
    mail.subject,
    mail.installLink,
    mail.raw,
    withheld ? 'not-mailed' : 'waiting',
    withheld ? messageToText(withheld) : null,
    context.at,
    context.dueAt,
  );
  await sql.notify(queuedChannel);
}
