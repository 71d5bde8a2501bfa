import type { UnsubscriptionStorage } from '../unsubscription-storage.ts';
import { caseKey } from './people.ts';
import type { SqlDatabase } from './sql.ts';

export function unsubscriptionsIn(database: SqlDatabase): UnsubscriptionStorage {
  return {
    add: async (memberId, applicationId, at) => {
      await database.run(
        `INSERT INTO unsubscriptions (member_id, application_id, at)
         SELECT id, ?, ? FROM members
         WHERE id = ? AND (? IS NULL OR EXISTS (SELECT 1 FROM applications WHERE applications.id = ?))
         ON CONFLICT DO NOTHING`,
        applicationId,
        at,
        memberId,
        applicationId,
        applicationId,
      );
    },
    remove: async (memberId, applicationId) => {
      const statement =
        'DELETE FROM unsubscriptions WHERE member_id = ? AND (application_id IS NULL OR application_id = ?)';
      await database.run(statement, memberId, applicationId);
    },
    of: async (memberId, applicationId) => {
      const found = await database.rows<readonly [applicationId: number | null]>(
        `SELECT application_id FROM unsubscriptions
         WHERE member_id = ? AND (application_id IS NULL OR application_id = ?)`,
        memberId,
        applicationId,
      );
      if (found.length === 0) return 'nothing';
      return found.flat().includes(null) ? 'everything' : 'application';
    },
    find: async (applicationId, emails) =>
      (
        await database.rows<readonly [email: string]>(
          `SELECT email FROM members WHERE email_key IN ${database.textList} AND EXISTS (
             SELECT 1 FROM unsubscriptions
             WHERE member_id = members.id AND (application_id IS NULL OR application_id = ?))`,
          JSON.stringify(emails.map(caseKey)),
          applicationId,
        )
      ).flat(),
  };
}
