/** Who may sign in to the built-in service. */
import { ownNames } from '../../service/identity/identity.ts';
import type { Identity } from '../../service/service.ts';
import type { MadeClient, MadeUser, SignIns } from '../view.ts';
import type { Changing } from './change-feed.ts';

/** Throws as `Identity` does, and `core/ownAccess`. */
export type SignInAdministration = {
  signIns(): Promise<SignIns>;
  /** The password is given back only where it was made, and never again. */
  addUser(userName: string, password?: string): Promise<MadeUser>;
  setPassword(userName: string, password?: string): Promise<MadeUser>;
  removeUser(userName: string): Promise<void>;
  addClient(clientId: string): Promise<MadeClient>;
  renewClient(clientId: string): Promise<MadeClient>;
  removeClient(clientId: string): Promise<void>;
};

export function signInAdministration(identity: () => Identity, changing: Changing): SignInAdministration {
  const change = <Result>(work: (identity: Identity) => Promise<Result>): Promise<Result> =>
    changing('sign-ins', () => work(identity()));
  const shown = (userName: string, given: string | undefined, made: string): MadeUser => ({
    userName,
    password: given === undefined ? made : null,
  });
  return {
    signIns: async () => {
      const [users, clients] = await Promise.all([identity().users(), identity().clients()]);
      return {
        users: users.map((userName) => ({ userName, own: userName === ownNames.userName })),
        clients: clients.map((clientId) => ({ clientId, own: clientId === ownNames.clientId })),
      };
    },
    addUser: (userName, given) =>
      change(async (known) => shown(userName, given, (await known.createUser(userName, given)).password)),
    setPassword: (userName, given) =>
      change(async (known) => shown(userName, given, (await known.resetPassword(userName, given)).password)),
    removeUser: (userName) => change((known) => known.removeUser(userName)),
    addClient: (clientId) => change((known) => known.createClient(clientId)),
    renewClient: (clientId) => change((known) => known.renewClient(clientId)),
    removeClient: (clientId) => change((known) => known.removeClient(clientId)),
  };
}
