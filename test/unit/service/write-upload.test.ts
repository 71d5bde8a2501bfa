import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { type UploadLimits, writeUpload } from '../../../main/service/http/upload/write-upload.ts';
import { openEmbeddedStorage } from '../../../main/service/storage/open-storage.ts';
import type { BlobUpload } from '../../../main/service/storage/upload-storage.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

type Incoming = { readonly folder: string; receive(): Promise<BlobUpload> };

async function openIncoming(): Promise<Incoming> {
  const folder = await temporaryFolder();
  const storage = await openEmbeddedStorage(folder, collectedLog().log);
  onTestFinished(() => storage.close());
  return { folder: join(folder, 'incoming'), receive: () => storage.blobs.startUpload() };
}

const noLimits: UploadLimits = {
  maxBytes: Number.POSITIVE_INFINITY,
  ensureSpace: async () => undefined,
  hashesParts: false,
};

/** Yields each chunk in its own buffer, as a socket does. */
async function* chunksOf(sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  for (const [index, size] of sizes.entries()) yield new Uint8Array(size).fill(index % 251);
}

function bytesOf(sizes: readonly number[]): Buffer {
  return Buffer.concat(sizes.map((size, index) => Buffer.alloc(size, index % 251)));
}

test('writeUpload writes and hashes chunks of any size', async () => {
  const { receive } = await openIncoming();
  const size = fc.oneof(
    fc.nat({ max: 70 }),
    fc.nat({ max: 70_000 }),
    fc.constantFrom(65_536, 1_048_576, 1_048_577),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(size, { maxLength: 150 }), async (sizes) => {
      const received = await receive();
      const whole = bytesOf(sizes);
      const written = await writeUpload(chunksOf(sizes), received, noLimits);
      expect(written).toEqual({
        size: whole.length,
        sha256: createHash('sha256').update(whole).digest('hex'),
        partHashes: null,
      });
      expect((await received.read(0, whole.length + 1)).equals(whole)).toBe(true);
      await received.discard();
    }),
    { numRuns: 60 },
  );
});

test.each([
  ['empty', [], 0],
  ['shorter than a part', [10_000_000], 1],
  ['of exactly one part', [10_000_000, 485_760], 1],
  ['one byte longer than a part', [10_485_761], 2],
  ['of three parts in small and large chunks', [15_000_000, 1, 70_000, 9_000_000], 3],
])('writeUpload hashes each part of a file %s', async (_name, sizes, parts) => {
  const { receive } = await openIncoming();
  const received = await receive();
  const written = await writeUpload(chunksOf(sizes), received, { ...noLimits, hashesParts: true });
  const whole = bytesOf(sizes);
  const hashes = (algorithm: string) =>
    Array.from({ length: parts }, (_, at) =>
      createHash(algorithm)
        .update(whole.subarray(at * 10_485_760, (at + 1) * 10_485_760))
        .digest('hex'),
    );
  expect(written.partHashes).toEqual({ size: 10_485_760, sha256s: hashes('sha256'), md5s: hashes('md5') });
  await received.discard();
});

test('writeUpload releases the buffer of a written chunk unless it is shared', async () => {
  const { receive } = await openIncoming();
  const shared = Buffer.alloc(200_000, 7);
  const own = new Uint8Array(100_000).fill(8);
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield own;
    yield shared.subarray(0, 100_000);
    yield shared.subarray(100_000);
  }
  const received = await receive();
  expect(await writeUpload(chunks(), received, noLimits)).toMatchObject({ size: 300_000 });
  expect(own.byteLength).toBe(0);
  expect(shared.every((byte) => byte === 7)).toBe(true);
  expect(shared).toHaveLength(200_000);
  await received.discard();
});

test('writeUpload accepts the maximum size but not one byte more', async () => {
  const { receive } = await openIncoming();
  const atMost = { ...noLimits, maxBytes: 3_000_000 };
  const received = await receive();
  expect((await writeUpload(chunksOf([2_999_999, 1]), received, atMost)).size).toBe(3_000_000);
  await received.discard();
  const more = await receive();
  await expect(writeUpload(chunksOf([2_999_999, 2]), more, atMost)).rejects.toMatchObject({
    code: 'service/tooLarge',
  });
  await more.discard();
});

test('writeUpload stops before the disk is full', async () => {
  const { folder, receive } = await openIncoming();
  const full = new Error('full');
  let checks = 0;
  const ensureSpace = async (): Promise<void> => {
    checks += 1;
    if (checks === 2) throw full;
  };
  const received = await receive();
  const endless = chunksOf(Array.from({ length: 1_000 }, () => 1_048_576));
  await expect(writeUpload(endless, received, { ...noLimits, ensureSpace })).rejects.toBe(full);
  const [name = ''] = await readdir(folder);
  expect((await stat(join(folder, name))).size).toBe(64 * 1_048_576);
  await received.discard();
  expect(await readdir(folder)).toEqual([]);
});

test('writeUpload rejects after the upload was discarded', async () => {
  const { receive } = await openIncoming();
  const received = await receive();
  await received.discard();
  await expect(writeUpload(chunksOf([10]), received, noLimits)).rejects.toThrow('recorded or discarded');
});
