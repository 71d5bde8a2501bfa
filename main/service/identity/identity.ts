import type { Clock } from '../../base/clock.ts';
import type { Redactor } from '../../base/redact.ts';
import { serviceErrors } from '../errors.ts';
import type { FirstUser } from '../service-view.ts';
import type { IdentityStorage } from '../storage/storage.ts';
import { hashPassword, hashToken, randomPassword, randomSecret } from './secrets.ts';

/** Users may choose shorter words elsewhere; here a password guards every build. */
export const shortestPassword = 10;

const firstUserName = 'slipway';
const firstClientId = 'slipway-desktop';

/** Who may sign in. Passwords and secrets are handed out once, when they are made, and never again. */
export type Identity = {
  users(): Promise<readonly string[]>;
  /** Without a password one is made. Throws `service/taken`, `badName`, `weakPassword`. */
  createUser(userName: string, password?: string): Promise<{ userName: string; password: string }>;
  /** A new password; every token of the user ends. Throws `service/noPerson`. */
  resetPassword(userName: string): Promise<{ password: string }>;
  /** Throws `service/noPerson`. */
  removeUser(userName: string): Promise<void>;
  clients(): Promise<readonly string[]>;
  /** A new client, or a new secret for a known one. Throws `service/badName`. */
  renewClient(clientId: string): Promise<{ clientId: string; clientSecret: string }>;
  /** Throws `service/noPerson`. */
  removeClient(clientId: string): Promise<void>;
  /** New credentials for the user and client of the first start; made again if they were removed. */
  renewFirstUser(): Promise<FirstUser>;
  /** Makes the first user and client when there is no user at all; null otherwise. */
  createFirstUser(): Promise<FirstUser | null>;
};

export function createIdentity(identity: IdentityStorage, clock: Clock, redactor: Redactor): Identity {
  const setUser = async (userName: string, password: string): Promise<void> => {
    redactor.add(password);
    const passwordHash = await hashPassword(password);
    const added = await identity.addUser({ userName, passwordHash }, clock.now());
    if (!added) await identity.setPassword(userName, passwordHash);
  };
  const renewClient: Identity['renewClient'] = async (clientId) => {
    checkName('client', clientId);
    const clientSecret = randomSecret();
    redactor.add(clientSecret);
    await identity.putClient({ clientId, secretHash: hashToken(clientSecret) }, clock.now());
    return { clientId, clientSecret };
  };
  const renewFirstUser: Identity['renewFirstUser'] = async () => {
    const password = randomPassword();
    await setUser(firstUserName, password);
    return { userName: firstUserName, password, ...(await renewClient(firstClientId)) };
  };
  return {
    users: async () => (await identity.users()).map((user) => user.userName),
    createUser: async (userName, given) => {
      checkName('user', userName);
      if (given !== undefined && given.length < shortestPassword) {
        throw serviceErrors.weakPassword({ least: shortestPassword });
      }
      const password = given ?? randomPassword();
      redactor.add(password);
      const added = await identity.addUser(
        { userName, passwordHash: await hashPassword(password) },
        clock.now(),
      );
      if (!added) throw serviceErrors.taken({ what: 'user', name: userName });
      return { userName, password };
    },
    resetPassword: async (userName) => {
      const password = randomPassword();
      redactor.add(password);
      const known = await identity.setPassword(userName, await hashPassword(password));
      if (!known) throw serviceErrors.noPerson({ what: 'user', id: userName });
      return { password };
    },
    removeUser: async (userName) => {
      if (!(await identity.removeUser(userName)))
        throw serviceErrors.noPerson({ what: 'user', id: userName });
    },
    clients: async () => (await identity.clients()).map((client) => client.clientId),
    renewClient,
    removeClient: async (clientId) => {
      if (!(await identity.removeClient(clientId))) {
        throw serviceErrors.noPerson({ what: 'client', id: clientId });
      }
    },
    renewFirstUser,
    createFirstUser: async () => ((await identity.users()).length > 0 ? null : renewFirstUser()),
  };
}

function checkName(what: string, name: string): void {
  if (!/^[^\p{Cc}]{1,200}$/u.test(name) || name !== name.trim()) throw serviceErrors.badName({ what });
}
