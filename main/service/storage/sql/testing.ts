import type { VersionRecord } from '../records.ts';
import type {
  NewSend,
  NewVersion,
  OneSend,
  OneShare,
  PlannedSend,
  SendBatch,
  TestingStorage,
} from '../storage.ts';
import { type Builds, buildColumns, buildValues, checkPackage } from './builds.ts';
import { queueMail } from './mail.ts';
import { findOrAddMember } from './people.ts';
import { listTag } from './schema.ts';
import { shareStates } from './shares.ts';
import { insert, type Sql, type SqlDatabase } from './sql.ts';
import { applicationOf, isWithheld, withUnsubscribeLink } from './unsubscriptions.ts';
import { loadApplications, loadVersion, loadVersionFacts, loadWithoutMembers } from './versions.ts';

export function testingIn(database: SqlDatabase, builds: Builds): TestingStorage {
  const version = (id: number): Promise<VersionRecord | null> => loadVersion(database, id);
  return {
    listTag: () => listTag(database, 'testing'),
    applications: () => loadApplications(database, null),
    application: async (id) => (await loadApplications(database, id))[0] ?? null,
    hasApplication: (id) => applicationExists(database, id),
    version,
    versionFacts: (id) => loadVersionFacts(database, id),
    addApplication: async (name, newVersion) => {
      const application = await builds.record(newVersion.build, async (sql) => {
        const statement = 'INSERT INTO applications (name, created_at) VALUES (?, ?)';
        const id = await insert(sql, statement, name, newVersion.at);
        await insertVersion(sql, id, newVersion);
        return (await loadWithoutMembers(sql, id))[0] ?? null;
      });
      if (!application) throw new TypeError('The new application was not found in its transaction.');
      return application;
    },
    addVersion: (applicationId, newVersion) =>
      builds.record(newVersion.build, async (sql) => {
        if (!(await applicationExists(sql, applicationId))) return null;
        await checkPackage(sql, 'versions WHERE application_id', applicationId, newVersion.build);
        const version = await loadVersionFacts(sql, await insertVersion(sql, applicationId, newVersion));
        return version && { ...version, members: [] };
      }),
    setActive: async (id, isActive, at) => {
      const statement = 'UPDATE versions SET is_active = ?, updated_at = ? WHERE id = ? AND is_active <> ?';
      const value = isActive ? 1 : 0;
      await database.run(statement, value, at, id, value);
      return version(id);
    },
    setReleaseNote: async (id, releaseNote, at) => {
      const statement =
        "UPDATE versions SET release_note = ?, release_note_html = ?, updated_at = ? WHERE id = ? AND coalesce(release_note, '') <> ?";
      const { text, html } = releaseNote ?? { text: null, html: null };
      await database.run(statement, text, html, at, id, text ?? '');
      return version(id);
    },
    recordSend: async (send) => {
      const outcome = await ifActive(database, send, (sql) => recordMessages(sql, send));
      return outcome === 'done' ? ((await version(send.versionId)) ?? 'missing') : outcome;
    },
    planSend: async (send) => {
      const outcome = await ifActive(database, send, (sql) => planBatches(sql, send));
      return outcome === 'done' ? 'planned' : outcome;
    },
    nextBatch: () => plannedPiece(database),
    recordBatch: (id, recipients) => database.transaction((sql) => recordPiece(sql, id, recipients)),
    undoSend: (send) => database.transaction((sql) => undoSend(sql, send)),
    shareStates: (versionId) => shareStates(database, versionId),
    revokeLinks: (of) => database.transaction((sql) => revokeLinks(sql, of)),
    removeShare: (of) =>
      database.transaction(async (sql) => {
        if (!(await revokeLinks(sql, of))) return false;
        return (await sql.run('DELETE FROM shares WHERE id = ?', of.shareId)) > 0;
      }),
    removeApplication: (id) =>
      builds.remove(async (sql) => {
        const hashes = await hashesToRemove(sql, 'application_id', id);
        return { removed: (await sql.run('DELETE FROM applications WHERE id = ?', id)) > 0, hashes };
      }),
    removeVersion: (id) =>
      builds.remove(async (sql) => {
        const hashes = await hashesToRemove(sql, 'id', id);
        return { removed: (await sql.run('DELETE FROM versions WHERE id = ?', id)) > 0, hashes };
      }),
  };
}

async function applicationExists(sql: Sql, id: number): Promise<boolean> {
  return (await sql.get('SELECT 1 FROM applications WHERE id = ?', id)) !== null;
}

function insertVersion(sql: Sql, applicationId: number, newVersion: NewVersion): Promise<number> {
  return insert(
    sql,
    `INSERT INTO versions (application_id, link_token, release_note, release_note_html, uploaded_at, updated_at, ${buildColumns})
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    applicationId,
    newVersion.linkToken,
    newVersion.releaseNote?.text ?? null,
    newVersion.releaseNote?.html ?? null,
    newVersion.at,
    newVersion.at,
    ...buildValues(newVersion.build),
  );
}

/** Runs `send` and updates `last_send_at` in one transaction, if the version exists and is active. */
function ifActive(
  database: SqlDatabase,
  { versionId, at }: { readonly versionId: number; readonly at: number },
  send: (sql: Sql) => Promise<void>,
): Promise<'done' | 'missing' | 'inactive'> {
  return database.transaction(async (sql) => {
    const statement = 'SELECT is_active FROM versions WHERE id = ?';
    const version = await sql.get<{ is_active: number }>(statement, versionId);
    if (!version) return 'missing';
    if (version.is_active === 0) return 'inactive';
    await send(sql);
    await sql.run('UPDATE versions SET last_send_at = ?, updated_at = ? WHERE id = ?', at, at, versionId);
    return 'done';
  });
}

type BatchRow = Omit<SendBatch, 'recipients' | 'silent'> & {
  readonly recipients: string;
  readonly silent: number;
};

async function planBatches(sql: Sql, send: PlannedSend): Promise<void> {
  const { versionId, requester = '', at, dueAt = at, address = null, silent = false, batches } = send;
  const statement =
    'INSERT INTO planned_sends (version_id, requester, at, due_at, address, silent, recipients) VALUES (?, ?, ?, ?, ?, ?, ?)';
  const shared = [versionId, requester, at, dueAt, address, silent ? 1 : 0] as const;
  for (const recipients of batches) await sql.run(statement, ...shared, JSON.stringify(recipients));
}

async function plannedPiece(sql: Sql): Promise<SendBatch | null> {
  const row = await sql.get<BatchRow>(
    'SELECT id, version_id AS "versionId", at, address, silent, recipients FROM planned_sends ORDER BY id LIMIT 1',
  );
  if (row === null) return null;
  const recipients = JSON.parse(row.recipients) as SendBatch['recipients'];
  return { ...row, silent: row.silent === 1, recipients };
}

async function recordPiece(sql: Sql, id: number, recipients: NewSend['recipients']): Promise<boolean> {
  const statement =
    'DELETE FROM planned_sends WHERE id = ? RETURNING version_id AS "versionId", requester, at, due_at AS "dueAt"';
  const piece = await sql.get<Omit<NewSend, 'recipients'>>(statement, id);
  if (!piece) return false;
  await recordMessages(sql, { ...piece, recipients });
  return true;
}

async function recordMessages(sql: Sql, send: NewSend): Promise<void> {
  const { versionId, requester = '', at, dueAt = at, recipients } = send;
  await sql.run('INSERT INTO requesters (requester) VALUES (?) ON CONFLICT DO NOTHING', requester);
  const applicationId = await applicationOf(sql, versionId);
  if (applicationId === null) throw new TypeError('A sent version has no application.');
  for (const { email, linkToken, mail: composed } of recipients) {
    const memberId = await findOrAddMember(sql, email, at);
    const mail = await withUnsubscribeLink(
      sql,
      { mail: composed, token: linkToken },
      { memberId, applicationId },
    );
    const share = await insert(
      sql,
      `INSERT INTO shares (version_id, member_id, status, last_share_at) VALUES (?, ?, ?, ?)
       ON CONFLICT (version_id, member_id) DO UPDATE
       SET status = CASE WHEN shares.status < excluded.status THEN excluded.status ELSE shares.status END,
         last_share_at = excluded.last_share_at`,
      versionId,
      memberId,
      mail.withheld ? 0 : 1,
      at,
    );
    await sql.run('INSERT INTO share_links (token, share_id) VALUES (?, ?)', linkToken, share);
    await queueMail(sql, mail, { versionId, memberId, requester, at, dueAt });
  }
}

async function undoSend(sql: Sql, { versionId, at }: OneSend): Promise<number> {
  await sql.run('DELETE FROM planned_sends WHERE version_id = ? AND at = ?', versionId, at);
  const withdrawn = await sql.rows<readonly [memberId: number | null]>(
    `DELETE FROM mails WHERE version_id = ? AND queued_at = ? AND state = 'waiting' AND leased_until <= ${sql.clock}
     RETURNING member_id`,
    versionId,
    at,
  );
  const left = `SELECT count(*) AS count FROM mails WHERE version_id = ? AND queued_at = ? AND NOT (${isWithheld()})`;
  const leftCount = (await sql.get<{ count: number }>(left, versionId, at))?.count ?? 0;
  const withheld = `DELETE FROM mails WHERE version_id = ? AND queued_at = ? AND ${isWithheld()} RETURNING member_id`;
  // A send that was partly delivered keeps the access that it gave without messages.
  if (leftCount === 0) {
    withdrawn.push(...(await sql.rows<readonly [memberId: number | null]>(withheld, versionId, at)));
  }
  const members = JSON.stringify(withdrawn.flat().filter((id) => id !== null));
  const others =
    'FROM mails WHERE mails.version_id = shares.version_id AND mails.member_id = shares.member_id';
  await sql.run(
    `DELETE FROM shares WHERE version_id = ? AND member_id IN ${sql.numberList} AND status <= 1
     AND NOT EXISTS (SELECT 1 ${others})`,
    versionId,
    members,
  );
  await sql.run(
    `UPDATE shares SET last_share_at = (SELECT max(queued_at) ${others}),
       status = CASE WHEN status = 1 AND NOT EXISTS (SELECT 1 ${others} AND NOT (${isWithheld()})) THEN 0 ELSE status END
     WHERE version_id = ? AND member_id IN ${sql.numberList}`,
    versionId,
    members,
  );
  await sql.run(
    `UPDATE versions SET last_send_at = (
       SELECT max(at) FROM (
         SELECT queued_at AS at FROM mails WHERE version_id = versions.id
         UNION ALL SELECT at FROM planned_sends WHERE version_id = versions.id) AS sends)
     WHERE id = ?`,
    versionId,
  );
  return leftCount;
}

async function revokeLinks(sql: Sql, { versionId, shareId }: OneShare): Promise<boolean> {
  const share = await sql.get<{ memberId: number }>(
    'SELECT member_id AS "memberId" FROM shares WHERE id = ? AND version_id = ?',
    shareId,
    versionId,
  );
  if (!share) return false;
  await sql.run('DELETE FROM share_links WHERE share_id = ?', shareId);
  const waiting = "DELETE FROM mails WHERE state = 'waiting' AND version_id = ? AND member_id = ?";
  await sql.run(waiting, versionId, share.memberId);
  return true;
}

/** Returns the build hashes of the versions to remove. Also removes their queued mail. */
async function hashesToRemove(
  sql: Sql,
  column: 'id' | 'application_id',
  id: number,
): Promise<readonly string[]> {
  await sql.run(
    `DELETE FROM mails WHERE state = 'waiting' AND version_id IN (SELECT id FROM versions WHERE ${column} = ?)`,
    id,
  );
  const statement = `SELECT sha256 FROM versions WHERE ${column} = ?`;
  return (await sql.rows<readonly [sha256: string]>(statement, id)).flat();
}
