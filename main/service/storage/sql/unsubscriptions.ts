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
        const isNew = await insertUnsubscription(sql, memberId, applicationId, at);
        if (isNew) await withholdMessages(sql, memberId, applicationId);
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
): Promise<boolean> {
  // PostgreSQL needs the types of parameters that may be null.
  const added = await sql.run(
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
  return added > 0;
}

/** A message that is being delivered is not withheld. */
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

/**
 * Records the link of a message, and returns the message; without its content if the member has declined mail
 * since it was composed. Must run in the transaction that records the message.
 */
export async function withUnsubscribeLink(
  sql: Sql,
  { mail, token }: { readonly mail: NewMail; readonly token: string },
  { memberId, versionId }: { readonly memberId: number; readonly versionId: number },
): Promise<NewMail> {
  const version = await sql.get<{ applicationId: number }>(
    'SELECT application_id AS "applicationId" FROM versions WHERE id = ?',
    versionId,
  );
  if (!version) return mail;
  const { applicationId } = version;
  const statement = 'INSERT INTO unsubscribe_links (token, member_id, application_id) VALUES (?, ?, ?)';
  await sql.run(statement, token, memberId, applicationId);
  if (mail.withheld || (await declinedMail(sql, memberId, applicationId)) === 'nothing') return mail;
  return { ...mail, raw: null, withheld: reason };
}
