import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log/log.ts';
import type { Redactor } from '../../base/log/redact.ts';
import { messageOf } from '../../messages/message.ts';
import { serviceErrors } from '../errors.ts';
import type { FirstUser } from '../service-view.ts';
import type { IdentityStorage } from '../storage/identity-storage.ts';
import { checkPassword, hashPassword, hashToken, randomPassword, randomSecret, sameHash } from './secrets.ts';

/** Users may choose shorter words elsewhere; here a password guards every build. */
export const shortestPassword = 12;

/** The user and client of the first start, with which the application that runs the service signs in itself. */
export const ownNames = { userName: 'slipway', clientId: 'slipway-desktop' } as const;

/** Who may sign in. Passwords and secrets are handed out once, when they are made, and never again. */
export type Identity = {
  users(): Promise<readonly string[]>;
  /** Without a password one is made. Throws `service/taken`, `badName`, `weakPassword`. */
  createUser(userName: string, password?: string): Promise<{ userName: string; password: string }>;
  /** Without a new password one is made; every token of the user ends. Throws `service/noPerson`, `weakPassword`. */
  resetPassword(userName: string, password?: string): Promise<{ password: string }>;
  /** Throws `service/noPerson`. */
  removeUser(userName: string): Promise<void>;
  clients(): Promise<readonly string[]>;
  /** Throws `service/taken`, `badName`. */
  createClient(clientId: string): Promise<{ clientId: string; clientSecret: string }>;
  /** A new secret; the one before no longer counts. Throws `service/noPerson`. */
  renewClient(clientId: string): Promise<{ clientId: string; clientSecret: string }>;
  /** Throws `service/noPerson`. */
  removeClient(clientId: string): Promise<void>;
  /** Whether all four are right, so that a token would be given for them. */
  accepts(credentials: FirstUser): Promise<boolean>;
  /** New credentials for the user and client of the first start; made again if they were removed. */
  renewFirstUser(): Promise<FirstUser>;
  /** Makes the first user and client when there is no user at all; null otherwise. */
  createFirstUser(): Promise<FirstUser | null>;
};

type IdentityParts = {
  readonly clock: Clock;
  readonly redactor: Redactor;
  readonly passwordCost: number;
  readonly log: Log;
};

export function createIdentity(identity: IdentityStorage, parts: IdentityParts): Identity {
  return {
    ...userCalls(identity, parts),
    ...clientCalls(identity, parts),
    ...firstUserCalls(identity, parts),
    accepts: async ({ userName, password, clientId, clientSecret }) => {
      const [user, client] = [await identity.user(userName), await identity.client(clientId)];
      if (!user || !client || !sameHash(hashToken(clientSecret), client.secretHash)) return false;
      return checkPassword(password, user.passwordHash);
    },
  };
}

function userCalls(
  identity: IdentityStorage,
  { clock, redactor, passwordCost, log }: IdentityParts,
): Pick<Identity, 'users' | 'createUser' | 'resetPassword' | 'removeUser'> {
  const newPassword = (given: string | undefined): string => {
    if (given !== undefined && given.length < shortestPassword) {
      throw serviceErrors.weakPassword({ least: shortestPassword }, { field: 'password' });
    }
    const password = given ?? randomPassword();
    redactor.add(password);
    return password;
  };
  return {
    users: async () => (await identity.users()).map((user) => user.userName),
    createUser: async (userName, given) => {
      checkName('user', userName);
      const password = newPassword(given);
      const added = await identity.addUser(
        { userName, passwordHash: await hashPassword(password, passwordCost) },
        clock.now(),
      );
      if (!added) throw serviceErrors.taken({ what: messageOf('record/user'), name: userName });
      log.info('User added', { user: userName });
      return { userName, password };
    },
    resetPassword: async (userName, given) => {
      const password = newPassword(given);
      const known = await identity.setPassword(userName, await hashPassword(password, passwordCost));
      if (!known) throw notFound('user', userName);
      log.info('Password changed', { user: userName });
      return { password };
    },
    removeUser: async (userName) => {
      if (!(await identity.removeUser(userName))) throw notFound('user', userName);
      log.info('User removed', { user: userName });
    },
  };
}

function clientCalls(
  identity: IdentityStorage,
  { clock, redactor, log }: IdentityParts,
): Pick<Identity, 'clients' | 'createClient' | 'renewClient' | 'removeClient'> {
  const setClient: Identity['createClient'] = async (clientId) => {
    const clientSecret = randomSecret();
    redactor.add(clientSecret);
    await identity.putClient({ clientId, secretHash: hashToken(clientSecret) }, clock.now());
    return { clientId, clientSecret };
  };
  return {
    clients: async () => (await identity.clients()).map((client) => client.clientId),
    createClient: async (clientId) => {
      checkName('client', clientId);
      if (await identity.client(clientId))
        throw serviceErrors.taken({ what: messageOf('record/client'), name: clientId });
      log.info('Client added', { client: clientId });
      return setClient(clientId);
    },
    renewClient: async (clientId) => {
      if (!(await identity.client(clientId))) throw notFound('client', clientId);
      log.info('Client secret changed', { client: clientId });
      return setClient(clientId);
    },
    removeClient: async (clientId) => {
      if (!(await identity.removeClient(clientId))) throw notFound('client', clientId);
      log.info('Client removed', { client: clientId });
    },
  };
}

function firstUserCalls(
  identity: IdentityStorage,
  { clock, redactor, passwordCost }: IdentityParts,
): Pick<Identity, 'renewFirstUser' | 'createFirstUser'> {
  const makeFirst = async () => {
    const [password, clientSecret] = [randomPassword(), randomSecret()];
    redactor.add(password);
    redactor.add(clientSecret);
    return {
      user: { userName: ownNames.userName, passwordHash: await hashPassword(password, passwordCost) },
      client: { clientId: ownNames.clientId, secretHash: hashToken(clientSecret) },
      shown: { ...ownNames, password, clientSecret },
    };
  };
  return {
    renewFirstUser: async () => {
      const { user, client, shown } = await makeFirst();
      await identity.putUser(user, clock.now());
      await identity.putClient(client, clock.now());
      return shown;
    },
    createFirstUser: async () => {
      if ((await identity.users()).length > 0) return null;
      const { user, client, shown } = await makeFirst();
      return (await identity.addFirstUser(user, client, clock.now())) ? shown : null;
    },
  };
}

function notFound(kind: 'user' | 'client', id: string): Error {
  return serviceErrors.noPerson({ what: messageOf(`record/${kind}`), id });
}

function checkName(kind: 'user' | 'client', name: string): void {
  if (!/^[^\p{Cc}]{1,200}$/u.test(name) || name !== name.trim())
    throw serviceErrors.badName({ what: messageOf(`record/${kind}`) });
}
