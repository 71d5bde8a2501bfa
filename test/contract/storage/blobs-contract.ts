import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import {
  addShop,
  buildFacts,
  bytesOf,
  type MakeWorld,
  newBuild,
  newItem,
  newVersion,
  now,
  openStorage,
  readBlob,
  receive,
  sha256,
  unique,
} from './world.ts';

export function testBlobs(makeWorld: MakeWorld): void {
  describe('blobs', () => {
    testReceiving(makeWorld);
    testReading(makeWorld);
    testSharing(makeWorld);
  });
}

function testReceiving(makeWorld: MakeWorld): void {
  test('a finished upload can be read at any position', async () => {
    const { storage } = await openStorage(makeWorld);
    const bytes = Buffer.from(Array.from({ length: 3_000_000 }, (_, at) => (at * 31) % 251));
    const received = await storage.blobs.startUpload();
    await received.append([bytes.subarray(0, 1), bytes.subarray(1, 1), bytes.subarray(1, 70_000)]);
    await received.append([]);
    await received.append([bytes.subarray(70_000)]);
    await received.finish();
    expect((await received.read(0, bytes.length)).equals(bytes)).toBe(true);
    expect(await received.read(69_990, 20)).toEqual(bytes.subarray(69_990, 70_010));
    expect(await received.read(bytes.length - 5, 100)).toEqual(bytes.subarray(-5));
    expect(await received.read(bytes.length, 10)).toHaveLength(0);
    expect(await received.read(10, 0)).toHaveLength(0);
    await received.discard();
  });

  test('an upload rejects calls that are invalid in its state', async () => {
    const { storage } = await openStorage(makeWorld);
    const open = await storage.blobs.startUpload();
    await open.append([bytesOf('open')]);
    await expect(open.read(0, 1)).rejects.toThrow();
    const unfinished = { ...(await newVersion(storage, bytesOf('open'))).build, upload: open };
    const version = { build: unfinished, linkToken: unique('link'), releaseNote: null, at: now };
    await expect(storage.testing.addApplication('Open', version)).rejects.toThrow();
    expect(await storage.testing.applications()).toEqual([]);
    expect(await readBlob(storage, sha256(bytesOf('open')))).toBeNull();
    await open.discard();
    await open.discard();
    await expect(open.append([bytesOf('more')])).rejects.toThrow();
    const finished = await receive(storage, bytesOf('done'));
    await expect(finished.append([bytesOf('more')])).rejects.toThrow();
    await finished.discard();
    await expect(finished.read(0, 1)).rejects.toThrow();
  });

  test('discard() removes an upload unless it was recorded', async () => {
    const { storage } = await openStorage(makeWorld);
    const dropped = await receive(storage, bytesOf('dropped'));
    await dropped.discard();
    expect(await readBlob(storage, sha256(bytesOf('dropped')))).toBeNull();
    const given = await newVersion(storage, bytesOf('kept'));
    await storage.testing.addApplication('Kept', given);
    await given.build.upload.discard();
    await given.build.upload.discard();
    expect(await readBlob(storage, sha256(bytesOf('kept')))).toEqual(bytesOf('kept'));
  });

  test('concurrent uploads do not affect one another', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const sizes = Array.from({ length: 12 }, (_, at) => 1 + at * 40_000);
    const versions = await Promise.all(
      sizes.map(async (size, at) => {
        const one = at % 2 === 0 ? storage : other;
        return (await addShop(one, bytesOf(`build ${at}`, size))).version;
      }),
    );
    for (const [at, { sha256: hash }] of versions.entries()) {
      expect(await readBlob(storage, hash)).toEqual(bytesOf(`build ${at}`, sizes[at]));
    }
  });

  test('free space is a number, or null if unknown', async () => {
    const { storage } = await openStorage(makeWorld);
    const free = await storage.blobs.freeBytes();
    expect(free === null || (Number.isFinite(free) && free >= 0)).toBe(true);
  });
}

function testReading(makeWorld: MakeWorld): void {
  test('a blob can be read completely or in part', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const bytes = bytesOf('0123456789', 1_000_000);
    const { version } = await addShop(storage, bytes);
    const part = (start: number, end: number) => readBlob(other, version.sha256, { start, end });
    expect(await readBlob(other, version.sha256)).toEqual(bytes);
    expect(await part(0, 0)).toEqual(bytes.subarray(0, 1));
    expect(await part(5, 700_000)).toEqual(bytes.subarray(5, 700_001));
    expect(await part(0, bytes.length - 1)).toEqual(bytes);
    expect(await part(bytes.length - 1, bytes.length - 1)).toEqual(bytes.subarray(-1));
    expect(await part(bytes.length - 3, bytes.length + 100)).toEqual(bytes.subarray(-3));
  });

  test('an unknown or invalid hash returns no blob', async () => {
    const { storage } = await openStorage(makeWorld);
    await addShop(storage);
    for (const name of [
      sha256(bytesOf('unknown')),
      '',
      '.',
      '..',
      '../../service.db',
      'x'.repeat(300),
      '\0',
    ]) {
      expect(await readBlob(storage, name)).toBeNull();
    }
  });

  test('the packages of a blob are those of its records', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const bytes = bytesOf('shared', 4_000);
    const { version } = await addShop(storage, bytes);
    await addShop(storage, bytes);
    const { platform, packageId, fileSize } = version;
    expect(await other.blobs.builds(version.sha256)).toEqual([{ platform, packageId, fileSize }]);
    expect(await other.blobs.builds(sha256(bytesOf('unknown')))).toEqual([]);
  });

  test('a blob removed while it is read can be read to its end', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const bytes = bytesOf('long', 20_000_000);
    const { version } = await addShop(storage, bytes);
    const stream = await storage.blobs.read(version.sha256);
    if (!stream) throw new Error('the blob is not there');
    await once(stream, 'readable');
    expect(await other.testing.removeVersion(version.id)).toBe(true);
    expect(await readBlob(storage, version.sha256)).toBeNull();
    expect((await buffer(stream)).equals(bytes)).toBe(true);
  });

  test('a blob stream can be destroyed before its end', async () => {
    const { storage } = await openStorage(makeWorld);
    const { version } = await addShop(storage, bytesOf('long', 5_000_000));
    const stream = await storage.blobs.read(version.sha256);
    if (!stream) throw new Error('the blob is not there');
    await once(stream, 'readable');
    stream.destroy();
    await once(stream, 'close');
    expect(await storage.testing.removeVersion(version.id)).toBe(true);
  });
}

function testSharing(makeWorld: MakeWorld): void {
  test('the newest build of an application is found in both areas', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const { platform, packageId } = buildFacts;
    const newest = (of = packageId) => other.blobs.newest({ platform, packageId: of });
    expect(await newest()).toBeNull();
    const { id } = await addShop(storage, bytesOf('new'), { at: now + 1 });
    await storage.testing.addVersion(id, await newVersion(storage, bytesOf('old')));
    for (const facts of [{ packageId: 'other' }, { platform: 'tvos' }] as const) {
      const version = await newVersion(storage, bytesOf('x'), { at: now + 9 });
      const build = await newBuild(storage, bytesOf(JSON.stringify(facts)), facts);
      await storage.testing.addApplication('Other', { ...version, build });
    }
    expect(await newest()).toMatchObject({ sha256: sha256(bytesOf('new')) });
    await other.store.addProfile('Shop', 'link', await newItem(other, bytesOf('newest'), { at: now + 2 }));
    expect(await newest()).toMatchObject({ sha256: sha256(bytesOf('newest')) });
    expect(await newest(packageId.toUpperCase())).toBeNull();
  });

  test('a blob exists until its last record in both areas is removed', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const bytes = bytesOf('shared');
    const hash = sha256(bytes);
    const shop = await addShop(storage, bytes);
    const second = await storage.testing.addVersion(shop.id, await newVersion(storage, bytes));
    const profile = await other.store.addProfile('Shop', 'link', await newItem(other, bytes));
    const item = await other.store.addItem(profile.id, await newItem(other, bytes));
    const removals = [
      () => storage.testing.removeVersion(second?.id ?? 0),
      () => other.store.removeItem(item?.id ?? 0, now),
      () => storage.testing.removeApplication(shop.id),
    ];
    for (const remove of removals) {
      expect(await readBlob(storage, hash)).toEqual(bytes);
      expect(await remove()).toBe(true);
    }
    expect(await readBlob(storage, hash)).toEqual(bytes);
    expect(await other.store.removeProfile(profile.id)).toBe(true);
    expect(await readBlob(storage, hash)).toBeNull();
  });

  test('concurrent uploads of one build create records of one blob', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const bytes = bytesOf('twice');
    const made = await Promise.all([storage, other, storage, other].map((one) => addShop(one, bytes)));
    const versions = made.map(({ version }) => version.id);
    expect(new Set(versions).size).toBe(4);
    for (const id of versions) {
      expect(await readBlob(other, sha256(bytes))).toEqual(bytes);
      expect(await storage.testing.removeVersion(id)).toBe(true);
    }
    expect(await readBlob(other, sha256(bytes))).toBeNull();
  });

  test('a blob survives the removal of its last record during a new upload', async () => {
    const { storage, other } = await openStorage(makeWorld);
    const bytes = bytesOf('in and out');
    let existingId = (await addShop(storage, bytes)).version.id;
    for (let round = 0; round < 12; round += 1) {
      const given = await newVersion(other, bytes);
      const remove = () => storage.testing.removeVersion(existingId);
      const add = () => other.testing.addApplication('Shop', given);
      const [removed, made] =
        round % 2 === 0
          ? await Promise.all([remove(), add()])
          : await Promise.all([add(), remove()]).then(([one, two]) => [two, one] as const);
      expect(removed).toBe(true);
      expect(await readBlob(storage, sha256(bytes))).toEqual(bytes);
      existingId = made.versions[0]?.id ?? 0;
    }
  });

  test('a refused upload keeps a blob that another record uses', async () => {
    const { storage } = await openStorage(makeWorld);
    const { version } = await addShop(storage, bytesOf('named'));
    expect(await storage.testing.addVersion(99, await newVersion(storage, bytesOf('named')))).toBeNull();
    expect(await storage.store.addItem(99, await newItem(storage, bytesOf('named')))).toBeNull();
    expect(await readBlob(storage, version.sha256)).toEqual(bytesOf('named'));
  });
}
