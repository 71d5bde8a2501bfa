import type { CallsOf } from '../../../preload/contract.ts';
import { messageOf } from '../../messages/message.ts';
import { serviceErrors } from '../../service/errors.ts';
import { builtInNames } from '../../service/identity/identity.ts';
import type { AccessTokens, DeviceDirectory, Identity, PeopleDirectory } from '../../service/service.ts';
import type { ServiceChange } from '../views/service.ts';

export type DirectoryServices = {
  readonly people: PeopleDirectory;
  readonly devices: DeviceDirectory;
  readonly identity: Identity;
  readonly accessTokens: AccessTokens;
};

/** Runs `work` and reports the change, even if `work` fails. */
export type RunChange = <Result>(what: ServiceChange['what'], work: () => Promise<Result>) => Promise<Result>;

export type Directory = Pick<
  CallsOf<'service'>,
  | 'people'
  | 'addTeam'
  | 'changeTeam'
  | 'removeTeam'
  | 'addMember'
  | 'changeMember'
  | 'removeMember'
  | 'joinTeam'
  | 'leaveTeam'
  | 'moveMember'
  | 'importPeople'
  | 'exportPeople'
  | 'devices'
  | 'removeDevice'
  | 'exportDevices'
  | 'credentials'
  | 'addUser'
  | 'setPassword'
  | 'removeUser'
  | 'addClient'
  | 'renewClient'
  | 'removeClient'
  | 'accessTokens'
  | 'addAccessToken'
  | 'revokeAccessToken'
>;

export function createDirectory(
  services: () => DirectoryServices,
  changing: RunChange = (_what, work) => work(),
): Directory {
  return {
    ...people(() => services().people, changing),
    ...devices(() => services().devices, changing),
    ...credentials(services, changing),
  };
}

function people(directory: () => PeopleDirectory, changing: RunChange) {
  const change = <Result>(work: (directory: PeopleDirectory) => Promise<Result>): Promise<Result> =>
    changing('people', () => work(directory()));
  return {
    people: async () => directory().list(),
    addTeam: ({ name }) => change((people) => people.createTeam(name)),
    changeTeam: ({ id, name, memberIds }) =>
      change(async (people) => {
        await people.renameTeam(id, name);
        if (memberIds) await setMembers(people, id, new Set(memberIds));
      }),
    removeTeam: ({ id }) => change((people) => people.removeTeam(id)),
    addMember: ({ email, name, teamIds }) =>
      change(async (people) => {
        await checkTeams(people, teamIds);
        const member = await people.createMember({ email, name });
        await people.setTeams(member.id, teamIds);
        return member;
      }),
    changeMember: ({ id, teamIds, email, name }) =>
      change(async (people) => {
        if (teamIds) await checkTeams(people, teamIds);
        await people.changeMember(id, {
          ...(email === undefined ? {} : { email }),
          ...(name === undefined ? {} : { name }),
        });
        if (teamIds) await people.setTeams(id, teamIds);
      }),
    removeMember: ({ id }) => change((people) => people.removeMember(id)),
    joinTeam: ({ memberId, teamId }) => change((people) => people.addToTeam(memberId, teamId)),
    leaveTeam: ({ memberId, teamId }) => change((people) => people.removeFromTeam(memberId, teamId)),
    moveMember: ({ memberId, fromTeamId, toTeamId }) =>
      change((people) => people.move(memberId, fromTeamId, toTeamId)),
    importPeople: async ({ csv, dryRun }) => {
      const run = (people: PeopleDirectory) => people.importCsv(asChunks(csv), { dryRun });
      return dryRun ? run(directory()) : change(run);
    },
    exportPeople: async () => directory().exportCsv(),
  } satisfies Partial<Directory>;
}

function devices(directory: () => DeviceDirectory, changing: RunChange) {
  return {
    devices: async () => directory().list(),
    removeDevice: ({ id }) => changing('people', () => directory().remove(id)),
    exportDevices: async () => directory().exportFile(),
  } satisfies Partial<Directory>;
}

async function checkTeams(directory: PeopleDirectory, teamIds: readonly number[]): Promise<void> {
  const { teams } = await directory.list();
  const unknown = teamIds.find((id) => !teams.some((team) => team.id === id));
  if (unknown !== undefined) throw serviceErrors.noPerson({ what: messageOf('record/team'), id: unknown });
}

async function setMembers(
  directory: PeopleDirectory,
  id: number,
  wanted: ReadonlySet<number>,
): Promise<void> {
  const { teams } = await directory.list();
  const before = new Set(teams.find((team) => team.id === id)?.memberIds);
  for (const member of wanted) if (!before.has(member)) await directory.addToTeam(member, id);
  for (const member of before) if (!wanted.has(member)) await directory.removeFromTeam(member, id);
}

async function* asChunks(csv: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(csv, 'base64');
}

function credentials(services: () => DirectoryServices, changing: RunChange) {
  const change = <Result>(work: (services: DirectoryServices) => Promise<Result>): Promise<Result> =>
    changing('credentials', () => work(services()));
  /** Returns the password only if it was generated. */
  const userResult = (userName: string, given: string | undefined, generated: string) => ({
    userName,
    password: given === undefined ? generated : null,
  });
  return {
    credentials: async () => {
      const { identity } = services();
      const [users, clients] = await Promise.all([identity.users(), identity.clients()]);
      return {
        users: users.map((userName) => ({ userName, own: userName === builtInNames.userName })),
        clients: clients.map((clientId) => ({ clientId, own: clientId === builtInNames.clientId })),
      };
    },
    addUser: ({ userName, password: given }) =>
      change(async ({ identity }) =>
        userResult(userName, given, (await identity.createUser(userName, given)).password),
      ),
    setPassword: ({ userName, password: given }) =>
      change(async ({ identity }) =>
        userResult(userName, given, (await identity.resetPassword(userName, given)).password),
      ),
    removeUser: ({ userName }) => change(({ identity }) => identity.removeUser(userName)),
    addClient: ({ clientId }) => change(({ identity }) => identity.createClient(clientId)),
    renewClient: ({ clientId }) => change(({ identity }) => identity.renewClient(clientId)),
    removeClient: ({ clientId }) => change(({ identity }) => identity.removeClient(clientId)),
    accessTokens: async () => services().accessTokens.list(),
    addAccessToken: (token) => change(({ accessTokens }) => accessTokens.add(token)),
    revokeAccessToken: ({ name }) => change(({ accessTokens }) => accessTokens.revoke(name)),
  } satisfies Partial<Directory>;
}
