import type { MemberRecord, TeamRecord } from '../records.ts';
import type { NewPerson, PeopleStorage, Recipient } from '../storage.ts';
import { removeDevices } from './devices.ts';
import type { Sql, SqlDatabase } from './sql.ts';

const teamColumns =
  'teams.id, teams.name, teams.ungrouped, coalesce((SELECT min(id) FROM users), 0) AS owner';

type TeamRow = {
  readonly id: number;
  readonly name: string;
  readonly ungrouped: number;
  readonly owner: number;
};
type MemberRow = {
  readonly id: number;
  readonly name: string | null;
  readonly email: string;
  readonly is_deleted: number;
};

export function peopleIn(database: SqlDatabase): PeopleStorage {
  return {
    teams: () => teams(database),
    members: async () => {
      const listed = await database.rows<readonly [id: number]>(
        'SELECT id FROM members WHERE is_deleted = 0 AND is_listed = 1',
      );
      return [...(await membersById(database, listed.flat())).values()];
    },
    resolve: (teamIds, memberIds) => resolveMembers(database, teamIds, memberIds),
    findByEmail: (emails) =>
      database.all<Recipient>(
        `SELECT email, name FROM members WHERE is_deleted = 0 AND email_key IN ${database.textList}`,
        JSON.stringify(emails.map(caseKey)),
      ),
    addTeam: (name, at) =>
      database.transaction(async (sql) => {
        const id = await addTeam(sql, name, at);
        return id === null ? null : ((await teams(sql)).find((team) => team.id === id) ?? null);
      }),
    addMember: (email, name, at) => database.transaction((sql) => addMember(sql, email, name, at)),
    importPeople: (people, at) =>
      database.transaction(async (sql) => {
        for (const person of people) await importPerson(sql, person, at);
      }),
    renameTeam: (id, name) =>
      database.transaction(async (sql) => {
        const other = 'SELECT 1 FROM teams WHERE name_key = ? AND id <> ?';
        if (await sql.get(other, caseKey(name), id)) return 'taken';
        const rename = 'UPDATE teams SET name = ?, name_key = ? WHERE id = ? AND ungrouped = 0';
        return (await sql.run(rename, name, caseKey(name), id)) > 0 ? 'done' : 'missing';
      }),
    changeMember: (id, change) => database.transaction((sql) => changeMember(sql, id, change)),
    removeTeam: (id) =>
      database.transaction(
        async (sql) => (await sql.run('DELETE FROM teams WHERE id = ? AND ungrouped = 0', id)) > 0,
      ),
    removeMember: (id) => database.transaction((sql) => removeMember(sql, id)),
    join: (memberId, teamId) => database.transaction((sql) => join(sql, memberId, teamId)),
    leave: (memberId, teamId) => database.transaction((sql) => leave(sql, memberId, teamId)),
    move: (memberId, from, to) => database.transaction((sql) => move(sql, memberId, from, to)),
  };
}

async function resolveMembers(
  sql: Sql,
  teamIds: readonly number[],
  memberIds: readonly number[],
): ReturnType<PeopleStorage['resolve']> {
  const all = await teams(sql);
  const teamIdsFound = new Set(all.map(({ id }) => id));
  const members = JSON.stringify(memberIds);
  const withUngrouped = all.some(({ id, ungrouped }) => ungrouped && teamIds.includes(id));
  const found = await sql.rows<readonly [id: number]>(
    `SELECT id FROM members WHERE is_deleted = 0 AND id IN ${sql.numberList}`,
    members,
  );
  const foundIds = new Set(found.flat());
  const recipients = await sql.all<Recipient>(
    `SELECT email, name FROM members WHERE is_deleted = 0 AND (id IN ${sql.numberList}
       OR id IN (SELECT member_id FROM team_members WHERE team_id IN ${sql.numberList})
       OR (? = 1 AND is_listed = 1 AND id NOT IN (SELECT member_id FROM team_members))) ORDER BY id`,
    members,
    JSON.stringify(teamIds),
    withUngrouped ? 1 : 0,
  );
  return {
    recipients,
    unknown: {
      teamIds: [...new Set(teamIds)].filter((id) => !teamIdsFound.has(id)),
      memberIds: [...new Set(memberIds)].filter((id) => !foundIds.has(id)),
    },
  };
}

async function addTeam(sql: Sql, name: string, at: number): Promise<number | null> {
  const added = await sql.get<{ id: number }>(
    'INSERT INTO teams (name, name_key, created_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING RETURNING id',
    name,
    caseKey(name),
    at,
  );
  return added?.id ?? null;
}

async function importPerson(sql: Sql, { member, team }: NewPerson, at: number): Promise<void> {
  const teamId =
    team === null
      ? null
      : ((await addTeam(sql, team, at)) ?? (await findByKey(sql, 'teams', 'name_key', team)));
  if (member === null) return;
  const memberId =
    (await insertMember(sql, member.email, member.name, at)) ??
    (await findByKey(sql, 'members', 'email_key', member.email));
  if (memberId === null) return;
  const name = 'UPDATE members SET name = ? WHERE id = ? AND name IS NULL';
  if (member.name !== null) await sql.run(name, member.name, memberId);
  if (teamId !== null) await join(sql, memberId, teamId);
}

async function changeMember(
  sql: Sql,
  id: number,
  change: { name?: string | null; email?: string },
): ReturnType<PeopleStorage['changeMember']> {
  const member = (await membersById(sql, [id])).get(id);
  if (!member || member.isDeleted) return 'missing';
  const email = change.email ?? member.email;
  const other = await sql.get<{ is_shown: number }>(
    `SELECT CASE WHEN is_deleted = 0 AND is_listed = 1 THEN 1 ELSE 0 END AS is_shown
       FROM members WHERE email_key = ? AND id <> ?`,
    caseKey(email),
    id,
  );
  if (other) return other.is_shown === 1 ? 'taken' : 'unlisted';
  const name = change.name === undefined ? member.name : change.name;
  const statement = 'UPDATE members SET name = ?, email = ?, email_key = ? WHERE id = ?';
  await sql.run(statement, name, email, caseKey(email), id);
  return 'done';
}

async function join(sql: Sql, memberId: number, teamId: number): Promise<boolean> {
  const team = await sql.get('SELECT 1 FROM teams WHERE id = ? AND ungrouped = 0', teamId);
  const member = await sql.get('SELECT 1 FROM members WHERE id = ? AND is_deleted = 0', memberId);
  if (!team || !member) return false;
  const statement = 'INSERT INTO team_members (team_id, member_id) VALUES (?, ?) ON CONFLICT DO NOTHING';
  await sql.run(statement, teamId, memberId);
  return true;
}

async function leave(sql: Sql, memberId: number, teamId: number): Promise<boolean> {
  const statement = 'DELETE FROM team_members WHERE team_id = ? AND member_id = ?';
  return (await sql.run(statement, teamId, memberId)) > 0;
}

async function move(
  sql: Sql,
  memberId: number,
  from: number,
  to: number,
): Promise<'done' | 'missing' | 'elsewhere'> {
  const member = (await membersById(sql, [memberId])).get(memberId);
  const target = (await teams(sql)).find((team) => team.id === to);
  if (!member || member.isDeleted || !target) return 'missing';
  if (!member.teams.some((team) => team.id === from)) return 'elsewhere';
  if (from === to) return 'done';
  await leave(sql, memberId, from);
  if (!target.ungrouped) await join(sql, memberId, to);
  return 'done';
}

/**
 * Adds or restores the member and returns its id. New members are unlisted until mail is accepted. Must run
 * in a transaction.
 */
export async function findOrAddMember(sql: Sql, email: string, at: number): Promise<number> {
  const existing = await sql.get<{ id: number; is_deleted: number }>(
    'SELECT id, is_deleted FROM members WHERE email_key = ?',
    caseKey(email),
  );
  if (existing && existing.is_deleted === 0) return existing.id;
  const id = (await insertMember(sql, email, null, at)) ?? 0;
  await sql.run('UPDATE members SET is_listed = 0 WHERE id = ?', id);
  return id;
}

/** Returns the members with these ids. Includes removed and unlisted members. */
export async function membersById(sql: Sql, ids: readonly number[]): Promise<Map<number, MemberRecord>> {
  const values = JSON.stringify(ids);
  const rows = await sql.all<MemberRow>(
    `SELECT id, name, email, is_deleted FROM members WHERE id IN ${sql.numberList} ORDER BY id`,
    values,
  );
  const memberships = await sql.rows<readonly [memberId: number, teamId: number]>(
    `SELECT member_id, team_id FROM team_members WHERE member_id IN ${sql.numberList} ORDER BY team_id`,
    values,
  );
  const all = await teams(sql);
  const byId = new Map(all.map((team) => [team.id, team]));
  const teamIdsByMember = Map.groupBy(memberships, ([memberId]) => memberId);
  const ungrouped = all.filter((team) => team.ungrouped);
  return new Map(
    rows.map((row) => {
      const memberTeams =
        teamIdsByMember.get(row.id)?.flatMap(([, teamId]) => byId.get(teamId) ?? []) ?? ungrouped;
      return [
        row.id,
        { id: row.id, name: row.name, email: row.email, isDeleted: row.is_deleted === 1, teams: memberTeams },
      ];
    }),
  );
}

/** Names and addresses are case-insensitive. */
function caseKey(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

async function teams(sql: Sql): Promise<readonly TeamRecord[]> {
  return (await sql.all<TeamRow>(`SELECT ${teamColumns} FROM teams ORDER BY id`)).map(teamFromRow);
}

function teamFromRow(row: TeamRow): TeamRecord {
  return { id: row.id, name: row.name, ownerId: row.owner, ungrouped: row.ungrouped === 1 };
}

async function addMember(
  sql: Sql,
  email: string,
  name: string | null,
  at: number,
): Promise<MemberRecord | null> {
  const id = await insertMember(sql, email, name, at);
  return id === null ? null : ((await membersById(sql, [id])).get(id) ?? null);
}

/** Also restores a removed member and lists an unlisted member. Returns null if the address is taken. */
async function insertMember(
  sql: Sql,
  email: string,
  name: string | null,
  at: number,
): Promise<number | null> {
  const added = await sql.get<{ id: number }>(
    `INSERT INTO members (email, email_key, name, created_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (email_key) DO UPDATE
     SET is_deleted = 0, is_listed = 1, email = excluded.email, name = excluded.name
     WHERE members.is_deleted = 1 OR members.is_listed = 0 RETURNING id`,
    email,
    caseKey(email),
    name,
    at,
  );
  return added?.id ?? null;
}

async function findByKey(
  sql: Sql,
  table: 'teams' | 'members',
  column: 'name_key' | 'email_key',
  text: string,
): Promise<number | null> {
  const row = await sql.get<{ id: number }>(`SELECT id FROM ${table} WHERE ${column} = ?`, caseKey(text));
  return row?.id ?? null;
}

async function removeMember(sql: Sql, id: number): Promise<boolean> {
  const removed = await sql.run('UPDATE members SET is_deleted = 1 WHERE id = ? AND is_deleted = 0', id);
  if (removed === 0) return false;
  await sql.run('DELETE FROM team_members WHERE member_id = ?', id);
  await sql.run('DELETE FROM share_links WHERE share_id IN (SELECT id FROM shares WHERE member_id = ?)', id);
  await sql.run("DELETE FROM mails WHERE member_id = ? AND state = 'waiting'", id);
  await removeDevices(sql, id);
  return true;
}
