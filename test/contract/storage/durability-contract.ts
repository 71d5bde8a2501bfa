import { describe, expect, test } from 'vitest';
import type { Storage } from '../../../main/service/storage/storage.ts';
import {
  addActiveShop,
  addShop,
  beginUpload,
  bytesOf,
  type MakeWorld,
  newItem,
  newVersion,
  now,
  openStorage,
  readBlob,
  recipientOf,
  sendTo,
  sha256,
} from './world.ts';

/** Adds records of every kind. */
async function fill(storage: Storage): Promise<void> {
  const { identity, people, links, store } = storage;
  await identity.addFirstUser(
    { userName: 'Ann', passwordHash: 'hash' },
    { clientId: 'app', secretHash: 'secret' },
    now,
  );
  const userId = (await identity.user('Ann'))?.id ?? 0;
  await identity.addToken(
    { tokenHash: 'token', userId, clientId: 'app', expiresAt: now },
    { passwordHash: 'hash', secretHash: 'secret' },
  );
  await identity.addFailure('key', now, 0);
  const red = await people.addTeam('Red', now);
  const ben = await people.addMember('ben@example.com', 'Ben', now);
  await people.join(ben?.id ?? 0, red?.id ?? 0);
  const version = await addActiveShop(storage);
  const sent = await sendTo(storage, version.id, [
    recipientOf('ben@example.com'),
    recipientOf('cyd@example.com'),
  ]);
  await links.recordDownload(sent.members[0]?.id ?? 0, now, 'Safari');
  await people.removeMember(sent.members[1]?.member.id ?? 0);
  const profile = await store.addProfile('Shop', 'profile-link', await newItem(storage, bytesOf('item')));
  await store.updateProfile(
    profile.id,
    { longDescription: 'Long', staticUser: { userName: 'g', passwordHash: 'p' } },
    now,
  );
  await links.countClick(profile.items[0]?.id ?? 0);
}

/** Returns all records and blobs. */
async function everything(storage: Storage) {
  const applications = await storage.testing.applications();
  const profiles = await storage.store.profiles();
  const versions = applications.flatMap((one) => one.versions);
  const hashes = [...versions, ...profiles.flatMap(({ items }) => items)].map((one) => one.sha256);
  return {
    users: await storage.identity.users(),
    clients: await storage.identity.clients(),
    token: await storage.identity.token('token'),
    failures: await storage.identity.failures('key'),
    teams: await storage.people.teams(),
    members: await storage.people.members(),
    applications,
    versions: await Promise.all(versions.map(({ id }) => storage.testing.version(id))),
    profiles,
    mails: await storage.mail.list(),
    blobs: await Promise.all(hashes.map(async (hash) => (await readBlob(storage, hash))?.toString())),
  };
}

export function testDurability(makeWorld: MakeWorld): void {
  describe('durability', () => {
    test('all records survive a restart and are the same in every instance', async () => {
      const { storage, other, reopen } = await openStorage(makeWorld);
      await fill(storage);
      const before = await everything(storage);
      expect(before.blobs.every((blob) => blob !== undefined)).toBe(true);
      expect(before.mails).toHaveLength(1);
      expect(await everything(other)).toEqual(before);
      expect(await everything((await reopen()).storage)).toEqual(before);
    });

    test('an unrecorded upload is gone after a restart and can be repeated', async () => {
      const { storage, reopen } = await openStorage(makeWorld);
      const half = await beginUpload(storage);
      await half.append([bytesOf('half')]);
      const whole = await newVersion(storage, bytesOf('whole'));
      expect(whole.build.fileSize).toBe(bytesOf('whole').length);
      const again = (await reopen()).storage;
      for (const text of ['half', 'whole']) {
        expect(await readBlob(again, sha256(bytesOf(text)))).toBeNull();
        const { version } = await addShop(again, bytesOf(text));
        expect(await readBlob(again, version.sha256)).toEqual(bytesOf(text));
      }
    });

    test('a removed version stays removed after a restart', async () => {
      const { storage, reopen } = await openStorage(makeWorld);
      const { version } = await addShop(storage, bytesOf('gone'));
      await storage.testing.removeVersion(version.id);
      const again = (await reopen()).storage;
      expect(await again.testing.version(version.id)).toBeNull();
      expect(await readBlob(again, version.sha256)).toBeNull();
    });

    test('closing waits for running calls and rejects later ones', async () => {
      const { storage, reopen } = await openStorage(makeWorld);
      const given = await Promise.all(['1', '2', '3'].map((text) => newVersion(storage, bytesOf(text))));
      const adding = Promise.all(given.map((version) => storage.testing.addApplication('Shop', version)));
      const again = await reopen();
      const made = await adding;
      expect((await again.storage.testing.applications()).map(({ id }) => id)).toEqual(
        made.map(({ id }) => id).toSorted((one, other) => one - other),
      );
      await expect(storage.testing.applications()).rejects.toThrow();
      await expect(storage.identity.users()).rejects.toThrow();
    });
  });
}
