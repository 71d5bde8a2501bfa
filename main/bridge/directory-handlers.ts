import type { AccessTokenAdministration } from '../core/service/access-token-administration.ts';
import type { PeopleAdministration } from '../core/service/people-administration.ts';
import type { SignInAdministration } from '../core/service/sign-in-administration.ts';
import type { Handlers } from './host-abilities.ts';

/** The calls about people, users, clients and access tokens of a service, wherever it is kept. */
export function createDirectoryHandlers(
  administration: PeopleAdministration & SignInAdministration & AccessTokenAdministration,
) {
  return {
    'service.people': () => administration.people(),
    'service.addTeam': ({ name }) => administration.addTeam(name),
    'service.renameTeam': ({ id, name }) => administration.renameTeam(id, name),
    'service.removeTeam': ({ id }) => administration.removeTeam(id),
    'service.addMember': (input) => administration.addMember(input),
    'service.changeMember': ({ id, ...change }) => administration.changeMember(id, change),
    'service.removeMember': ({ id }) => administration.removeMember(id),
    'service.joinTeam': ({ memberId, teamId }) => administration.joinTeam(memberId, teamId),
    'service.leaveTeam': ({ memberId, teamId }) => administration.leaveTeam(memberId, teamId),
    'service.moveMember': ({ memberId, fromTeamId, toTeamId }) =>
      administration.moveMember(memberId, fromTeamId, toTeamId),
    'service.importPeople': ({ csv, dryRun }) =>
      administration.importPeople(Buffer.from(csv, 'base64'), dryRun),
    'service.exportPeople': () => administration.exportPeople(),
    'service.signIns': () => administration.signIns(),
    'service.addUser': ({ userName, password }) => administration.addUser(userName, password),
    'service.setPassword': ({ userName, password }) => administration.setPassword(userName, password),
    'service.removeUser': ({ userName }) => administration.removeUser(userName),
    'service.addClient': ({ clientId }) => administration.addClient(clientId),
    'service.renewClient': ({ clientId }) => administration.renewClient(clientId),
    'service.removeClient': ({ clientId }) => administration.removeClient(clientId),
    'service.accessTokens': () => administration.accessTokens(),
    'service.addAccessToken': (token) => administration.addAccessToken(token),
    'service.revokeAccessToken': ({ name }) => administration.revokeAccessToken(name),
  } satisfies Partial<Handlers>;
}
