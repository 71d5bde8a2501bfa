import { describe, expect, test } from 'vitest';
import type { Storage } from '../../../main/service/storage/storage.ts';
import { type MakeWorld, now, openStorage, second } from './world.ts';

const ann = { userName: 'Ann', passwordHash: 'hash of Ann' };
const ben = { userName: 'Ben', passwordHash: 'hash of Ben' };
const client = (clientId: string) => ({ clientId, secretHash: `secret of ${clientId}` });

const app = client('app');

async function idOf(storage: Storage, userName: string): Promise<number> {
  const user = await storage.identity.user(userName);
  if (!user) throw new Error(`there is no user ${userName}`);
  return user.id;
}

async function addToken(
  storage: Storage,
  user: typeof ann,
  tokenHash: string,
  expiresAt = now,
): Promise<void> {
  if (!(await storage.identity.client('app'))) await storage.identity.upsertClient(app, now);
  const token = { tokenHash, userId: await idOf(storage, user.userName), clientId: 'app', expiresAt };
  expect(await storage.identity.addToken(token, { ...user, ...app })).toBe(true);
}

export function testIdentity(makeWorld: MakeWorld): void {
  describe('identity', () => {
    testUsers(makeWorld);
    testTokens(makeWorld);
    testClients(makeWorld);
    testFailures(makeWorld);
  });
}

function testUsers(makeWorld: MakeWorld): void {
  test('users have case-insensitive names and are listed by id', async () => {
    const { storage, other } = await openStorage(makeWorld);
    expect(await storage.identity.users()).toEqual([]);
    expect(await storage.identity.addUser(ben, now)).toBe(true);
    expect(await storage.identity.addUser(ann, now)).toBe(true);
    expect(await other.identity.addUser({ ...ann, passwordHash: 'another' }, now)).toBe(false);
    expect(await other.identity.user('Ann')).toMatchObject(ann);
    expect(await other.identity.user('ann')).toMatchObject(ann);
    expect(await other.identity.users()).toMatchObject([ben, ann]);
  });

  test('concurrent calls that add the same user name create one user', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const added = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        (at % 2 === 0 ? storage : other).identity.addUser({ ...ann, passwordHash: `hash ${at}` }, now),
      ),
    );
    expect(added.filter(Boolean)).toHaveLength(1);
    expect((await storage.identity.user('Ann'))?.passwordHash).toBe(`hash ${added.indexOf(true)}`);
  });

  test('concurrent addFirstUser calls create only one user and one client', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const made = await Promise.all(
      [storage, other, storage, other].map((one, at) =>
        one.identity.addFirstUser(
          { ...ann, passwordHash: `hash ${at}` },
          { clientId: 'app', secretHash: `secret ${at}` },
          now,
        ),
      ),
    );
    expect(made.filter(Boolean)).toHaveLength(1);
    const first = made.indexOf(true);
    expect((await storage.identity.users()).map((user) => user.passwordHash)).toEqual([`hash ${first}`]);
    expect(await storage.identity.client('app')).toEqual({ clientId: 'app', secretHash: `secret ${first}` });
    expect(await storage.identity.addFirstUser(ben, client('web'), now)).toBe(false);
    expect(await storage.identity.client('web')).toBeNull();
  });

  test('upserting adds a user, or sets its password and revokes its tokens', async () => {
    const { storage } = await openStorage(makeWorld);
    await storage.identity.upsertUser(ann, now);
    const id = await idOf(storage, 'Ann');
    await addToken(storage, ann, 'token');
    await storage.identity.upsertUser({ ...ann, passwordHash: 'new' }, now);
    expect(await storage.identity.users()).toEqual([{ id, userName: 'Ann', passwordHash: 'new' }]);
    expect(await storage.identity.token('token')).toBeNull();
  });

  test('removing a user revokes its tokens and retires its id', async () => {
    const { storage } = await openStorage(makeWorld);
    await storage.identity.addUser(ann, now);
    const id = await idOf(storage, 'Ann');
    await addToken(storage, ann, 'token');
    expect(await storage.identity.removeUser('Ann')).toBe(true);
    expect(await storage.identity.removeUser('Ann')).toBe(false);
    expect(await storage.identity.token('token')).toBeNull();
    await storage.identity.addUser(ann, now);
    expect(await idOf(storage, 'Ann')).toBeGreaterThan(id);
  });
}

function testTokens(makeWorld: MakeWorld): void {
  test('removeExpiredTokens removes only expired tokens', async () => {
    const { storage, other } = await openStorage(makeWorld);
    await storage.identity.addUser(ann, now);
    await addToken(storage, ann, 'first', now);
    await addToken(storage, ann, 'second', now + second);
    const userId = await idOf(storage, 'Ann');
    const first = { tokenHash: 'first', userId, clientId: 'app', expiresAt: now, userName: 'Ann' };
    expect(await other.identity.token('first')).toEqual(first);
    expect(await other.identity.token('third')).toBeNull();
    await storage.identity.removeExpiredTokens(now);
    expect(await other.identity.token('first')).toBeNull();
    expect(await other.identity.token('second')).not.toBeNull();
  });

  test('a new password revokes only the tokens of its user', async () => {
    const { storage, other } = await openStorage(makeWorld);
    await storage.identity.addUser(ann, now);
    await storage.identity.addUser(ben, now);
    await addToken(storage, ann, 'token of Ann');
    await addToken(storage, ben, 'token of Ben');
    expect(await other.identity.setPassword('Ann', 'new')).toBe(true);
    expect(await other.identity.setPassword('Cyd', 'new')).toBe(false);
    expect(await storage.identity.token('token of Ann')).toBeNull();
    expect(await storage.identity.token('token of Ben')).not.toBeNull();
    expect((await storage.identity.user('Ann'))?.passwordHash).toBe('new');
  });

  test('a token is issued only for the password and secret that were checked', async () => {
    const { storage, other } = await openStorage(makeWorld);
    await storage.identity.addUser(ann, now);
    await storage.identity.upsertClient(app, now);
    const userId = await idOf(storage, 'Ann');
    const token = { tokenHash: 'token', userId, clientId: 'app', expiresAt: now };
    const checked = { passwordHash: 'new', secretHash: app.secretHash };
    await other.identity.setPassword('Ann', 'new');
    expect(await storage.identity.addToken(token, { ...checked, ...ann })).toBe(false);
    expect(await storage.identity.addToken({ ...token, userId: userId + 1 }, checked)).toBe(false);
    expect(await storage.identity.token('token')).toBeNull();
    expect(await storage.identity.addToken(token, { ...checked, secretHash: 'old' })).toBe(false);
    expect(await storage.identity.addToken({ ...token, clientId: 'web' }, checked)).toBe(false);
    expect(await storage.identity.addToken(token, checked)).toBe(true);
  });

  test('a concurrent password change leaves no token of the old password', async () => {
    const { storage, other } = await openStorage(makeWorld);
    await storage.identity.addUser(ann, now);
    await storage.identity.upsertClient(app, now);
    const userId = await idOf(storage, 'Ann');
    for (let round = 0; round < 20; round += 1) {
      const [before, after] = [`hash ${round}`, `hash ${round + 1}`];
      await storage.identity.setPassword('Ann', before);
      const token = { tokenHash: `token ${round}`, userId, clientId: 'app', expiresAt: now };
      const checked = { passwordHash: before, ...app };
      await Promise.all([
        storage.identity.addToken(token, checked),
        other.identity.setPassword('Ann', after),
      ]);
      expect(await storage.identity.token(token.tokenHash)).toBeNull();
    }
  });
}

function testClients(makeWorld: MakeWorld): void {
  test('clients are added, replaced, listed oldest first and removed', async () => {
    const { storage, other } = await openStorage(makeWorld);
    await storage.identity.upsertClient(client('web'), now);
    await storage.identity.upsertClient(client('app'), now + second);
    await storage.identity.upsertClient({ clientId: 'web', secretHash: 'new' }, now + 2 * second);
    expect(await other.identity.clients()).toEqual([{ clientId: 'web', secretHash: 'new' }, client('app')]);
    expect(await other.identity.client('app')).toEqual(client('app'));
    expect(await other.identity.removeClient('app')).toBe(true);
    expect(await other.identity.removeClient('app')).toBe(false);
    expect(await storage.identity.client('app')).toBeNull();
  });
}

function testFailures(makeWorld: MakeWorld): void {
  test('concurrent failures of a key are all counted', async () => {
    const { storage, other } = await openStorage(makeWorld);
    expect(await storage.identity.failures('key')).toBeNull();
    const counted = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        (at % 2 === 0 ? storage : other).identity.addFailure('key', now, 0),
      ),
    );
    expect(counted.map(({ failures }) => failures).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 40 }, (_, at) => at + 1),
    );
    expect(await other.identity.failures('key')).toEqual({ failures: 40, lastAt: now });
    expect(await other.identity.addFailure('another', now, 0)).toEqual({ failures: 1, lastAt: now });
  });

  test('a failure count restarts when it is cleared or too old', async () => {
    const { storage } = await openStorage(makeWorld);
    await storage.identity.addFailure('key', now, 0);
    await storage.identity.addFailure('key', now + second, 0);
    expect(await storage.identity.addFailure('key', now + 2 * second, now + second)).toEqual({
      failures: 3,
      lastAt: now + 2 * second,
    });
    expect(await storage.identity.addFailure('key', now + 9 * second, now + 3 * second)).toEqual({
      failures: 1,
      lastAt: now + 9 * second,
    });
    await storage.identity.clearFailures('key');
    await storage.identity.clearFailures('never counted');
    expect(await storage.identity.failures('key')).toBeNull();
  });
}
