import { describe, expect, test } from 'vitest';
import type { Storage, StoredIcon } from '../../../main/service/storage/storage.ts';
import { bytesOf, type MakeWorld, newItem, newVersion, now, openStorage, sha256 } from './world.ts';

const png: StoredIcon = { type: 'image/png', bytes: Uint8Array.from({ length: 900 }, (_, at) => at % 256) };
const webp: StoredIcon = { type: 'image/webp', bytes: Buffer.from('another picture') };

async function addWithIcon(storage: Storage, text: string, icon: StoredIcon | null, linkToken?: string) {
  const given = await newVersion(storage, bytesOf(text), linkToken === undefined ? {} : { linkToken });
  const made = await storage.testing.addApplication('Shop', { ...given, build: { ...given.build, icon } });
  return made.versions[0]?.id ?? 0;
}

async function iconOf(storage: Storage, text: string): Promise<StoredIcon | null> {
  const icon = await storage.icons.find(sha256(bytesOf(text)));
  return icon && { type: icon.type, bytes: new Uint8Array(icon.bytes) };
}

export function testIcons(makeWorld: MakeWorld): void {
  describe('icons', () => {
    test('a build has the icon that was uploaded with it, or none', async () => {
      const { storage, other, reopen } = await openStorage(makeWorld);
      await addWithIcon(storage, 'with', png);
      await addWithIcon(storage, 'without', null);
      expect(await iconOf(other, 'with')).toEqual(png);
      expect(await iconOf(other, 'without')).toBeNull();
      expect(await other.icons.find('')).toBeNull();
      expect(await iconOf((await reopen()).storage, 'with')).toEqual(png);
    });

    test('a new icon replaces the earlier icon, but a missing icon does not', async () => {
      const { storage } = await openStorage(makeWorld);
      await addWithIcon(storage, 'shop', png);
      await addWithIcon(storage, 'shop', webp);
      await addWithIcon(storage, 'shop', null);
      expect(await iconOf(storage, 'shop')).toEqual({ ...webp, bytes: new Uint8Array(webp.bytes) });
    });

    test('an icon is deleted with the last record of its build in both areas', async () => {
      const { storage, other } = await openStorage(makeWorld);
      const id = await addWithIcon(storage, 'shop', png);
      const profile = await other.store.addProfile('Shop', 'link', await newItem(other, bytesOf('shop')));
      await storage.testing.removeVersion(id);
      expect(await iconOf(storage, 'shop')).toEqual(png);
      await other.store.removeItem(profile.items[0]?.id ?? 0, now);
      expect(await iconOf(storage, 'shop')).toBeNull();
    });

    test('a failed insert stores no icon', async () => {
      const { storage } = await openStorage(makeWorld);
      await addWithIcon(storage, 'first', png, 'the-link');
      await expect(addWithIcon(storage, 'twin', webp, 'the-link')).rejects.toThrow();
      await expect(addWithIcon(storage, 'first', webp, 'the-link')).rejects.toThrow();
      expect(await iconOf(storage, 'twin')).toBeNull();
      expect(await iconOf(storage, 'first')).toEqual(png);
    });
  });
}
