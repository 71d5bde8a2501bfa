import type { Database } from '../../base/database/database.ts';
import type { MemberRecord, TeamRecord } from './records.ts';
import type { NewPerson, PeopleStorage, Recipient } from './storage.ts';

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

export function embeddedPeople(database: Database): PeopleStorage {
  return {
    teams: async () => teams(database),
    members: async () => [...membersById(database, null).values()].filter((member) => !member.isDeleted),
    named: async (teamIds, memberIds) => named(database, teamIds, memberIds),
    withAddresses: async (emails) =>
      database.all<Recipient>(
        'SELECT email, name FROM members WHERE is_deleted = 0 AND email_key IN (SELECT value FROM json_each(?))',
        JSON.stringify(emails.map(keyOf)),
      ),
    addTeam: async (name, at) =>
      database.transaction(() => {
        const id = addTeam(database, name, at);
        return id === null ? null : (teams(database).find((team) => team.id === id) ?? null);
      }),
    addMember: async (email, name, at) => database.transaction(() => addMember(database, email, name, at)),
    addAll: async (people, at) =>
      database.transaction(() => {
        for (const person of people) addPerson(database, person, at);
      }),
    renameTeam: async (id, name) =>
      database.transaction(() => {
        const other = database.get('SELECT 1 FROM teams WHERE name_key = ? AND id <> ?', keyOf(name), id);
        if (other) return 'taken';
        const sql = 'UPDATE teams SET name = ?, name_key = ? WHERE id = ? AND ungrouped = 0';
        return database.run(sql, name, keyOf(name), id).changes > 0 ? 'done' : 'missing';
      }),
    changeMember: async (id, change) =>
      database.transaction(() => {
        const member = membersById(database, [id]).get(id);
        if (!member || member.isDeleted) return 'missing';
        const email = change.email ?? member.email;
        const other = database.get('SELECT 1 FROM members WHERE email_key = ? AND id <> ?', keyOf(email), id);
        if (other) return 'taken';
        const name = change.name === undefined ? member.name : change.name;
        database.run(
          'UPDATE members SET name = ?, email = ?, email_key = ? WHERE id = ?',
          name,
          email,
          keyOf(email),
          id,
        );
        return 'done';
      }),
    removeTeam: async (id) =>
      database.run('DELETE FROM teams WHERE id = ? AND ungrouped = 0', id).changes > 0,
    removeMember: async (id) => database.transaction(() => removeMember(database, id)),
    join: async (memberId, teamId) => database.transaction(() => join(database, memberId, teamId)),
    leave: async (memberId, teamId) => leave(database, memberId, teamId),
    move: async (memberId, from, to) => database.transaction(() => move(database, memberId, from, to)),
  };
}

function named(
  database: Database,
  teamIds: readonly number[],
  memberIds: readonly number[],
): Awaited<ReturnType<PeopleStorage['named']>> {
  const all = teams(database);
  const known = new Set(all.map(({ id }) => id));
  const members = JSON.stringify(memberIds);
  const withUngrouped = all.some(({ id, ungrouped }) => ungrouped && teamIds.includes(id));
  const unknown = database.lists<readonly [id: number]>(
    `SELECT DISTINCT value FROM json_each(?)
     WHERE value NOT IN (SELECT id FROM members WHERE is_deleted = 0)`,
    members,
  );
  const recipients = database.all<Recipient>(
    `SELECT email, name FROM members WHERE is_deleted = 0 AND (id IN (SELECT value FROM json_each(?))
       OR id IN (SELECT member_id FROM team_members WHERE team_id IN (SELECT value FROM json_each(?)))
       OR (? AND id NOT IN (SELECT member_id FROM team_members))) ORDER BY id`,
    members,
    JSON.stringify(teamIds),
    withUngrouped ? 1 : 0,
  );
  return {
    recipients,
    unknown: {
      teamIds: [...new Set(teamIds)].filter((id) => !known.has(id)),
      memberIds: unknown.map(([id]) => id),
    },
  };
}

/** Null when the name is taken. */
function addTeam(database: Database, name: string, at: number): number | null {
  const { changes, id } = database.run(
    'INSERT INTO teams (name, name_key, created_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    name,
    keyOf(name),
    at,
  );
  return changes > 0 ? id : null;
}

function addPerson(database: Database, { member, team }: NewPerson, at: number): void {
  const teamId =
    team === null ? null : (addTeam(database, team, at) ?? idOfKey(database, 'teams', 'name_key', team));
  if (member === null) return;
  const memberId =
    insertMember(database, member.email, member.name, at) ??
    idOfKey(database, 'members', 'email_key', member.email);
  if (memberId === null) return;
  const nameSql = 'UPDATE members SET name = ? WHERE id = ? AND name IS NULL';
  if (member.name !== null) database.run(nameSql, member.name, memberId);
  if (teamId !== null) join(database, memberId, teamId);
}

function join(database: Database, memberId: number, teamId: number): boolean {
  const team = database.get('SELECT 1 FROM teams WHERE id = ? AND ungrouped = 0', teamId);
  const member = database.get('SELECT 1 FROM members WHERE id = ? AND is_deleted = 0', memberId);
  if (!team || !member) return false;
  database.run(
    'INSERT INTO team_members (team_id, member_id) VALUES (?, ?) ON CONFLICT DO NOTHING',
    teamId,
    memberId,
  );
  return true;
}

function leave(database: Database, memberId: number, teamId: number): boolean {
  const sql = 'DELETE FROM team_members WHERE team_id = ? AND member_id = ?';
  return database.run(sql, teamId, memberId).changes > 0;
}

function move(
  database: Database,
  memberId: number,
  from: number,
  to: number,
): 'done' | 'missing' | 'elsewhere' {
  const member = membersById(database, [memberId]).get(memberId);
  const target = teams(database).find((team) => team.id === to);
  if (!member || member.isDeleted || !target) return 'missing';
  if (!member.teams.some((team) => team.id === from)) return 'elsewhere';
  if (from === to) return 'done';
  leave(database, memberId, from);
  if (!target.ungrouped) join(database, memberId, to);
  return 'done';
}

/** The member with this address, made if there is none and brought back if it was removed. For use in a transaction. */
export function findOrAddMember(database: Database, email: string, at: number): number {
  const known = database.get<{ id: number; is_deleted: number }>(
    'SELECT id, is_deleted FROM members WHERE email_key = ?',
    keyOf(email),
  );
  if (known && known.is_deleted === 0) return known.id;
  return addMember(database, email, null, at)?.id ?? 0;
}

/** Every member asked for, or all of them, removed ones included. */
export function membersById(database: Database, ids: readonly number[] | null): Map<number, MemberRecord> {
  const chosen = ids === null ? null : JSON.stringify(ids);
  const only = (column: string): string =>
    chosen === null ? '' : `WHERE ${column} IN (SELECT value FROM json_each(?))`;
  const values = chosen === null ? [] : [chosen];
  const rows = database.all<MemberRow>(
    `SELECT id, name, email, is_deleted FROM members ${only('id')} ORDER BY id`,
    ...values,
  );
  const joined = database.lists<readonly [memberId: number, teamId: number]>(
    `SELECT member_id, team_id FROM team_members ${only('member_id')} ORDER BY team_id`,
    ...values,
  );
  const all = teams(database);
  const byId = new Map(all.map((team) => [team.id, team]));
  const grouped = Map.groupBy(joined, ([memberId]) => memberId);
  const ungrouped = all.filter((team) => team.ungrouped);
  return new Map(
    rows.map((row) => {
      const own = grouped.get(row.id)?.flatMap(([, teamId]) => byId.get(teamId) ?? []) ?? ungrouped;
      return [
        row.id,
        { id: row.id, name: row.name, email: row.email, isDeleted: row.is_deleted === 1, teams: own },
      ];
    }),
  );
}

/** Letter case is kept but does not tell two names or addresses apart. */
function keyOf(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

function teams(database: Database): readonly TeamRecord[] {
  return database.all<TeamRow>(`SELECT ${teamColumns} FROM teams ORDER BY id`).map(teamFromRow);
}

function teamFromRow(row: TeamRow): TeamRecord {
  return { id: row.id, name: row.name, ownerId: row.owner, ungrouped: row.ungrouped === 1 };
}

function addMember(database: Database, email: string, name: string | null, at: number): MemberRecord | null {
  const id = insertMember(database, email, name, at);
  return id === null ? null : (membersById(database, [id]).get(id) ?? null);
}

/** Null when the address is taken. */
function insertMember(database: Database, email: string, name: string | null, at: number): number | null {
  const { changes } = database.run(
    `INSERT INTO members (email, email_key, name, created_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (email_key) DO UPDATE
     SET is_deleted = 0, email = excluded.email, name = excluded.name WHERE is_deleted = 1`,
    email,
    keyOf(email),
    name,
    at,
  );
  return changes === 0 ? null : idOfKey(database, 'members', 'email_key', email);
}

function idOfKey(
  database: Database,
  table: 'teams' | 'members',
  column: 'name_key' | 'email_key',
  text: string,
): number | null {
  const sql = `SELECT id FROM ${table} WHERE ${column} = ?`;
  return database.get<{ id: number }>(sql, keyOf(text))?.id ?? null;
}

/** Their links and waiting mails end; what was shared with them stays in the history of the versions. */
function removeMember(database: Database, id: number): boolean {
  const { changes } = database.run('UPDATE members SET is_deleted = 1 WHERE id = ? AND is_deleted = 0', id);
  if (changes === 0) return false;
  database.run('DELETE FROM team_members WHERE member_id = ?', id);
  database.run('DELETE FROM share_links WHERE share_id IN (SELECT id FROM shares WHERE member_id = ?)', id);
  database.run("DELETE FROM mails WHERE member_id = ? AND state = 'queued'", id);
  return true;
}
