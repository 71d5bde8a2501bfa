import type { Database } from '../../base/database/database.ts';
import type { EmbeddedBlobs } from './embedded-blobs.ts';
import { buildCells, buildColumns, recordBuild, removeBuilds } from './embedded-builds.ts';
import { queueMail } from './embedded-mail.ts';
import { findOrAddMember } from './embedded-people.ts';
import { loadApplications, loadUnshared, loadVersion, loadVersionFacts } from './embedded-versions.ts';
import type { VersionRecord } from './records.ts';
import type { NewSend, NewVersion, PlannedPiece, PlannedSend, TestingStorage } from './storage.ts';

export function embeddedTesting(database: Database, blobs: EmbeddedBlobs): TestingStorage {
  const version = (id: number): Promise<VersionRecord | null> => loadVersion(database, id);
  const isApplication = (id: number): boolean =>
    database.get('SELECT 1 FROM applications WHERE id = ?', id) !== null;
  return {
    applications: () => loadApplications(database, null),
    application: async (id) => (await loadApplications(database, id))[0] ?? null,
    hasApplication: async (id) => isApplication(id),
    version,
    versionFacts: async (id) => loadVersionFacts(database, id),
    addApplication: async (name, given) => {
      const made = await recordBuild(database, blobs, given.build, () => {
        const sql = 'INSERT INTO applications (name, created_at) VALUES (?, ?)';
        const { id } = database.run(sql, name, given.at);
        insertVersion(database, id, given);
        return loadUnshared(database, id)[0] ?? null;
      });
      if (!made) throw new TypeError('The application vanished inside its own transaction.');
      return made;
    },
    addVersion: (applicationId, given) =>
      recordBuild(database, blobs, given.build, () => {
        if (!isApplication(applicationId)) return null;
        const made = loadVersionFacts(database, insertVersion(database, applicationId, given));
        return made && { ...made, members: [] };
      }),
    setActive: async (id, isActive, at) => {
      const sql = 'UPDATE versions SET is_active = ?, updated_at = ? WHERE id = ? AND is_active <> ?';
      const value = isActive ? 1 : 0;
      database.run(sql, value, at, id, value);
      return version(id);
    },
    recordSend: async (send) => {
      const outcome = whenActive(database, send, () => recordLetters(database, send));
      return outcome === 'done' ? ((await version(send.versionId)) ?? 'missing') : outcome;
    },
    planSend: async (send) => {
      const outcome = whenActive(database, send, () => planPieces(database, send));
      return outcome === 'done' ? 'planned' : outcome;
    },
    plannedPiece: async () => plannedPiece(database),
    recordPiece: async (id, recipients) => database.transaction(() => recordPiece(database, id, recipients)),
    removeApplication: (id) =>
      removeBuilds(database, blobs, () => {
        const hashes = removedHashes(database, 'application_id', id);
        const removed = database.run('DELETE FROM applications WHERE id = ?', id).changes > 0;
        return { removed, hashes };
      }),
    removeVersion: (id) =>
      removeBuilds(database, blobs, () => {
        const hashes = removedHashes(database, 'id', id);
        const removed = database.run('DELETE FROM versions WHERE id = ?', id).changes > 0;
        return { removed, hashes };
      }),
  };
}

function insertVersion(database: Database, applicationId: number, given: NewVersion): number {
  return database.run(
    `INSERT INTO versions (application_id, link_token, release_note, uploaded_at, updated_at, ${buildColumns})
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    applicationId,
    given.linkToken,
    given.releaseNote,
    given.at,
    given.at,
    ...buildCells(given.build),
  ).id;
}

/** Does `send` in one transaction and says so of the version, if it can be sent. */
function whenActive(
  database: Database,
  { versionId, at }: { readonly versionId: number; readonly at: number },
  send: () => void,
): 'done' | 'missing' | 'inactive' {
  return database.transaction(() => {
    const sql = 'SELECT is_active FROM versions WHERE id = ?';
    const known = database.get<{ is_active: number }>(sql, versionId);
    if (!known) return 'missing';
    if (known.is_active === 0) return 'inactive';
    send();
    database.run('UPDATE versions SET last_send_at = ?, updated_at = ? WHERE id = ?', at, at, versionId);
    return 'done';
  });
}

type PieceRow = Omit<PlannedPiece, 'recipients'> & { readonly recipients: string };

function planPieces(database: Database, { versionId, at, pieces }: PlannedSend): void {
  const sql = 'INSERT INTO planned_sends (version_id, at, recipients) VALUES (?, ?, ?)';
  for (const recipients of pieces) database.run(sql, versionId, at, JSON.stringify(recipients));
}

function plannedPiece(database: Database): PlannedPiece | null {
  const row = database.get<PieceRow>(
    'SELECT id, version_id AS versionId, at, recipients FROM planned_sends ORDER BY id LIMIT 1',
  );
  return row && { ...row, recipients: JSON.parse(row.recipients) as PlannedPiece['recipients'] };
}

function recordPiece(database: Database, id: number, recipients: NewSend['recipients']): boolean {
  const sql = 'SELECT version_id AS versionId, at FROM planned_sends WHERE id = ?';
  const piece = database.get<{ versionId: number; at: number }>(sql, id);
  if (!piece) return false;
  recordLetters(database, { ...piece, recipients });
  return database.run('DELETE FROM planned_sends WHERE id = ?', id).changes > 0;
}

function recordLetters(database: Database, { versionId, at, recipients }: NewSend): void {
  for (const { email, linkToken, mail } of recipients) {
    const memberId = findOrAddMember(database, email, at);
    database.run(
      `INSERT INTO shares (version_id, member_id, status, last_share_at) VALUES (?, ?, 1, ?)
       ON CONFLICT (version_id, member_id) DO UPDATE
       SET status = max(status, 1), last_share_at = excluded.last_share_at`,
      versionId,
      memberId,
      at,
    );
    const share = database.get<{ id: number }>(
      'SELECT id FROM shares WHERE version_id = ? AND member_id = ?',
      versionId,
      memberId,
    );
    database.run('INSERT INTO share_links (token, share_id) VALUES (?, ?)', linkToken, share?.id ?? 0);
    queueMail(database, mail, { versionId, memberId, at });
  }
}

/** Hashes of the versions about to go; mails that still wait would carry dead links, so they go too. */
function removedHashes(database: Database, column: 'id' | 'application_id', id: number): readonly string[] {
  database.run(
    `DELETE FROM mails WHERE state = 'queued' AND version_id IN (SELECT id FROM versions WHERE ${column} = ?)`,
    id,
  );
  return database
    .all<{ sha256: string }>(`SELECT sha256 FROM versions WHERE ${column} = ?`, id)
    .map((row) => row.sha256);
}
