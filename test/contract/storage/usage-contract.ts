import { describe, expect, test } from 'vitest';
import { addShop, bytesOf, type MakeWorld, newItem, newVersion, now, openStorage, second } from './world.ts';

export function testUsage(makeWorld: MakeWorld): void {
  describe('storage usage', () => {
    test('lists applications and profiles that have builds, largest first', async () => {
      const { storage, other } = await openStorage(makeWorld);
      expect(await storage.usage()).toEqual([]);
      const shop = await addShop(storage, bytesOf('shop', 1_000));
      await storage.testing.addVersion(shop.id, await newVersion(storage, bytesOf('next', 4_000)));
      const profile = await storage.store.addProfile(
        'Field Notes',
        'profile',
        await newItem(storage, bytesOf('sold', 7_000)),
      );
      expect(await other.usage()).toEqual([
        { area: 'appstore', id: profile.id, name: 'Field Notes', builds: 1, bytes: 7_000 },
        { area: 'testingdist', id: shop.id, name: 'Shop', builds: 2, bytes: 5_000 },
      ]);
      await storage.store.removeProfile(profile.id);
      await storage.testing.removeVersion(shop.version.id);
      expect(await other.usage()).toEqual([
        { area: 'testingdist', id: shop.id, name: 'Shop', builds: 1, bytes: 4_000 },
      ]);
    });

    test('counts the bytes of a shared build once, for its oldest record', async () => {
      const { storage } = await openStorage(makeWorld);
      const shared = bytesOf('shared', 3_000);
      const sold = await storage.store.addProfile(
        'Sold',
        'sold',
        await newItem(storage, shared, { at: now + second }),
      );
      const shop = await addShop(storage, shared, { at: now });
      await storage.testing.addVersion(shop.id, await newVersion(storage, shared, { at: now + 2 * second }));
      expect(await storage.usage()).toEqual([
        { area: 'testingdist', id: shop.id, name: 'Shop', builds: 2, bytes: 3_000 },
        { area: 'appstore', id: sold.id, name: 'Sold', builds: 1, bytes: 0 },
      ]);
      await storage.testing.removeApplication(shop.id);
      expect(await storage.usage()).toEqual([
        { area: 'appstore', id: sold.id, name: 'Sold', builds: 1, bytes: 3_000 },
      ]);
    });

    test('lists applications before profiles of the same size, each by id', async () => {
      const { storage } = await openStorage(makeWorld);
      const profile = await storage.store.addProfile(
        'Sold',
        'sold',
        await newItem(storage, bytesOf('sold', 2_000)),
      );
      const first = await addShop(storage, bytesOf('first', 2_000));
      const next = await addShop(storage, bytesOf('next', 2_000));
      expect((await storage.usage()).map(({ area, id }) => [area, id])).toEqual([
        ['testingdist', first.id],
        ['testingdist', next.id],
        ['appstore', profile.id],
      ]);
    });

    test('counts shared bytes for the profile if the upload times are equal', async () => {
      const { storage } = await openStorage(makeWorld);
      const shared = bytesOf('shared', 3_000);
      await addShop(storage, shared);
      await addShop(storage, shared);
      await storage.store.addProfile('Sold', 'sold', await newItem(storage, shared));
      expect((await storage.usage()).map(({ area, bytes }) => [area, bytes])).toEqual([
        ['appstore', 3_000],
        ['testingdist', 0],
        ['testingdist', 0],
      ]);
    });
  });
}
