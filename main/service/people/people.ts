import type { Clock } from '../../base/clock.ts';
import type { CodedError } from '../../base/errors.ts';
import { writeCsv } from '../../base/formats/csv.ts';
import { withGuard } from '../../base/formats/formula-guard.ts';
import { messageOf } from '../../messages/message.ts';
import { serviceErrors } from '../errors.ts';
import type { MemberView, PeopleRow, PeopleView, TeamView } from '../service-view.ts';
import type { MemberRecord, TeamRecord } from '../storage/records.ts';
import type { PeopleStorage } from '../storage/storage.ts';
import { importPeople } from './import-people.ts';
import type { PeopleDirectory } from './people-types.ts';
import { checkedAddress, checkedMemberName, checkedTeamName } from './validation.ts';

export function createPeople(people: PeopleStorage, clock: Clock): PeopleDirectory {
  const directory = createDirectory(people, clock);
  return {
    ...directory,
    importCsv: (file, options) =>
      importPeople({ ...directory, addAll: (more) => people.importPeople(more, clock.now()) }, file, options),
    exportCsv: async () => {
      const rows = peopleRows(await directory.list());
      return { rows, text: writePeopleCsv(rows) };
    },
  };
}

function createDirectory(
  people: PeopleStorage,
  clock: Clock,
): Omit<PeopleDirectory, 'importCsv' | 'exportCsv'> {
  const notFound = async (memberId: number, teamId: number): Promise<CodedError> => {
    const isMember = (await people.members()).some((member) => member.id === memberId);
    return serviceErrors.noPerson(
      isMember
        ? { what: messageOf('record/team'), id: teamId }
        : { what: messageOf('record/member'), id: memberId },
    );
  };
  return {
    list: async () => toView(await people.teams(), await people.members()),
    createTeam: async (given) => {
      const name = checkedTeamName(given);
      const team = await people.addTeam(name, clock.now());
      if (!team) throw serviceErrors.taken({ what: messageOf('record/team'), name });
      return { id: team.id, name: team.name, memberIds: [] };
    },
    createMember: async ({ email, name = null }) => {
      const address = checkedAddress(email);
      const member = await people.addMember(address, checkedMemberName(name), clock.now());
      if (!member) throw serviceErrors.taken({ what: messageOf('record/member'), name: address });
      return toMemberView(member);
    },
    addToTeam: async (memberId, teamId) => {
      if (!(await people.join(memberId, teamId))) throw await notFound(memberId, teamId);
    },
    removeFromTeam: async (memberId, teamId) => {
      if (!(await people.leave(memberId, teamId))) throw notInTeam(memberId, teamId);
    },
    move: async (memberId, fromTeamId, toTeamId) => {
      const outcome = await people.move(memberId, fromTeamId, toTeamId);
      if (outcome === 'missing') throw await notFound(memberId, toTeamId);
      if (outcome === 'elsewhere') throw notInTeam(memberId, fromTeamId);
    },
    renameTeam: async (id, given) => {
      const name = checkedTeamName(given);
      throwUnlessDone(await people.renameTeam(id, name), 'team', id, name);
    },
    changeMember: async (id, change) => {
      const email = change.email === undefined ? undefined : checkedAddress(change.email);
      const name = change.name === undefined ? undefined : checkedMemberName(change.name);
      const outcome = await people.changeMember(id, {
        ...(email === undefined ? {} : { email }),
        ...(name === undefined ? {} : { name }),
      });
      if (outcome === 'unlisted') throw serviceErrors.addressUsed({ email: email ?? '' });
      throwUnlessDone(outcome, 'member', id, email ?? '');
    },
    removeTeam: async (id) => {
      if (!(await people.removeTeam(id)))
        throw serviceErrors.noPerson({ what: messageOf('record/team'), id });
    },
    setTeams: async (memberId, teamIds) => {
      const member = (await people.members()).find(({ id }) => id === memberId);
      if (!member) throw serviceErrors.noPerson({ what: messageOf('record/member'), id: memberId });
      const existing = new Set((await people.teams()).filter((team) => !team.ungrouped).map(({ id }) => id));
      const unknown = teamIds.find((id) => !existing.has(id));
      if (unknown !== undefined)
        throw serviceErrors.noPerson({ what: messageOf('record/team'), id: unknown });
      const before = new Set(member.teams.filter((team) => !team.ungrouped).map(({ id }) => id));
      // Joins teams before leaving others, so that the member is never without a team.
      for (const id of teamIds) if (!before.has(id)) await people.join(memberId, id);
      for (const id of before) if (!teamIds.includes(id)) await people.leave(memberId, id);
    },
    removeMember: async (id) => {
      if (!(await people.removeMember(id)))
        throw serviceErrors.noPerson({ what: messageOf('record/member'), id });
    },
  };
}

function toView(teams: readonly TeamRecord[], members: readonly MemberRecord[]): PeopleView {
  const memberIds = new Map<number, number[]>(teams.map(({ id }) => [id, []]));
  for (const member of members) for (const team of member.teams) memberIds.get(team.id)?.push(member.id);
  const toTeamView = ({ id, name }: TeamRecord): TeamView => ({
    id,
    name,
    memberIds: memberIds.get(id) ?? [],
  });
  const ungrouped = teams.find((team) => team.ungrouped);
  if (!ungrouped) throw new Error('The directory has no ungrouped team.');
  return {
    teams: teams.filter((team) => !team.ungrouped).map(toTeamView),
    ungrouped: toTeamView(ungrouped),
    members: members.map(toMemberView),
  };
}

function toMemberView({ id, name, email }: MemberRecord): MemberView {
  return { id, name, email };
}

function notInTeam(memberId: number, teamId: number): CodedError {
  return serviceErrors.noPerson({ what: messageOf('record/memberOfTeam', { teamId }), id: memberId });
}

function throwUnlessDone(
  outcome: 'done' | 'missing' | 'taken',
  kind: 'team' | 'member',
  id: number,
  name: string,
): void {
  if (outcome === 'missing') throw serviceErrors.noPerson({ what: messageOf(`record/${kind}`), id });
  if (outcome === 'taken') throw serviceErrors.taken({ what: messageOf(`record/${kind}`), name });
}

/** Returns a row for each membership, each member without a team, and each empty team. */
function peopleRows({ teams, members }: PeopleView): readonly PeopleRow[] {
  const memberships = teams.flatMap(({ name, memberIds }) => memberIds.map((id) => ({ id, team: name })));
  const teamsOf = Map.groupBy(memberships, ({ id }) => id);
  const rows = members.flatMap(({ id, email, name }): readonly PeopleRow[] =>
    (teamsOf.get(id) ?? [{ team: null }]).map(({ team }) => ({ email, name, team })),
  );
  const empty = teams.filter((team) => team.memberIds.length === 0);
  return [...rows, ...empty.map((team): PeopleRow => ({ email: null, name: null, team: team.name }))];
}

/**
 * Writes a BOM so that spreadsheets detect UTF-8, and an apostrophe before formulas. An import removes the
 * apostrophe.
 */
export function writePeopleCsv(rows: readonly PeopleRow[]): string {
  const cells = rows.map(({ email, name, team }) =>
    [email, name, team].map((value) => withGuard(value ?? '')),
  );
  return `\uFEFF${writeCsv([['email', 'name', 'team'], ...cells])}`;
}
