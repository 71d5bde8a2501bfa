import { randomBytes } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { serviceStatus } from '../../../main/service/errors.ts';
import { partSize } from '../../../main/service/storage/s3/buffer-pool.ts';
import {
  append,
  countRequests,
  failureOf,
  mebibyte,
  newName,
  openS3World,
  partBytes,
  readWhole,
  type S3World,
  sha256,
  upload,
} from './s3-world.ts';

const isEmpty = ({ server }: S3World): boolean =>
  server.bucket.objects.size === 0 && server.bucket.uploads.size === 0;

describe('an upload', () => {
  test('of several parts is stored intact from reused buffers', async () => {
    const world = await openS3World();
    const bytes = randomBytes(2 * partBytes + 1_234_567);
    const requests = countRequests(world);
    const { name, writer } = await upload(world, bytes);
    await writer.keep();
    expect(requests().toSorted()).toEqual([
      'CompleteMultipartUpload',
      'CreateMultipartUpload',
      ...Array.from({ length: 3 }, () => 'UploadPart'),
    ]);
    expect(sha256((await readWhole(world, name)) ?? Buffer.alloc(0))).toBe(sha256(bytes));
  });

  test.each([0, 1, partBytes - 1])('of %i bytes is a single request', async (size) => {
    const world = await openS3World();
    const bytes = randomBytes(size);
    const requests = countRequests(world);
    const { name, writer } = await upload(world, bytes);
    expect(requests()).toEqual(['PutObject']);
    expect((await readWhole(world, name))?.equals(bytes)).toBe(true);
    expect((await writer.read(0, size)).equals(bytes)).toBe(true);
  });

  test.each([partBytes, 2 * partBytes])('of %i bytes has no empty part', async (size) => {
    const world = await openS3World();
    const bytes = randomBytes(size);
    const name = newName();
    const writer = await world.store.create(name);
    await writer.append([bytes.subarray(0, 3), bytes.subarray(3, 3), bytes.subarray(3)]);
    await writer.append([]);
    await writer.finish();
    const parts = world.server.requests.filter(({ operation }) => operation === 'UploadPart');
    expect(parts.map((part) => part.size)).toEqual(Array.from({ length: size / partBytes }, () => partBytes));
    expect((await readWhole(world, name))?.equals(bytes)).toBe(true);
    expect((await writer.read(size - 10, 20)).equals(bytes.subarray(-10))).toBe(true);
  });

  test('rejects calls after finish(), keep() or discard()', async () => {
    const world = await openS3World();
    const writer = await world.store.create(newName());
    await expect(writer.read(0, 1)).rejects.toThrow(TypeError);
    await writer.append([randomBytes(10)]);
    await writer.finish();
    await expect(writer.append([randomBytes(10)])).rejects.toThrow(TypeError);
    await writer.keep();
    await expect(writer.read(0, 1)).rejects.toThrow(TypeError);
    await writer.discard();
    expect(world.server.bucket.objects.size).toBe(1);
  });

  test('supports 5 TiB in 10,000 parts of at most 5 GiB', () => {
    const sizes = Array.from({ length: 10_000 }, (_, index) => partSize(index + 1));
    expect(sizes[0]).toBe(partBytes);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThanOrEqual(5 * 1024 ** 4);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(5 * 1024 ** 3);
  });
});

describe('the upload buffer', () => {
  /** Delays the responses to all parts until `release` is called. */
  function delayParts({ server }: S3World) {
    const delayed = { now: 0, max: 0, release: (): void => undefined };
    const released = new Promise<void>((resolve) => {
      delayed.release = resolve;
    });
    server.intercept(async ({ operation }) => {
      if (operation !== 'UploadPart') return null;
      delayed.now += 1;
      delayed.max = Math.max(delayed.max, delayed.now);
      await released;
      delayed.now -= 1;
      return null;
    });
    return delayed;
  }

  /** Starts an upload. `bytes` counts the accepted bytes, and `done` resolves at its end. */
  function takenBytes({ store }: S3World, size: number) {
    const taken = { bytes: 0, done: Promise.resolve() };
    const run = async (): Promise<void> => {
      const writer = await store.create(newName());
      for (; taken.bytes < size; taken.bytes += mebibyte) await writer.append([new Uint8Array(mebibyte)]);
      await writer.finish();
      await writer.keep();
    };
    taken.done = run();
    return taken;
  }

  test('holds at most three parts of an upload while the server is silent', async () => {
    const world = await openS3World();
    const delayed = delayParts(world);
    const taken = takenBytes(world, 6 * partBytes);
    await vi.waitFor(() => expect(delayed.now).toBe(2), 20_000);
    await vi.waitFor(() => expect(taken.bytes).toBe(3 * partBytes - mebibyte), 20_000);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(taken.bytes).toBe(3 * partBytes - mebibyte);
    delayed.release();
    await taken.done;
    expect(delayed.max).toBe(2);
  });

  test('sends at most four parts of all uploads at the same time', async () => {
    const world = await openS3World();
    const delayed = delayParts(world);
    const all = Array.from({ length: 12 }, () => takenBytes(world, 2 * partBytes));
    await vi.waitFor(() => expect(delayed.now).toBe(4), 20_000);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const taken = all.reduce((sum, { bytes }) => sum + bytes, 0);
    expect(taken).toBeLessThanOrEqual((12 + 4) * partBytes);
    delayed.release();
    await Promise.all(all.map(({ done }) => done));
    expect(delayed.max).toBe(4);
  });
});

describe('a failing server', () => {
  const twoParts = randomBytes(partBytes + 100_000);

  test('is retried after one or two failures', async () => {
    const world = await openS3World();
    for (const operation of ['CreateMultipartUpload', 'UploadPart', 'CompleteMultipartUpload'] as const) {
      world.server.failNext(2, { status: 503, code: 'SlowDown' }, operation);
      const { name } = await upload(world, twoParts);
      expect((await readWhole(world, name))?.equals(twoParts)).toBe(true);
    }
  });

  test.each([
    [{ status: 503, code: 'SlowDown' }, 'service/s3Failing'],
    [{ status: 500, code: 'InternalError' }, 'service/s3Failing'],
    [{ status: 403, code: 'AccessDenied' }, 'service/s3Refused'],
    [{ status: 403, code: 'SignatureDoesNotMatch' }, 'service/s3Secret'],
    [{ status: 404, code: 'NoSuchBucket' }, 'service/s3Bucket'],
    ['break' as const, 'service/s3Unreachable'],
  ])('with %j fails as service/storageUnavailable and leaves no objects', async (fault, cause) => {
    for (const operation of ['CreateMultipartUpload', 'UploadPart', 'CompleteMultipartUpload'] as const) {
      const world = await openS3World();
      world.server.failNext(99, fault, operation);
      const writer = await world.store.create(newName());
      const work = append(writer, twoParts).then(() => writer.finish());
      expect(await failureOf(work)).toEqual(['service/storageUnavailable', cause]);
      await expect(writer.append([randomBytes(1)])).rejects.toSatisfy(
        (error) => serviceStatus(error) === 503,
      );
      await expect(writer.finish()).rejects.toSatisfy((error) => serviceStatus(error) === 503);
      await writer.discard();
      expect(isEmpty(world)).toBe(true);
      expect(world.logLines).toEqual([]);
    }
  });

  test('causes an upload to abort its other parts after one part fails', async () => {
    const world = await openS3World();
    let parts = 0;
    world.server.intercept(({ operation }) => {
      if (operation !== 'UploadPart') return null;
      parts += 1;
      return parts === 2 ? { status: 403, code: 'AccessDenied' } : null;
    });
    const writer = await world.store.create(newName());
    expect(await failureOf(append(writer, randomBytes(6 * partBytes)))).toEqual([
      'service/storageUnavailable',
      'service/s3Refused',
    ]);
    await writer.discard();
    expect(parts).toBeLessThanOrEqual(4);
    expect(isEmpty(world)).toBe(true);
  });

  test.each([1, 3])('is tolerated if it loses %i responses to CompleteMultipartUpload', async (count) => {
    const world = await openS3World();
    world.server.failNext(count, 'lose-answer', 'CompleteMultipartUpload');
    const { name } = await upload(world, twoParts);
    expect((await readWhole(world, name))?.equals(twoParts)).toBe(true);
  });

  test('may store an unconfirmed object, which discard() removes', async () => {
    const world = await openS3World();
    world.server.failNext(99, 'lose-answer', 'PutObject');
    const writer = await world.store.create(newName());
    await writer.append([randomBytes(100)]);
    expect(await failureOf(writer.finish())).toEqual(['service/storageUnavailable', 'service/s3Unreachable']);
    expect(world.server.bucket.objects.size).toBe(1);
    await writer.discard();
    expect(isEmpty(world)).toBe(true);
  });
});

describe('discard()', () => {
  test.each([100, partBytes + 100])('removes all data of an unfinished upload of %i bytes', async (size) => {
    const world = await openS3World();
    const writer = await world.store.create(newName());
    await append(writer, randomBytes(size));
    await writer.discard();
    await writer.discard();
    expect(isEmpty(world)).toBe(true);
    await expect(writer.append([randomBytes(1)])).rejects.toThrow(TypeError);
  });

  test.each([100, partBytes + 100])('removes the object of a finished upload of %i bytes', async (size) => {
    const world = await openS3World();
    const { writer } = await upload(world, randomBytes(size));
    await writer.discard();
    expect(isEmpty(world)).toBe(true);
    await expect(writer.read(0, 1)).rejects.toThrow(TypeError);
  });

  test('logs a failure instead of throwing an error', async () => {
    const world = await openS3World();
    const { writer } = await upload(world, randomBytes(100));
    world.server.failNext(99, 'break');
    await writer.discard();
    expect(world.logLines).toEqual([expect.stringContaining('WARN')]);
    expect(world.server.bucket.objects.size).toBe(1);
  });
});
