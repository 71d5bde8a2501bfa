import { messageOf } from '../../../messages/message.ts';
import type { NewMail } from '../mail-storage.ts';
import type { DeclinedMail, UnsubscribeRecipient, UnsubscriptionStorage } from '../unsubscription-storage.ts';
import { messageToText } from './message-column.ts';
import type { Sql, SqlDatabase } from './sql.ts';

const reason = messageOf('withheld/unsubscribed');

export function unsubscriptionsIn(database: SqlDatabase): UnsubscriptionStorage {
  return {
    recipient: (token) =>
      database.get<UnsubscribeRecipient>(
        `SELECT member_id AS "memberId", email, application_id AS "applicationId",
           applications.name AS "applicationName"
         FROM unsubscribe_links
         JOIN members ON members.id = member_id AND is_deleted = 0
         JOIN applications ON applications.id = application_id
         WHERE token = ?`,
        token,
      ),
    add: (memberId, applicationId, at) =>
      database.transaction(async (sql) => {
        await insertUnsubscription(sql, memberId, applicationId, at);
        await withholdMessages(sql, memberId, applicationId);
      }),
    remove: async (memberId, applicationId) => {
      const statement =
        'DELETE FROM unsubscriptions WHERE member_id = ? AND (application_id IS NULL OR application_id = ?)';
      await database.run(statement, memberId, applicationId);
    },
    of: (memberId, applicationId) => declinedMail(database, memberId, applicationId),
  };
}

async function insertUnsubscription(
  sql: Sql,
  memberId: number,
  applicationId: number | null,
  at: number,
): Promise<void> {
  // PostgreSQL needs the types of parameters that may be null.
  await sql.run(
    `INSERT INTO unsubscriptions (member_id, application_id, at)
     SELECT id, CAST(? AS INTEGER), CAST(? AS BIGINT) FROM members
     WHERE id = ? AND (CAST(? AS INTEGER) IS NULL OR EXISTS (SELECT 1 FROM applications WHERE applications.id = ?))
     ON CONFLICT DO NOTHING`,
    applicationId,
    at,
    memberId,
    applicationId,
    applicationId,
  );
}

/** Does not withhold a message that is being delivered, unless this attempt fails. */
async function withholdMessages(sql: Sql, memberId: number, applicationId: number | null): Promise<void> {
  await sql.run(
    `UPDATE mails SET state = 'not-mailed', raw = NULL, failure = ?
     WHERE member_id = ? AND state IN ('waiting', 'refused') AND leased_until <= ${sql.clock}
       AND (CAST(? AS INTEGER) IS NULL OR version_id IN (SELECT id FROM versions WHERE application_id = ?))`,
    messageToText(reason),
    memberId,
    applicationId,
    applicationId,
  );
  await sql.run(
    `UPDATE shares SET status = 0 WHERE member_id = ? AND status = 1 AND NOT EXISTS (
       SELECT 1 FROM mails WHERE mails.version_id = shares.version_id AND mails.member_id = shares.member_id
         AND NOT (${isWithheld()}))`,
    memberId,
  );
}

async function declinedMail(sql: Sql, memberId: number, applicationId: number): Promise<DeclinedMail> {
  const found = await sql.rows<readonly [applicationId: number | null]>(
    `SELECT application_id FROM unsubscriptions
     WHERE member_id = ? AND (application_id IS NULL OR application_id = ?)`,
    memberId,
    applicationId,
  );
  if (found.length === 0) return 'nothing';
  return found.flat().includes(null) ? 'everything' : 'application';
}

/** Returns the condition for messages of a table or alias that were withheld on purpose. */
export const isWithheld = (mails = 'mails'): string =>
  `${mails}.state = 'not-mailed' AND ${mails}.failure IS NOT NULL`;

/** Withholds a leased message if its recipient has declined mail about the application. Returns true if so. */
export async function withholdIfDeclined(
  sql: Sql,
  mail: { readonly id: string; readonly versionId: number | null; readonly memberId: number | null },
): Promise<boolean> {
  const { id, memberId, versionId } = mail;
  const applicationId = versionId === null ? null : await applicationOf(sql, versionId);
  if (memberId === null || applicationId === null) return false;
  if ((await declinedMail(sql, memberId, applicationId)) === 'nothing') return false;
  const statement =
    "UPDATE mails SET state = 'not-mailed', raw = NULL, failure = ?, leased_until = 0 WHERE id = ?";
  await sql.run(statement, messageToText(reason), id);
  return true;
}

export async function applicationOf(sql: Sql, versionId: number): Promise<number | null> {
  const statement = 'SELECT application_id AS "applicationId" FROM versions WHERE id = ?';
  return (await sql.get<{ applicationId: number }>(statement, versionId))?.applicationId ?? null;
}

/**
 * Records the link of a message, and returns the message; without its content if the member has declined mail.
 * Must run in the transaction that records the message.
 */
export async function withUnsubscribeLink(
  sql: Sql,
  { mail, token }: { readonly mail: NewMail; readonly token: string },
  { memberId, applicationId }: { readonly memberId: number; readonly applicationId: number },
): Promise<NewMail> {
  if (mail.withheld) return mail;
  if ((await declinedMail(sql, memberId, applicationId)) !== 'nothing')
    return { ...mail, raw: null, withheld: reason };
  const statement = 'INSERT INTO unsubscribe_links (token, member_id, application_id) VALUES (?, ?, ?)';
  await sql.run(statement, token, memberId, applicationId);
  return mail;
}
