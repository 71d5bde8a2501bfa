/** A bucket or folder of builds belongs to exactly one database. */
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
import { filesIn, folderWith, inFolder, newFolder, newShared, s3 } from './copy-locations.ts';
import { buildsOf, copy, withDatabase, withStorage } from './copy-world.ts';
import { addShop, bytesOf } from './world.ts';

const addShops = async (storage: Storage, count: number): Promise<void> => {
  for (let at = 0; at < count; at += 1) await addShop(storage, bytesOf(`build ${at}`));
};

async function sharedWith(count: number): Promise<StorageLocations> {
  const locations = await newShared();
  await withStorage(locations, (storage) => addShops(storage, count));
  return locations;
}

const prefixOf = ({ builds }: StorageLocations): string => ('prefix' in builds ? builds.prefix : '');

const keysOf = (locations: StorageLocations): string[] =>
  [...s3.bucket.objects.keys()]
    .filter((key) => key.startsWith(prefixOf(locations)))
    .map((key) => key.slice(prefixOf(locations).length))
    .sort();

function setAge(locations: StorageLocations, hours: number): void {
  for (const key of keysOf(locations).map((name) => `${prefixOf(locations)}${name}`)) {
    const object = s3.bucket.objects.get(key);
    if (object) s3.bucket.objects.set(key, { ...object, modifiedAt: Date.now() - hours * 3_600_000 });
  }
}

const idOf = (locations: StorageLocations): Promise<string> =>
  withDatabase(locations, async ({ serviceId }) => serviceId);

const start = (locations: StorageLocations): Promise<void> => withStorage(locations, async () => undefined);

describe('a start with another service’s build storage', () => {
  test('is refused and removes nothing, with SQLite and PostgreSQL', async () => {
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

  test('is refused when the builds are in a folder', async () => {
    const one = await folderWith(1);
    await expect(start({ ...one, database: (await newShared()).database })).rejects.toMatchObject({
      code: 'service/otherService',
    });
    expect((await withStorage(one, buildsOf)).size).toBe(1);
  });

  test('is refused when the builds of the database are elsewhere', async () => {
    const [one, other] = [await sharedWith(1), await sharedWith(1)];
    await expect(start({ ...one, builds: other.builds })).rejects.toMatchObject({
      code: 'service/otherService',
    });
  });

  test('is refused for at least one of two concurrent new services', async () => {
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
  test('succeeds for several concurrent instances', async () => {
    const locations = await newShared();
    const opened = await Promise.all([1, 2, 3].map(() => openStorage(locations, collectedLog().log)));
    onTestFinished(async () => void (await Promise.all(opened.map((one) => one.close()))));
    for (const storage of opened) await addShops(storage, 1);
    expect(keysOf(locations)).toHaveLength(2);
  });

  test('succeeds after a crash before or after the owner mark was written', async () => {
    const locations = await newShared();
    await start(locations);
    await withDatabase(locations, ({ database }) => setServiceState(database, 'new'));
    await start(locations);
    await withDatabase(locations, async ({ database, objects, serviceId }) => {
      await setServiceState(database, 'new');
      await objects.removeOwner(serviceId);
    });
    await start(locations);
    expect(keysOf(locations)).toEqual([`${ownerMarkPrefix}${await idOf(locations)}`]);
  });

  test('is refused if objects exist without an owner mark', async () => {
    const [locations, folder] = [await sharedWith(1), await folderWith(1)];
    s3.bucket.objects.delete(`${prefixOf(locations)}${ownerMarkPrefix}${await idOf(locations)}`);
    await rm(join(folder.folder, 'blobs', `${ownerMarkPrefix}${await idOf(folder)}`));
    const { database } = await newShared();
    for (const { builds } of [locations, folder]) {
      await expect(start({ database, builds })).rejects.toMatchObject({ code: 'service/noRecords' });
    }
    await rm(join(folder.folder, 'service.db'));
    await expect(start(folder)).rejects.toMatchObject({ code: 'service/noRecords' });
    expect(await filesIn(folder.folder)).toHaveLength(1);
  });
});

describe('a database whose builds are gone', () => {
  test('is refused at start', async () => {
    const [locations, folder] = [await sharedWith(1), await folderWith(1)];
    for (const key of keysOf(locations)) s3.bucket.objects.delete(`${prefixOf(locations)}${key}`);
    await expect(start(locations)).rejects.toMatchObject({ code: 'service/buildsMissing' });
    await expect(start({ ...locations, builds: (await newShared()).builds })).rejects.toMatchObject({
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
  const orphan = (locations: StorageLocations, count: number) =>
    withDatabase(locations, async ({ database, serviceId }) => {
      const rows = await database.rows<readonly [string]>('SELECT object FROM blobs ORDER BY object');
      for (const [object] of rows.slice(0, count)) {
        await database.run('DELETE FROM blobs WHERE object = ?', object);
      }
      return { serviceId, objects: rows.flat() };
    });
  const sweep = (locations: StorageLocations, all: boolean) =>
    withStorage(locations, (storage) => storage.sweep(all));

  test('does not run within an hour after a start', async () => {
    const locations = await sharedWith(2);
    await orphan(locations, 1);
    setAge(locations, 48);
    await (await openStorage(locations, collectedLog().log)).close();
    expect(keysOf(locations)).toHaveLength(3);
  });

  test('removes an unused object only when it is older than a day', async () => {
    const locations = await sharedWith(3);
    const { objects } = await orphan(locations, 1);
    expect(await sweep(locations, false)).toEqual({ uploads: 0, objects: 0 });
    setAge(locations, 25);
    expect(await sweep(locations, false)).toEqual({ uploads: 0, objects: 1 });
    expect(keysOf(locations)).not.toContain(objects[0]);
    expect(keysOf(locations)).toHaveLength(3);
  });

  test('removes more than 5 % of the objects only with --yes', async () => {
    const locations = await sharedWith(4);
    await orphan(locations, 2);
    setAge(locations, 25);
    await expect(sweep(locations, false)).rejects.toMatchObject({
      code: 'service/sweepTooMuch',
      values: { unused: 2, count: 4 },
    });
    expect(keysOf(locations)).toHaveLength(5);
    expect(await sweep(locations, true)).toEqual({ uploads: 0, objects: 2 });
  });

  test('keeps objects of another service and requires the owner mark', async () => {
    const locations = await sharedWith(1);
    const [other = ''] = keysOf(await sharedWith(1));
    const key = `${prefixOf(locations)}${other}`;
    const [object] = s3.bucket.objects.values();
    if (object) s3.bucket.objects.set(key, object);
    setAge(locations, 48);
    await withStorage(locations, async (storage) => {
      expect(await storage.sweep(true)).toEqual({ uploads: 0, objects: 0 });
      expect(s3.bucket.objects.has(key)).toBe(true);
      for (const name of keysOf(locations).filter((one) => one.startsWith(ownerMarkPrefix))) {
        s3.bucket.objects.delete(`${prefixOf(locations)}${name}`);
      }
      await expect(storage.sweep(true)).rejects.toMatchObject({ code: 'service/buildsMissing' });
    });
  });

  test('keeps removed builds for ten minutes so that downloads can finish', async () => {
    const locations = await sharedWith(2);
    await withStorage(locations, async (storage) => {
      await storage.testing.removeApplication(1);
      await storage.sweep(true);
      expect(keysOf(locations)).toHaveLength(3);
    });
    await withDatabase(locations, ({ database }) =>
      database.run('UPDATE leftovers SET since = since - 600001'),
    );
    await sweep(locations, false);
    expect(keysOf(locations)).toHaveLength(2);
  });

  test('logs a build whose object is missing', async () => {
    const locations = await sharedWith(2);
    const [lost = ''] = keysOf(locations);
    s3.bucket.objects.delete(`${prefixOf(locations)}${lost}`);
    const { log, lines } = collectedLog();
    const storage = await openStorage(locations, log);
    onTestFinished(() => storage.close());
    await storage.sweep(false);
    expect(lines.join()).toContain('The file of a build is missing');
  });

  test('keeps new objects and other entries in a folder of builds', async () => {
    const locations = await folderWith(2);
    await orphan(locations, 1);
    await mkdir(join(locations.folder, 'blobs', 'notes'));
    expect(await sweep(locations, false)).toEqual({ uploads: 0, objects: 0 });
    expect(await readdir(join(locations.folder, 'blobs'))).toContain('notes');
  });
});

test('each copy of a storage marks its builds with its own id', async () => {
  const [source, shared, back] = [await folderWith(2), await newShared(), await newFolder()];
  await copy(source, shared);
  await copy(shared, back);
  const ids = [await idOf(source), await idOf(shared), await idOf(back)];
  expect(new Set(ids).size).toBe(3);
  for (const key of keysOf(shared)) expect(key.endsWith(ids[1] ?? '')).toBe(true);
  for (const locations of [source, shared, back]) {
    expect((await withStorage(locations, buildsOf)).size).toBe(2);
  }
});
