import { describe, expect, test } from 'vitest';
import {
  buildFacts,
  bytesOf,
  type MakeWorld,
  newItem,
  now,
  openStorage,
  readBlob,
  second,
  sha256,
  unique,
} from './world.ts';

export function testStore(makeWorld: MakeWorld): void {
  describe('store', () => {
    testProfiles(makeWorld);
    testItems(makeWorld);
    testChanges(makeWorld);
    testRemovals(makeWorld);
  });
}

function testProfiles(makeWorld: MakeWorld): void {
  test('a profile is created with its first item and read back unchanged', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const bytes = bytesOf('first');
    const keys = { uniqueId: 'guid', linkToken: 'item-link', iconToken: 'item-icon' };
    const item = await newItem(storage, bytes, { ...keys, name: 'Shop Ü' });
    const made = await storage.store.addProfile('Shop & Söhne', 'profile-link', item);
    expect(made).toEqual({
      id: made.id,
      name: 'Shop & Söhne',
      packageId: buildFacts.packageId,
      shortDescription: null,
      longDescription: null,
      enabled: true,
      staticUser: null,
      linkToken: 'profile-link',
      createdAt: now,
      updatedAt: now,
      items: [
        {
          ...buildFacts,
          fileSize: bytes.length,
          sha256: sha256(bytes),
          id: made.items[0]?.id,
          profileId: made.id,
          orderId: 1,
          uniqueId: 'guid',
          linkToken: 'item-link',
          iconToken: 'item-icon',
          name: 'Shop Ü',
          enabled: true,
          clickCount: 0,
          createdAt: now,
          updatedAt: now,
        },
      ],
    });
    expect(await other.store.profile(made.id)).toEqual(made);
    expect(await other.store.profiles()).toEqual([made]);
    expect(await readBlob(other, sha256(bytes))).toEqual(bytes);
  });

  test('a missing profile or item yields null or false', async () => {
    const { storage } = await openStorage(makeWorld);
    expect(await storage.store.profiles()).toEqual([]);
    expect(await storage.store.profile(1)).toBeNull();
    expect(await storage.store.updateProfile(1, { name: 'x' }, now)).toBeNull();
    expect(await storage.store.removeProfile(1)).toBe(false);
    expect(await storage.store.removeItem(1, now)).toBe(false);
    expect(await storage.store.addItem(1, await newItem(storage, bytesOf('late')))).toBeNull();
    expect(await storage.store.item(1)).toBeNull();
    expect(await storage.store.setItemEnabled(1, true, now)).toBeNull();
    expect(await storage.links.findIcon('no-icon')).toBeNull();
    expect(await readBlob(storage, sha256(bytesOf('late')))).toBeNull();
  });

  test('a failed insert of a profile leaves no orphaned link or build', async () => {
    const { storage } = await openStorage(makeWorld);
    await storage.store.addProfile(
      'Shop',
      'link',
      await newItem(storage, bytesOf('1'), { uniqueId: 'guid' }),
    );
    const twin = await newItem(storage, bytesOf('2'), { uniqueId: 'guid' });
    await expect(storage.store.addProfile('Twin', 'other-link', twin)).rejects.toThrow();
    expect((await storage.store.profiles()).map(({ name }) => name)).toEqual(['Shop']);
    expect(await storage.links.find('other-link')).toBeNull();
    expect(await readBlob(storage, sha256(bytesOf('2')))).toBeNull();
  });
}

function testItems(makeWorld: MakeWorld): void {
  test('addItem appends the item and sets updatedAt of the profile', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const { id, items } = await storage.store.addProfile(
      'Shop',
      'link',
      await newItem(storage, bytesOf('1')),
    );
    const add = async (text: string) =>
      storage.store.addItem(id, await newItem(storage, bytesOf(text), { at: now + second }));
    const [two, three] = [await add('2'), await add('3')];
    expect([two?.orderId, three?.orderId]).toEqual([2, 3]);
    expect(await storage.store.removeItem(items[0]?.id ?? 0, now + 9 * second)).toBe(true);
    expect((await other.store.profile(id))?.updatedAt).toBe(now + 9 * second);
    const four = await add('4');
    expect(four?.orderId).toBeGreaterThan(three?.orderId ?? 0);
    const profile = await other.store.profile(id);
    expect(profile?.items).toEqual([two, three, four]);
    expect(profile?.updatedAt).toBe(now + second);
  });

  test('a disabled item can be enabled and is found by its icon token', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const given = await newItem(storage, bytesOf('1'), { enabled: false, iconToken: 'icon' });
    const { id, items } = await storage.store.addProfile('Shop', 'link', given);
    expect(items).toMatchObject([{ enabled: false }]);
    const item = await storage.store.setItemEnabled(items[0]?.id ?? 0, true, now + second);
    expect(item).toEqual({ ...items[0], enabled: true, updatedAt: now + second });
    expect(await storage.store.setItemEnabled(item?.id ?? 0, true, now + 9 * second)).toEqual(item);
    expect(await other.store.item(item?.id ?? 0)).toEqual(item);
    expect(await other.links.findIcon('icon')).toEqual({
      kind: 'item',
      item,
      profile: await other.store.profile(id),
    });
    expect(await other.links.find('icon')).toBeNull();
  });

  test('items added concurrently get distinct order ids', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const { id } = await storage.store.addProfile('Shop', 'link', await newItem(storage, bytesOf('0')));
    const items = await Promise.all(
      Array.from({ length: 12 }, async (_, at) => {
        const one = at % 2 === 0 ? storage : other;
        return one.store.addItem(id, await newItem(one, bytesOf(unique('item'))));
      }),
    );
    const orderIds = items.map((item) => item?.orderId ?? 0).sort((a, b) => a - b);
    expect(orderIds).toEqual(Array.from({ length: 12 }, (_, at) => at + 2));
    expect((await storage.store.profile(id))?.items.map(({ orderId }) => orderId)).toEqual([1, ...orderIds]);
  });
}

function testChanges(makeWorld: MakeWorld): void {
  test('an update changes only the given fields of a profile', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const made = await storage.store.addProfile('Shop', 'link', await newItem(storage, bytesOf('1')));
    const at = now + second;
    const staticUser = { userName: 'guest', passwordHash: 'p:ä"' };
    const change = { shortDescription: '', longDescription: 'Long ö', staticUser };
    const changed = await storage.store.updateProfile(made.id, change, at);
    expect(changed).toEqual({ ...made, ...change, updatedAt: at });
    const off = await other.store.updateProfile(
      made.id,
      { enabled: false, staticUser: null, name: 'New' },
      at,
    );
    expect(off).toEqual({ ...changed, enabled: false, staticUser: null, name: 'New' });
    expect(await storage.store.profile(made.id)).toEqual(off);
  });

  test('concurrent updates of different fields are all saved', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const { id } = await storage.store.addProfile('Shop', 'link', await newItem(storage, bytesOf('1')));
    await Promise.all([
      storage.store.updateProfile(id, { name: 'New' }, now),
      other.store.updateProfile(id, { shortDescription: 'Short' }, now),
      storage.store.updateProfile(id, { enabled: false }, now),
    ]);
    expect(await storage.store.profile(id)).toMatchObject({
      name: 'New',
      shortDescription: 'Short',
      enabled: false,
    });
  });
}

function testRemovals(makeWorld: MakeWorld): void {
  test('removing an item or profile deletes its builds and links', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const first = await newItem(storage, bytesOf('1'));
    const { id, items } = await storage.store.addProfile('Shop', 'shop-link', first);
    const item = await newItem(storage, bytesOf('2'));
    await storage.store.addItem(id, item);
    expect(await other.store.removeItem(items[0]?.id ?? 0, now)).toBe(true);
    expect(await other.store.removeItem(items[0]?.id ?? 0, now)).toBe(false);
    expect(await storage.links.find(first.linkToken)).toBeNull();
    expect(await readBlob(storage, sha256(bytesOf('1')))).toBeNull();
    expect((await storage.store.profile(id))?.items).toHaveLength(1);
    expect(await other.store.removeProfile(id)).toBe(true);
    expect(await other.store.removeProfile(id)).toBe(false);
    expect(await storage.links.find('shop-link')).toBeNull();
    expect(await storage.links.find(item.linkToken)).toBeNull();
    expect(await readBlob(storage, sha256(bytesOf('2')))).toBeNull();
    expect(await storage.store.profiles()).toEqual([]);
    const next = await storage.store.addProfile('Next', 'next-link', await newItem(storage, bytesOf('3')));
    expect(next.id).toBeGreaterThan(id);
  });
}
