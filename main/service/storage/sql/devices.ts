import {
  type DeviceChallenge,
  type DeviceStorage,
  maxChallengesPerMember,
  maxDevicesPerMember,
  type NewChallenge,
  type NewDevice,
} from '../device-storage.ts';
import type { Sql, SqlDatabase } from './sql.ts';

const selectDevices = `
  SELECT devices.id, member_id AS "memberId", email, name, udid, product,
    system_version AS "systemVersion", registered_at AS "registeredAt"
  FROM devices JOIN members ON members.id = member_id`;

export function devicesIn(database: SqlDatabase): DeviceStorage {
  return {
    list: () => database.all(`${selectDevices} ORDER BY devices.id`),
    ofMember: (memberId) =>
      database.all(`${selectDevices} WHERE member_id = ? ORDER BY devices.id`, memberId),
    addChallenge: (challenge, now) => database.transaction((sql) => addChallenge(sql, challenge, now)),
    register: (by, device, at) => database.transaction((sql) => register(sql, by, device, at)),
    remove: async (id) => (await database.run('DELETE FROM devices WHERE id = ?', id)) > 0,
  };
}

/** Must run in a transaction. */
export async function removeDevices(sql: Sql, memberId: number): Promise<void> {
  await sql.run('DELETE FROM devices WHERE member_id = ?', memberId);
  await sql.run('DELETE FROM device_challenges WHERE member_id = ?', memberId);
}

async function addChallenge(
  sql: Sql,
  { challengeHash, memberId, expiresAt }: NewChallenge,
  now: number,
): Promise<void> {
  if (!(await sql.get('SELECT 1 FROM members WHERE id = ? AND is_deleted = 0', memberId))) return;
  await sql.run('DELETE FROM device_challenges WHERE expires_at <= ?', now);
  await sql.run(
    `DELETE FROM device_challenges WHERE member_id = ? AND challenge_hash NOT IN (
       SELECT challenge_hash FROM device_challenges WHERE member_id = ? ORDER BY expires_at DESC LIMIT ?)`,
    memberId,
    memberId,
    maxChallengesPerMember - 1,
  );
  await sql.run(
    'INSERT INTO device_challenges (challenge_hash, member_id, expires_at) VALUES (?, ?, ?)',
    challengeHash,
    memberId,
    expiresAt,
  );
}

async function register(
  sql: Sql,
  { challengeHash, memberId }: DeviceChallenge,
  { udid, product, systemVersion }: NewDevice,
  at: number,
): Promise<boolean> {
  const used = await sql.run(
    'DELETE FROM device_challenges WHERE challenge_hash = ? AND member_id = ? AND expires_at > ?',
    challengeHash,
    memberId,
    at,
  );
  if (used === 0) return false;
  await sql.run('UPDATE members SET is_listed = 1 WHERE id = ?', memberId);
  // Removed and added again, so that the newest registration has the highest id.
  await sql.run('DELETE FROM devices WHERE member_id = ? AND udid = ?', memberId, udid);
  await sql.run(
    'INSERT INTO devices (member_id, udid, product, system_version, registered_at) VALUES (?, ?, ?, ?, ?)',
    memberId,
    udid,
    product,
    systemVersion,
    at,
  );
  await sql.run(
    `DELETE FROM devices WHERE member_id = ? AND id NOT IN (
       SELECT id FROM devices WHERE member_id = ? ORDER BY id DESC LIMIT ?)`,
    memberId,
    memberId,
    maxDevicesPerMember,
  );
  return true;
}
