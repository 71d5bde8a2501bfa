import { describe, expect, test } from 'vitest';
import type { Credential } from '../../../main/service/storage/identity-storage.ts';
import type { Storage, StoreStorage, TestingStorage } from '../../../main/service/storage/storage.ts';
import {
  addShop,
  bytesOf,
  type MakeWorld,
  newItem,
  newVersion,
  now,
  openStorage,
  recipientOf,
  unique,
} from './world.ts';

const [user, client] = [
  { userName: 'Ann', passwordHash: 'password' },
  { clientId: 'builds', secretHash: 'secret' },
];
const signIn: Credential = { kind: 'sign-in', tokenHash: 'token of Ann' };
const accessToken: Credential = { kind: 'access-token', id: 1 };

/** Every way to invalidate a credential. */
const ends: readonly (readonly [string, Credential, (storage: Storage) => Promise<unknown>])[] = [
  ['the user is removed', signIn, ({ identity }) => identity.removeUser('Ann')],
  ['the password is replaced', signIn, ({ identity }) => identity.setPassword('Ann', 'new')],
  [
    'the user is saved again',
    signIn,
    ({ identity }) => identity.upsertUser({ ...user, passwordHash: 'new' }, now),
  ],
  ['the tokens of the user are revoked', signIn, ({ identity }) => identity.revokeTokens('Ann')],
  ['the client is removed', signIn, ({ identity }) => identity.removeClient('builds')],
  [
    'the client secret is replaced',
    signIn,
    ({ identity }) => identity.upsertClient({ ...client, secretHash: 'new' }, now),
  ],
  ['the access token is revoked', accessToken, ({ accessTokens }) => accessTokens.revoke(1, now)],
];

type Reads =
  | 'listTag'
  | 'applications'
  | 'application'
  | 'hasApplication'
  | 'version'
  | 'versionFacts'
  | 'nextBatch'
  | 'shareStates';
type Writes =
  | Exclude<keyof TestingStorage, Reads>
  | Exclude<keyof StoreStorage, 'listTag' | 'profiles' | 'profile' | 'item'>;
type Records = Pick<Storage, 'testing' | 'store'>;
type Ids = {
  readonly app: number;
  readonly version: number;
  readonly profile: number;
  readonly item: number;
};

/** A call for each method that changes records. The type requires an entry for every such method. */
const writes: Readonly<Record<Writes, (records: Records, ids: Ids, storage: Storage) => Promise<unknown>>> = {
  addApplication: async ({ testing }, _ids, storage) =>
    testing.addApplication('Shop', await newVersion(storage, bytesOf('new'))),
  addVersion: async ({ testing }, { app }, storage) =>
    testing.addVersion(app, await newVersion(storage, bytesOf('new'))),
  setActive: ({ testing }, { version }) => testing.setActive(version, false, now + 1),
  setReleaseNote: ({ testing }, { version }) =>
    testing.setReleaseNote(version, { text: 'New', html: '<p>New</p>' }, now + 1),
  recordSend: ({ testing }, { version }) =>
    testing.recordSend({ versionId: version, at: now, recipients: [recipientOf('ben@example.com')] }),
  planSend: ({ testing }, { version }) =>
    testing.planSend({ versionId: version, at: now, batches: [[{ email: 'ben@example.com', name: null }]] }),
  recordBatch: ({ testing }) => testing.recordBatch(1, [recipientOf('ben@example.com')]),
  undoSend: ({ testing }, { version }) => testing.undoSend({ versionId: version, at: now + 1 }),
  revokeLinks: ({ testing }, { version }) => testing.revokeLinks({ versionId: version, shareId: 1 }),
  removeShare: ({ testing }, { version }) => testing.removeShare({ versionId: version, shareId: 1 }),
  removeApplication: ({ testing }, { app }) => testing.removeApplication(app),
  removeVersion: ({ testing }, { version }) => testing.removeVersion(version),
  addProfile: async ({ store }, _ids, storage) =>
    store.addProfile('Shop', unique('link'), await newItem(storage, bytesOf('new'))),
  addItem: async ({ store }, { profile }, storage) =>
    store.addItem(profile, await newItem(storage, bytesOf('new'))),
  updateProfile: ({ store }, { profile }) => store.updateProfile(profile, { name: 'Till' }, now + 1),
  setItemEnabled: ({ store }, { item }) => store.setItemEnabled(item, false, now + 1),
  removeProfile: ({ store }, { profile }) => store.removeProfile(profile),
  removeItem: ({ store }, { item }) => store.removeItem(item, now + 1),
};

async function fill(storage: Storage): Promise<Ids> {
  const { identity, accessTokens, testing, store } = storage;
  await identity.addFirstUser(user, client, now);
  const userId = (await identity.user('Ann'))?.id ?? 0;
  const token = { tokenHash: 'token of Ann', userId, clientId: client.clientId, expiresAt: now };
  await identity.addToken(token, { ...user, ...client });
  const scope = { apps: 'all', scopes: ['upload'], createdAt: now, expiresAt: null } as const;
  await accessTokens.add({ ...scope, tokenHash: 'token', name: 'builds' });
  const shop = await addShop(storage);
  await testing.setActive(shop.version.id, true, now);
  const profile = await store.addProfile('Shop', unique('link'), await newItem(storage, bytesOf('shop')));
  return {
    ...{ app: shop.id, version: shop.version.id },
    ...{ profile: profile.id, item: profile.items[0]?.id ?? 0 },
  };
}

async function recordsOf({ testing, store, mail }: Storage) {
  const [applications, profiles] = [await testing.applications(), await store.profiles()];
  return { applications, profiles, mails: await mail.list(), planned: await testing.nextBatch() };
}

export function testCredentials(makeWorld: MakeWorld): void {
  describe('authorised changes', () => {
    test.each(ends)('are all refused once %s', async (_name, credential, end) => {
      const { storage, other } = await openStorage(makeWorld);
      const ids = await fill(storage);
      const authorised = storage.authorisedBy(credential);
      expect(
        await authorised.testing.setReleaseNote(ids.version, { text: 'Before', html: '' }, now),
      ).toMatchObject({
        releaseNote: 'Before',
      });
      await end(other);
      const before = await recordsOf(other);
      for (const [name, write] of Object.entries(writes)) {
        await expect(write(authorised, ids, storage), name).rejects.toMatchObject({ code: 'service/token' });
      }
      expect(await recordsOf(other)).toEqual(before);
    });

    test.each(Object.entries(writes))('are accepted with a valid credential: %s', async (_name, write) => {
      const { storage } = await openStorage(makeWorld);
      const ids = await fill(storage);
      const before = await recordsOf(storage);
      await storage.testing.planSend({
        ...{ versionId: ids.version, at: now },
        batches: [[{ email: 'cyd@example.com', name: null }]],
      });
      await write(storage.authorisedBy(signIn), ids, storage);
      expect(await recordsOf(storage)).not.toEqual(before);
    });
  });
}
