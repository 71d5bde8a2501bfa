import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { newObjectName } from '../../../main/service/storage/object-names.ts';
import { streamDownload } from '../../../main/service/storage/s3/s3-requests.ts';
import {
  countRequests,
  failureOf,
  mebibyte,
  newName,
  openS3World,
  partBytes,
  readWhole,
  type S3World,
  serviceId,
  upload,
} from './s3-world.ts';

type Listed = { readonly name: string; readonly size: number; readonly changedAt: number };

const keyOf = ({ server }: S3World, name: string): string => `${server.settings.prefix}${name}`;

describe('downloads', () => {
  test('read() returns an object or a range of the object', async () => {
    const world = await openS3World();
    const bytes = randomBytes(1_000_000);
    const { name } = await upload(world, bytes);
    const part = (start: number, end: number) => readWhole(world, name, { start, end });
    expect((await readWhole(world, name))?.equals(bytes)).toBe(true);
    expect(await part(0, 0)).toEqual(bytes.subarray(0, 1));
    expect((await part(5, 700_000))?.equals(bytes.subarray(5, 700_001))).toBe(true);
    expect(await part(bytes.length - 3, bytes.length + 100)).toEqual(bytes.subarray(-3));
    expect(await part(bytes.length, bytes.length + 9)).toHaveLength(0);
  });

  test('read() returns null for a missing object or an invalid name', async () => {
    const world = await openS3World();
    expect(await world.store.read(newName())).toBeNull();
    const requests = countRequests(world);
    for (const name of ['', '..', 'x'.repeat(300), 'A'.repeat(32)]) {
      expect(await world.store.read(name)).toBeNull();
    }
    expect(requests()).toEqual([]);
  });

  test('a broken connection ends the stream with an error', async () => {
    const world = await openS3World();
    const { name } = await upload(world, randomBytes(3_000_000));
    world.server.failNext(1, 'half-answer', 'GetObject');
    const stream = await world.store.read(name);
    await expect(buffer(stream as Readable)).rejects.toThrow();
  });

  test('a stream can be destroyed before its end', async () => {
    const world = await openS3World();
    const { name } = await upload(world, randomBytes(3_000_000));
    const stream = await world.store.read(name);
    await once(stream as Readable, 'readable');
    stream?.destroy();
    await once(stream as Readable, 'close');
  });

  test('a download fails when the server stalls, not when the reader pauses', async () => {
    const silent = new Readable({ read: () => undefined });
    silent.push('some');
    await expect(buffer(streamDownload(silent, 20))).rejects.toThrow('sent nothing for 20 ms');
    const bytes = randomBytes(mebibyte);
    const stream = streamDownload(Readable.from([bytes.subarray(0, 500_000), bytes.subarray(500_000)]), 20);
    await once(stream, 'readable');
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect((await buffer(stream)).equals(bytes)).toBe(true);
  });

  test('an unreachable server or missing bucket fails as storageUnavailable', async () => {
    const world = await openS3World();
    const { name } = await upload(world, randomBytes(1_000));
    world.server.failNext(3, { status: 404, code: 'NoSuchBucket' });
    expect(await failureOf(world.store.read(name))).toEqual([
      'service/storageUnavailable',
      'service/s3Bucket',
    ]);
    world.server.failNext(3, 'break');
    expect(await failureOf(world.store.read(name))).toEqual([
      'service/storageUnavailable',
      'service/s3Unreachable',
    ]);
    expect(await readWhole(world, name)).toHaveLength(1_000);
  });
});

describe('reading a finished upload', () => {
  test('uses data in memory and cached blocks', async () => {
    const world = await openS3World();
    const bytes = randomBytes(2 * partBytes + 70_000);
    const { writer } = await upload(world, bytes);
    const requests = countRequests(world);
    const block = mebibyte / 4;
    const same = async (position: number, length: number): Promise<boolean> =>
      (await writer.read(position, length)).equals(bytes.subarray(position, position + length));
    expect(await same(bytes.length - block, block)).toBe(true);
    expect(await same(bytes.length - 5, 100)).toBe(true);
    expect(await writer.read(bytes.length, 10)).toHaveLength(0);
    expect(await writer.read(10, 0)).toHaveLength(0);
    expect(requests()).toEqual([]);
    expect(await same(10, 20)).toBe(true);
    expect(await same(block - 1, 1)).toBe(true);
    expect(requests()).toHaveLength(1);
    expect(await same(block - 10, 20)).toBe(true);
    expect(requests()).toHaveLength(2);
    expect(await same(0, bytes.length)).toBe(true);
    expect(requests()).toHaveLength(39);
    expect(await same(0, 10)).toBe(true);
    expect(requests()).toHaveLength(40);
    await writer.keep();
  });

  test('shares one request among parallel readers and retries a failed block', async () => {
    const world = await openS3World();
    const bytes = randomBytes(partBytes + 2 * mebibyte);
    const { writer } = await upload(world, bytes);
    world.server.failNext(3, { status: 503, code: 'SlowDown' });
    expect(await failureOf(writer.read(0, 10))).toEqual(['service/storageUnavailable', 'service/s3Failing']);
    const requests = countRequests(world);
    const read = await Promise.all([0, 100, 200].map((at) => writer.read(at, 10)));
    expect(Buffer.concat(read)).toEqual(
      Buffer.concat([0, 100, 200].map((at) => bytes.subarray(at, at + 10))),
    );
    expect(requests()).toEqual(['GetObject']);
    await writer.keep();
  });

  test('needs no requests for a build smaller than a part', async () => {
    const world = await openS3World();
    const bytes = randomBytes(3 * mebibyte);
    const { writer } = await upload(world, bytes);
    const requests = countRequests(world);
    expect((await writer.read(0, bytes.length)).equals(bytes)).toBe(true);
    expect(requests()).toEqual([]);
  });
});

describe('the object store', () => {
  test('lists all its objects over several pages', async () => {
    const world = await openS3World();
    const { objects } = world.server.bucket;
    const stored = {
      bytes: Buffer.from('abc'),
      etag: '"x"',
      contentType: 'x',
      modifiedAt: 1_700_000_000_000,
    };
    const names = [...Array.from({ length: 1_500 }, newName)];
    for (const name of names) objects.set(keyOf(world, name), stored);
    for (const foreign of ['slipway/notes.txt', `slipway/x/${newName()}`, newName()])
      objects.set(foreign, stored);
    const found: Listed[] = [];
    for await (const one of world.store.list()) found.push(one);
    expect(found.map(({ name }) => name).sort()).toEqual(names.sort());
    expect(found[0]).toMatchObject({ size: 3, changedAt: 1_700_000_000_000 });
  });

  test('aborts old unfinished uploads over several pages', async () => {
    const world = await openS3World();
    const { uploads } = world.server.bucket;
    const begin = (key: string, begunAt: number): void => {
      const id = newName();
      uploads.set(id, { id, key, contentType: 'x', begunAt, parts: new Map() });
    };
    const [old, recent] = [1_700_000_000_000, 1_700_000_060_000];
    for (let count = 0; count < 1_010; count += 1) begin(keyOf(world, newName()), old);
    const others = newObjectName('fedcba9876543210');
    for (const key of [newName(), 'slipway/notes.txt', keyOf(world, others)]) begin(key, old);
    begin(keyOf(world, newName()), recent);
    expect(await world.store.abortUnfinished(recent, serviceId)).toBe(1_010);
    expect(uploads.size).toBe(4);
    expect(await world.store.abortUnfinished(recent, serviceId)).toBe(0);
  });

  test('removes an object and ignores a missing object', async () => {
    const world = await openS3World();
    const { name } = await upload(world, randomBytes(1_000));
    await world.store.remove(name);
    await world.store.remove(name);
    expect(await world.store.read(name)).toBeNull();
    expect(await world.store.freeBytes()).toBeNull();
  });
});
