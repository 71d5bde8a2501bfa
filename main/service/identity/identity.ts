import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log/log.ts';
import type { Redactor } from '../../base/log/redact.ts';
import { messageOf } from '../../messages/message.ts';
import { serviceErrors } from '../errors.ts';
import type { FirstUser } from '../service-view.ts';
import type { IdentityStorage } from '../storage/identity-storage.ts';
import {
  checkPassword,
  hashPassword,
  hashToken,
  randomPassword,
  randomSecret,
  safeEqual,
} from './secrets.ts';

/** Longer than common minimums, because one password protects every build. */
export const minPasswordLength = 12;

/** Names of the user and client created at the first start. The hosting application signs in with them. */
export const builtInNames = { userName: 'slipway', clientId: 'slipway-desktop' } as const;

/** Users and clients. Passwords and secrets are returned only when they are created. */
export type Identity = {
  users(): Promise<readonly string[]>;
  /** Generates a password if none is given. Throws `service/taken`, `badName`, `weakPassword`. */
  createUser(userName: string, password?: string): Promise<{ userName: string; password: string }>;
  /** Also revokes the user's tokens. Throws `service/noPerson`, `weakPassword`. */
  resetPassword(userName: string, password?: string): Promise<{ password: string }>;
  removeUser(userName: string): Promise<void>;
  clients(): Promise<readonly string[]>;
  /** Throws `service/taken`, `badName`. */
  createClient(clientId: string): Promise<{ clientId: string; clientSecret: string }>;
  /** Replaces the secret. Throws `service/noPerson`. */
  renewClient(clientId: string): Promise<{ clientId: string; clientSecret: string }>;
  /** Throws `service/noPerson`. */
  removeClient(clientId: string): Promise<void>;
  /** True if all four values are correct. */
  accepts(credentials: FirstUser): Promise<boolean>;
  /** Resets the credentials of the first user and client; recreates them if removed. */
  renewFirstUser(): Promise<FirstUser>;
  /** Creates the first user and client, or returns null if there is a user. */
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
      if (!user || !client || !safeEqual(hashToken(clientSecret), client.secretHash)) return false;
      return checkPassword(password, user.passwordHash);
    },
  };
}

function userCalls(
  identity: IdentityStorage,
  { clock, redactor, passwordCost, log }: IdentityParts,
): Pick<Identity, 'users' | 'createUser' | 'resetPassword' | 'removeUser'> {
  const newPassword = (given: string | undefined): string => {
    if (given !== undefined && given.length < minPasswordLength) {
      throw serviceErrors.weakPassword({ least: minPasswordLength }, { field: 'password' });
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
      const existing = await identity.setPassword(userName, await hashPassword(password, passwordCost));
      if (!existing) throw notFound('user', userName);
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
    await identity.upsertClient({ clientId, secretHash: hashToken(clientSecret) }, clock.now());
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
  const generateFirst = async () => {
    const [password, clientSecret] = [randomPassword(), randomSecret()];
    redactor.add(password);
    redactor.add(clientSecret);
    return {
      user: { userName: builtInNames.userName, passwordHash: await hashPassword(password, passwordCost) },
      client: { clientId: builtInNames.clientId, secretHash: hashToken(clientSecret) },
      credentials: { ...builtInNames, password, clientSecret },
    };
  };
  return {
    renewFirstUser: async () => {
      const { user, client, credentials: shown } = await generateFirst();
      await identity.upsertUser(user, clock.now());
      await identity.upsertClient(client, clock.now());
      return shown;
    },
    createFirstUser: async () => {
      if ((await identity.users()).length > 0) return null;
      const { user, client, credentials: shown } = await generateFirst();
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
