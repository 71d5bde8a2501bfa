/** The directory of the built-in service as front ends change it. */
import { messageOf } from '../../messages/message.ts';
import { serviceErrors } from '../../service/errors.ts';
import type { PeopleDirectory } from '../../service/service.ts';
import type {
  ImportReport,
  MemberView,
  PeopleExport,
  PeopleView,
  TeamView,
} from '../../service/service-view.ts';
import type { Changing } from './change-feed.ts';

type MemberInput = {
  readonly email: string;
  readonly name: string | null;
  readonly teamIds: readonly number[];
};

/** Throws as `PeopleDirectory` does. */
export type PeopleAdministration = {
  people(): Promise<PeopleView>;
  addTeam(name: string): Promise<TeamView>;
  renameTeam(id: number, name: string): Promise<void>;
  removeTeam(id: number): Promise<void>;
  addMember(input: MemberInput): Promise<MemberView>;
  /** What is absent stays as it is. */
  changeMember(
    id: number,
    change: { [Field in keyof MemberInput]?: MemberInput[Field] | undefined },
  ): Promise<void>;
  removeMember(id: number): Promise<void>;
  joinTeam(memberId: number, teamId: number): Promise<void>;
  leaveTeam(memberId: number, teamId: number): Promise<void>;
  moveMember(memberId: number, fromTeamId: number, toTeamId: number): Promise<void>;
  /** See `PeopleDirectory.importCsv`. */
  importPeople(csv: Uint8Array, dryRun: boolean): Promise<ImportReport>;
  /** Everybody in rows, and as CSV that import reads. */
  exportPeople(): Promise<PeopleExport>;
};

export function peopleAdministration(
  people: () => PeopleDirectory,
  changing: Changing,
): PeopleAdministration {
  const change = <Result>(work: (directory: PeopleDirectory) => Promise<Result>): Promise<Result> =>
    changing('people', () => work(people()));
  return {
    people: async () => people().list(),
    addTeam: (name) => change((directory) => directory.createTeam(name)),
    renameTeam: (id, name) => change((directory) => directory.renameTeam(id, name)),
    removeTeam: (id) => change((directory) => directory.removeTeam(id)),
    addMember: ({ email, name, teamIds }) =>
      change(async (directory) => {
        await checkTeams(directory, teamIds);
        const member = await directory.createMember({ email, name });
        await directory.setTeams(member.id, teamIds);
        return member;
      }),
    changeMember: (id, { teamIds, email, name }) =>
      change(async (directory) => {
        if (teamIds) await checkTeams(directory, teamIds);
        await directory.changeMember(id, {
          ...(email === undefined ? {} : { email }),
          ...(name === undefined ? {} : { name }),
        });
        if (teamIds) await directory.setTeams(id, teamIds);
      }),
    removeMember: (id) => change((directory) => directory.removeMember(id)),
    joinTeam: (memberId, teamId) => change((directory) => directory.addToTeam(memberId, teamId)),
    leaveTeam: (memberId, teamId) => change((directory) => directory.removeFromTeam(memberId, teamId)),
    moveMember: (memberId, from, to) => change((directory) => directory.move(memberId, from, to)),
    importPeople: async (csv, dryRun) => {
      const run = (directory: PeopleDirectory): Promise<ImportReport> =>
        directory.importCsv(inOnePiece(csv), { dryRun });
      return dryRun ? run(people()) : change(run);
    },
    exportPeople: async () => people().exportCsv(),
  };
}

/** Before anything else happens, so that a wrong team changes nobody. */
async function checkTeams(directory: PeopleDirectory, teamIds: readonly number[]): Promise<void> {
  const { teams } = await directory.list();
  const unknown = teamIds.find((id) => !teams.some((team) => team.id === id));
  if (unknown !== undefined) throw serviceErrors.noPerson({ what: messageOf('record/team'), id: unknown });
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
