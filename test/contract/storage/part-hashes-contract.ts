import { describe, expect, test } from 'vitest';
import type { PartHashes } from '../../../main/service/storage/records.ts';
import type { Storage } from '../../../main/service/storage/storage.ts';
import { bytesOf, type MakeWorld, newItem, newVersion, now, openStorage, sha256 } from './world.ts';

export const partHashes: PartHashes = {
  size: 600,
  sha256s: ['a'.repeat(64), 'b'.repeat(64)],
  md5s: ['c', 'd'],
};

async function addWithHashes(storage: Storage, text: string, hashes: PartHashes | null) {
  const given = await newVersion(storage, bytesOf(text));
  const build = { ...given.build, partHashes: hashes };
  const made = await storage.testing.addApplication('Shop', { ...given, build });
  return made.versions[0]?.id ?? 0;
}

export function testPartHashes(makeWorld: MakeWorld): void {
  describe('part hashes', () => {
    test("are the build's, or null if the build has none", async () => {
      const { storage, other, reopen } = await openStorage(makeWorld);
      await addWithHashes(storage, 'with', partHashes);
      await addWithHashes(storage, 'without', null);
      await addWithHashes(storage, 'with', null);
      expect(await other.partHashes.find(sha256(bytesOf('with')))).toEqual(partHashes);
      expect(await other.partHashes.find(sha256(bytesOf('without')))).toBeNull();
      const reopened = (await reopen()).storage;
      expect(await reopened.partHashes.find(sha256(bytesOf('with')))).toEqual(partHashes);
    });

    test('are deleted with the last record of the build in both areas', async () => {
      const { storage, other } = await openStorage(makeWorld);
      const id = await addWithHashes(storage, 'shop', partHashes);
      const profile = await other.store.addProfile('Shop', 'link', await newItem(other, bytesOf('shop')));
      const hash = sha256(bytesOf('shop'));
      await storage.testing.removeVersion(id);
      expect(await other.partHashes.find(hash)).toEqual(partHashes);
      await other.store.removeItem(profile.items[0]?.id ?? 0, now);
      expect(await other.partHashes.find(hash)).toBeNull();
    });
  });
}
