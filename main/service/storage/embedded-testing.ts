import type { Database } from '../../base/database.ts';
import type { EmbeddedBlobs } from './embedded-blobs.ts';
import { buildCells, buildColumns, recordBuild, removeBuilds } from './embedded-builds.ts';
import { queueMail } from './embedded-mail.ts';
import { findOrAddMember } from './embedded-people.ts';
import { loadApplications, loadVersion } from './embedded-versions.ts';
import type { ApplicationWithVersions, VersionRecord } from './records.ts';
import type { NewSend, NewVersion, TestingStorage } from './storage.ts';

export function embeddedTesting(database: Database, blobs: EmbeddedBlobs): TestingStorage {
  const version = (id: number): VersionRecord | null => loadVersion(database, id);
  const application = (id: number): ApplicationWithVersions | null =>
    loadApplications(database, id)[0] ?? null;
  const isApplication = (id: number): boolean =>
    database.get('SELECT 1 FROM applications WHERE id = ?', id) !== null;
  return {
    applications: async () => loadApplications(database, null),
    application: async (id) => application(id),
    hasApplication: async (id) => isApplication(id),
    version: async (id) => version(id),
    addApplication: async (name, given) => {
      const made = await recordBuild(database, blobs, given.build, () => {
        const sql = 'INSERT INTO applications (name, created_at) VALUES (?, ?)';
        const { id } = database.run(sql, name, given.at);
        insertVersion(database, id, given);
        return application(id);
      });
      if (!made) throw new TypeError('The application vanished inside its own transaction.');
      return made;
    },
    addVersion: (applicationId, given) =>
      recordBuild(database, blobs, given.build, () => {
        if (!isApplication(applicationId)) return null;
        return version(insertVersion(database, applicationId, given));
      }),
    setActive: async (id, isActive, at) =>
      database.transaction(() => {
        const value = isActive ? 1 : 0;
        database.run(
          'UPDATE versions SET is_active = ?, updated_at = ? WHERE id = ? AND is_active <> ?',
          value,
          at,
          id,
          value,
        );
        return version(id);
      }),
    recordSend: async (send) =>
      database.transaction(() => {
        const known = database.get<{ is_active: number }>(
          'SELECT is_active FROM versions WHERE id = ?',
          send.versionId,
        );
        if (!known) return 'missing';
        if (known.is_active === 0) return 'inactive';
        recordSend(database, send);
        return version(send.versionId) ?? 'missing';
      }),
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
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    applicationId,
    given.linkToken,
    given.releaseNote,
    given.at,
    given.at,
    ...buildCells(given.build),
  ).id;
}

function recordSend(database: Database, { versionId, at, recipients }: NewSend): void {
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
  database.run('UPDATE versions SET last_send_at = ?, updated_at = ? WHERE id = ?', at, at, versionId);
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
