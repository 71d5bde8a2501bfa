import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { appendFile, open, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import {
  beginFileHash,
  chunkBytes,
  hashContent,
  hashedChunks,
} from '../../../main/base/hashing/hashed-chunks.ts';
import { createHashing, type Hashing, type RunningHash } from '../../../main/base/hashing/hashing.ts';
import { hashFile } from '../../../main/uploads/steps/hash.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

function hashingOfTest(): Hashing {
  const hashing = createHashing();
  onTestFinished(() => hashing.close());
  return hashing;
}

async function fileOf(bytes: Buffer): Promise<string> {
  const path = join(await temporaryFolder(), 'file');
  await writeFile(path, bytes);
  return path;
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const never = new AbortController().signal;

test('hashFile returns the SHA-256 of files of any length in parallel', async () => {
  const hashing = hashingOfTest();
  const sizes = [0, 1, chunkBytes - 1, chunkBytes, chunkBytes + 1, 4 * chunkBytes, 9 * chunkBytes + 77];
  const contents = [...sizes, ...sizes].map((size) => randomBytes(size));
  const paths = await Promise.all(contents.map(fileOf));
  expect(await Promise.all(paths.map((path) => hashFile(path, hashing, never)))).toEqual(
    contents.map(sha256),
  );
});

test('a chunk is not overwritten until the next chunk is requested', async () => {
  const hashing = hashingOfTest();
  const bytes = randomBytes(11 * chunkBytes + 5);
  await using handle = await open(await fileOf(bytes));
  const hash = beginFileHash(hashing, bytes.length);
  let position = 0;
  for await (const chunk of hashedChunks(handle, bytes.length, hash)) {
    // Hashes the file again. A reused buffer would be overwritten during that time.
    expect(await hashContent(handle, bytes.length, hashing)).toBe(sha256(bytes));
    expect(chunk.equals(bytes.subarray(position, position + chunk.length))).toBe(true);
    position += chunk.length;
  }
  expect(position).toBe(bytes.length);
  expect(await hash.digest()).toBe(sha256(bytes));
  expect(await hash.digest()).toBe(sha256(bytes));
  hash.end();
});

test('readFile() hashes a small file and returns null for another size', async () => {
  const hashing = hashingOfTest();
  const bytes = randomBytes(200_000);
  const path = await fileOf(bytes);
  const hash = beginFileHash(hashing, bytes.length);
  expect((await hash.readFile(path, bytes.length))?.equals(bytes)).toBe(true);
  expect(await hash.digest()).toBe(sha256(bytes));
  hash.end();

  const other = beginFileHash(hashing, chunkBytes);
  expect(await other.readFile(path, bytes.length + 1)).toBeNull();
  expect(await other.readFile(path, bytes.length - 1)).toBeNull();
  expect(await other.readFile(join(path, 'nothing'), 10)).toBeNull();
  expect(await other.readFile(`${path}.gone`, 10)).toBeNull();
  // The failed reads did not use the hash, so it still works.
  other.buffers[0]?.write('abc');
  await other.update(other.buffers[0]?.subarray(0, 3) ?? expect.fail());
  expect(await other.digest()).toBe(sha256(Buffer.from('abc')));
  other.end();
});

test('a new hash reuses only the memory of a finished spare hash', async () => {
  const hashing = hashingOfTest();
  const memoryOf = (hash: RunningHash): ArrayBufferLike | undefined => hash.buffers[0]?.buffer;
  const path = await fileOf(randomBytes(5_000));
  const ended = async (isSpare: boolean): Promise<ArrayBufferLike | undefined> => {
    const hash = beginFileHash(hashing, 5_000);
    await hash.readFile(path, 5_000);
    await hash.digest();
    hash.end(isSpare);
    return memoryOf(hash);
  };
  const spare = await ended(true);
  const next = beginFileHash(hashing, 5_000);
  expect(memoryOf(next)).toBe(spare);
  const beside = beginFileHash(hashing, 5_000);
  expect(memoryOf(beside)).not.toBe(spare);
  // Memory of an unfinished hash must not be reused, because the thread may still access it.
  next.end(true);
  beside.end(true);
  const retained = await ended(false);
  expect([spare, memoryOf(next), memoryOf(beside)]).not.toContain(retained);
  expect(memoryOf(beginFileHash(hashing, 5_000))).not.toBe(retained);
});

test('hashedChunks stops reading when its consumer stops early', async () => {
  const hashing = hashingOfTest();
  const path = await fileOf(randomBytes(8 * chunkBytes));
  const handle = await open(path);
  const hash = beginFileHash(hashing, 8 * chunkBytes);
  for await (const chunk of hashedChunks(handle, 8 * chunkBytes, hash)) {
    expect(chunk.length).toBe(chunkBytes);
    break;
  }
  hash.end();
  await handle.close();
  await expect(handle.stat()).rejects.toMatchObject({ code: 'EBADF' });
});

test('hashedChunks yields short chunks of a shrunken file', async () => {
  const hashing = hashingOfTest();
  const path = await fileOf(randomBytes(3 * chunkBytes));
  await truncate(path, chunkBytes + 9);
  await using handle = await open(path);
  const lengths: number[] = [];
  const hash = beginFileHash(hashing, 3 * chunkBytes);
  for await (const chunk of hashedChunks(handle, 3 * chunkBytes, hash)) lengths.push(chunk.length);
  hash.end();
  expect(lengths).toEqual([chunkBytes, 9, 0]);
  await appendFile(path, 'more');
  expect(await hashContent(handle, 4, hashing)).not.toBe(await hashContent(handle, 5, hashing));
});

test('close() cancels running hashes but not later ones', async () => {
  const hashing = hashingOfTest();
  const path = await fileOf(Buffer.from('content'));
  const hash = hashing.begin(1, 10);
  const cancelled = expect(hash.digest()).rejects.toMatchObject({ code: 'base/cancelled' });
  await hashing.close();
  await cancelled;
  await expect(hash.update(hash.buffers[0] ?? Buffer.alloc(0))).rejects.toMatchObject({
    code: 'hash/broken',
  });
  hash.end();
  await hashing.close();
  expect(await hashFile(path, hashing, never)).toBe(sha256(Buffer.from('content')));
});

test('a failed thread is reported and replaced for the next hash', async () => {
  const hashing = hashingOfTest();
  const path = await fileOf(Buffer.from('content'));
  const hash = hashing.begin(1, 10);
  const other = hashing.begin(1, 10);
  const waits = expect(other.digest()).resolves.toHaveLength(64);
  await waits;
  const beyond = Buffer.from(new ArrayBuffer(200_000), 150_000, 20);
  await expect(hash.update(beyond)).rejects.toMatchObject({ code: 'hash/broken', remedy: 'retry' });
  await expect(hash.digest()).rejects.toMatchObject({ code: 'hash/broken' });
  hash.end();
  other.end();
  expect(await hashFile(path, hashing, never)).toBe(sha256(Buffer.from('content')));
});

test('hashFile rejects when aborted or when the file cannot be read', async () => {
  const hashing = hashingOfTest();
  const path = await fileOf(randomBytes(3 * chunkBytes));
  const stop = new AbortController();
  const hashed = hashFile(path, hashing, stop.signal);
  stop.abort(new Error('enough'));
  await expect(hashed).rejects.toThrow('enough');
  await expect(hashFile(`${path}.gone`, hashing, never)).rejects.toMatchObject({ code: 'file/missing' });
  await expect(hashFile(join(path, '..'), hashing, never)).rejects.toMatchObject({ code: 'file/failed' });
});

test('a running hash keeps the process alive only until it ends', async () => {
  const path = await fileOf(randomBytes(2 * chunkBytes));
  const module = (name: string): string => JSON.stringify(new URL(name, import.meta.url).href);
  const script = `
    import { createHashing } from ${module('../../../main/base/hashing/hashing.ts')};
    import { hashFile } from ${module('../../../main/uploads/steps/hash.ts')};
    const sha256 = await hashFile(process.argv[1], createHashing(), new AbortController().signal);
    process.stdout.write(sha256);
  `;
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...['--input-type=module', '--eval', script, path],
  ]);
  expect(stdout).toMatch(/^[0-9a-f]{64}$/);
});

test('finished and unfinished hashes release their memory', async () => {
  const program = `
    import { createHashing } from ${JSON.stringify(new URL('../../../main/base/hashing/hashing.ts', import.meta.url).href)};
    const hashing = createHashing();
    for (let index = 0; index < 600; index += 1) {
      const hash = hashing.begin(2, 700_000 + index);
      await hash.update(hash.buffers[0]);
      await hash.update(hash.buffers[1], index % 3 === 0);
      hash.end(index % 3 === 0);
    }
    gc();
    console.log(process.memoryUsage().arrayBuffers);
    await hashing.close();`;
  const words = ['--expose-gc', '--input-type=module', '--eval', program];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  expect(Number(stdout)).toBeLessThan(400_000_000);
});
