/** Which database the builds in a bucket or folder belong to. */
import { copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { StorageLocations } from '../../../main/service/storage/backends.ts';
import { ownerMarkPrefix } from '../../../main/service/storage/object-names.ts';
import { openStorage } from '../../../main/service/storage/open-storage.ts';
import { setServiceState } from '../../../main/service/storage/ownership.ts';
import type { Storage } from '../../../main/service/storage/storage.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { filesIn, folderWith, inFolder, newFolder, newShared, s3 } from './copy-places.ts';
import { buildsOf, copy, withDatabase, withStorage } from './copy-world.ts';
import { addShop, bytesOf } from './world.ts';

const addShops = async (storage: Storage, count: number): Promise<void> => {
  for (let at = 0; at < count; at += 1) await addShop(storage, bytesOf(`build ${at}`));
};

async function sharedWith(count: number): Promise<StorageLocations> {
  const places = await newShared();
  await withStorage(places, (storage) => addShops(storage, count));
  return places;
}

const prefixOf = ({ builds }: StorageLocations): string => ('prefix' in builds ? builds.prefix : '');

/** Keys without the prefix, sorted. */
const keysOf = (places: StorageLocations): string[] =>
  [...s3.bucket.objects.keys()]
    .filter((key) => key.startsWith(prefixOf(places)))
    .map((key) => key.slice(prefixOf(places).length))
    .sort();

/** Sets the age of all objects in hours. */
function setAge(places: StorageLocations, hours: number): void {
  for (const key of keysOf(places).map((name) => `${prefixOf(places)}${name}`)) {
    const object = s3.bucket.objects.get(key);
    if (object) s3.bucket.objects.set(key, { ...object, modifiedAt: Date.now() - hours * 3_600_000 });
  }
}

const idOf = (places: StorageLocations): Promise<string> =>
  withDatabase(places, async ({ serviceId }) => serviceId);

const start = (places: StorageLocations): Promise<void> => withStorage(places, async () => undefined);

describe('a start on builds of another service', () => {
  test('is refused and removes nothing, with either database', async () => {
    const production = await sharedWith(2);
    setAge(production, 48);
    const [before, other] = [keysOf(production), await idOf(production)];
    for (const database of [(await newShared()).database, (await newFolder()).database]) {
      await expect(start({ ...production, database })).rejects.toMatchObject({
        code: 'service/otherService',
        values: { other },
      });
    }
    expect(keysOf(production)).toEqual(before);
    expect((await withStorage(production, buildsOf)).size).toBe(2);
  });

  test('is refused for a folder', async () => {
    const one = await folderWith(1);
    await expect(start({ ...one, database: (await newShared()).database })).rejects.toMatchObject({
      code: 'service/otherService',
    });
    expect((await withStorage(one, buildsOf)).size).toBe(1);
  });

  test('is refused when a copied database started elsewhere first', async () => {
    const [one, other] = [await sharedWith(1), await sharedWith(1)];
    await expect(start({ ...one, builds: other.builds })).rejects.toMatchObject({
      code: 'service/otherService',
    });
  });

  test('is refused for at least one of two that start at once', async () => {
    const one = await newShared();
    const other = { ...(await newShared()), builds: one.builds };
    const outcomes = await Promise.allSettled([start(one), start(other)]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeLessThan(2);
    expect(keysOf(one).length).toBeLessThan(2);
    const again = await Promise.allSettled([start(one), start(other)]);
    expect(again.filter(({ status }) => status === 'fulfilled').length).toBeLessThan(2);
  });
});

describe('a first start', () => {
  test('succeeds for several instances at once', async () => {
    const places = await newShared();
    const opened = await Promise.all([1, 2, 3].map(() => openStorage(places, collectedLog().log)));
    onTestFinished(async () => void (await Promise.all(opened.map((one) => one.close()))));
    for (const storage of opened) await addShops(storage, 1);
    expect(keysOf(places)).toHaveLength(2);
  });

  test('succeeds after a crash before or after the mark was written', async () => {
    const places = await newShared();
    await start(places);
    await withDatabase(places, ({ database }) => setServiceState(database, 'new'));
    await start(places);
    await withDatabase(places, async ({ database, objects, serviceId }) => {
      await setServiceState(database, 'new');
      await objects.removeOwner(serviceId);
    });
    await start(places);
    expect(keysOf(places)).toEqual([`${ownerMarkPrefix}${await idOf(places)}`]);
  });

  test('is refused beside objects without a mark', async () => {
    const [places, folder] = [await sharedWith(1), await folderWith(1)];
    s3.bucket.objects.delete(`${prefixOf(places)}${ownerMarkPrefix}${await idOf(places)}`);
    await rm(join(folder.folder, 'blobs', `${ownerMarkPrefix}${await idOf(folder)}`));
    const { database } = await newShared();
    for (const { builds } of [places, folder]) {
      await expect(start({ database, builds })).rejects.toMatchObject({ code: 'service/noRecords' });
    }
    await rm(join(folder.folder, 'service.db'));
    await expect(start(folder)).rejects.toMatchObject({ code: 'service/noRecords' });
    expect(await filesIn(folder.folder)).toHaveLength(1);
  });
});

describe('a database whose builds are gone', () => {
  test('is refused in words', async () => {
    const [places, folder] = [await sharedWith(1), await folderWith(1)];
    for (const key of keysOf(places)) s3.bucket.objects.delete(`${prefixOf(places)}${key}`);
    await expect(start(places)).rejects.toMatchObject({ code: 'service/buildsMissing' });
    await expect(start({ ...places, builds: (await newShared()).builds })).rejects.toMatchObject({
      code: 'service/buildsMissing',
    });
    await rename(join(folder.folder, 'blobs'), join(folder.folder, 'away'));
    await expect(start(folder)).rejects.toMatchObject({ code: 'service/buildsMissing' });
    await rm(join(folder.folder, 'blobs'), { recursive: true });
    await rename(join(folder.folder, 'away'), join(folder.folder, 'blobs'));
    await start(folder);
  });

  test('is refused when service.db alone was copied from a running service', async () => {
    const [{ folder }, copied] = [await newFolder(), await temporaryFolder()];
    await withStorage(inFolder(folder), async (storage) => {
      await addShops(storage, 1);
      await copyFile(join(folder, 'service.db'), join(copied, 'service.db'));
    });
    await expect(start(inFolder(copied))).rejects.toMatchObject({ code: 'service/buildsMissing' });
  });
});

describe('a sweep', () => {
  const orphan = (places: StorageLocations, count: number) =>
    withDatabase(places, async ({ database, serviceId }) => {
      const rows = await database.rows<readonly [string]>('SELECT object FROM blobs ORDER BY object');
      for (const [object] of rows.slice(0, count)) {
        await database.run('DELETE FROM blobs WHERE object = ?', object);
      }
      return { serviceId, objects: rows.flat() };
    });
  const sweep = (places: StorageLocations, all: boolean) =>
    withStorage(places, (storage) => storage.sweep(all));

  test('does not run within an hour after a start', async () => {
    const places = await sharedWith(2);
    await orphan(places, 1);
    setAge(places, 48);
    await (await openStorage(places, collectedLog().log)).close();
    expect(keysOf(places)).toHaveLength(3);
  });

  test('removes one unused object, older than a day', async () => {
    const places = await sharedWith(3);
    const { objects } = await orphan(places, 1);
    expect(await sweep(places, false)).toEqual({ uploads: 0, objects: 0 });
    setAge(places, 25);
    expect(await sweep(places, false)).toEqual({ uploads: 0, objects: 1 });
    expect(keysOf(places)).not.toContain(objects[0]);
    expect(keysOf(places)).toHaveLength(3);
  });

  test('removes more than 5 % of the objects only with --yes', async () => {
    const places = await sharedWith(4);
    await orphan(places, 2);
    setAge(places, 25);
    await expect(sweep(places, false)).rejects.toMatchObject({
      code: 'service/sweepTooMuch',
      values: { unused: 2, count: 4 },
    });
    expect(keysOf(places)).toHaveLength(5);
    expect(await sweep(places, true)).toEqual({ uploads: 0, objects: 2 });
  });

  test('is refused without the mark, and leaves objects of another service', async () => {
    const places = await sharedWith(1);
    const [other = ''] = keysOf(await sharedWith(1));
    const key = `${prefixOf(places)}${other}`;
    const [object] = s3.bucket.objects.values();
    if (object) s3.bucket.objects.set(key, object);
    setAge(places, 48);
    await withStorage(places, async (storage) => {
      expect(await storage.sweep(true)).toEqual({ uploads: 0, objects: 0 });
      expect(s3.bucket.objects.has(key)).toBe(true);
      for (const name of keysOf(places).filter((one) => one.startsWith(ownerMarkPrefix))) {
        s3.bucket.objects.delete(`${prefixOf(places)}${name}`);
      }
      await expect(storage.sweep(true)).rejects.toMatchObject({ code: 'service/buildsMissing' });
    });
  });

  test('keeps removed builds ten minutes for running downloads', async () => {
    const places = await sharedWith(2);
    await withStorage(places, async (storage) => {
      await storage.testing.removeApplication(1);
      await storage.sweep(true);
      expect(keysOf(places)).toHaveLength(3);
    });
    await withDatabase(places, ({ database }) => database.run('UPDATE leftovers SET since = since - 600001'));
    await sweep(places, false);
    expect(keysOf(places)).toHaveLength(2);
  });

  test('logs a build whose object is gone', async () => {
    const places = await sharedWith(2);
    const [lost = ''] = keysOf(places);
    s3.bucket.objects.delete(`${prefixOf(places)}${lost}`);
    const { log, lines } = collectedLog();
    const storage = await openStorage(places, log);
    onTestFinished(() => storage.close());
    await storage.sweep(false);
    expect(lines.join()).toContain('The file of a build is gone');
  });

  test('runs in a folder of builds, too', async () => {
    const places = await folderWith(2);
    await orphan(places, 1);
    await mkdir(join(places.folder, 'blobs', 'notes'));
    expect(await sweep(places, false)).toEqual({ uploads: 0, objects: 0 });
    expect(await readdir(join(places.folder, 'blobs'))).toContain('notes');
  });
});

test('copies between storages have ids of their own and mark what they copied', async () => {
  const [source, shared, back] = [await folderWith(2), await newShared(), await newFolder()];
  await copy(source, shared);
  await copy(shared, back);
  const ids = [await idOf(source), await idOf(shared), await idOf(back)];
  expect(new Set(ids).size).toBe(3);
  for (const key of keysOf(shared)) expect(key.endsWith(ids[1] ?? '')).toBe(true);
  for (const places of [source, shared, back]) {
    expect((await withStorage(places, buildsOf)).size).toBe(2);
  }
});
