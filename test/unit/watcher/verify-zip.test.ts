import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Verification } from '../../../main/watcher/completeness/completeness.ts';
import { verifyZip } from '../../../main/watcher/completeness/verify-zip.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { storedZip, tinyBuild } from '../../fixtures/builds/zip-writer.ts';

async function verifyBytes(bytes: Buffer): Promise<Verification> {
  const path = join(await temporaryFolder(), 'a.apk');
  await writeFile(path, bytes);
  return verifyZip(path);
}

const build = tinyBuild();
const incomplete = (reason: string): object => ({ complete: false, reason });

test('a zip with a comment or a few trailing bytes is complete', async () => {
  expect(await verifyBytes(build)).toEqual({ complete: true });
  expect(await verifyBytes(storedZip([{ name: 'a', data: Buffer.from('b') }], 'made by a test'))).toEqual({
    complete: true,
  });
  expect(await verifyBytes(Buffer.concat([build, Buffer.from('0123456789')]))).toEqual({ complete: true });
});

test.each([
  ['two bytes at the start of a page', 4096 * 3 + 2, 2],
  ['a whole page', 4096 * 3, 4096],
  ['more than two pages', 4096 * 3 + 100, 9_000],
])('trailing zeros of the last entry are accepted: %s', async (_, directoryAt, zeros) => {
  const data = Buffer.alloc(directoryAt - 31, 'x');
  data.fill(0, data.length - zeros);
  const path = join(await temporaryFolder(), 'a.apk');
  await writeFile(path, storedZip([{ name: 'a', data }]));
  for (const depth of ['gaps', 'contents'] as const) {
    expect(await verifyZip(path, depth)).toEqual({ complete: true });
  }
});

describe('an incomplete build', () => {
  let small: Buffer;
  beforeAll(() => {
    small = storedZip([{ name: 'a.txt', data: Buffer.from('content') }], 'comment');
  });

  test('is detected if it is truncated at any byte', async () => {
    const path = join(await temporaryFolder(), 'a.apk');
    for (let length = 0; length < small.length; length += 1) {
      await writeFile(path, small.subarray(0, length));
      expect([length, (await verifyZip(path)).complete]).toEqual([length, false]);
    }
  });

  test('is detected if it is zero from any position to the end', async () => {
    const path = join(await temporaryFolder(), 'a.apk');
    const plain = storedZip([{ name: 'a.txt', data: Buffer.from('content') }]);
    for (let length = 0; length < plain.length; length += 1) {
      const bytes = Buffer.concat([plain.subarray(0, length), Buffer.alloc(plain.length - length)]);
      await writeFile(path, bytes);
      expect([length, (await verifyZip(path)).complete]).toEqual([length, bytes.equals(plain)]);
    }
  });

  test.each<[string, () => Buffer, string]>([
    ['empty', () => Buffer.alloc(0), 'empty'],
    ['all zeros', () => Buffer.alloc(100_000), 'reserved'],
    [
      'zeros after a valid start',
      () => Buffer.concat([build.subarray(0, 500), Buffer.alloc(5_000)]),
      'reserved',
    ],
    ['cut in half', () => build.subarray(0, build.length / 2), 'ends-early'],
    ['one byte short', () => build.subarray(0, -1), 'ends-early'],
    ['a single letter', () => Buffer.from('P'), 'ends-early'],
    ['a web page', () => Buffer.from('<!doctype html><title>Not found</title>'), 'no-zip'],
    ['an empty zip', () => storedZip([]), 'no-entries'],
  ])('is detected if it is %s', async (_, bytes, reason) => {
    expect(await verifyBytes(bytes())).toEqual(incomplete(reason));
  });

  test('is detected if it ends after a nested zip', async () => {
    const inner = tinyBuild(2_000, 9);
    const outer = storedZip([
      { name: 'assets/inner.zip', data: inner },
      { name: 'classes.dex', data: Buffer.alloc(3_000, 'x') },
    ]);
    const stalled = outer.subarray(0, outer.indexOf(inner) + inner.length);
    expect(await verifyBytes(stalled)).toEqual(incomplete('mismatch'));
    expect(await verifyBytes(outer)).toEqual({ complete: true });
  });

  test('is detected at any point of overwriting an older build', async () => {
    const older = tinyBuild(4_000, 1);
    const newer = tinyBuild(4_000, 2);
    expect(newer.length).toBe(older.length);
    const path = join(await temporaryFolder(), 'a.apk');
    const firstContent = 30 + 'AndroidManifest.xml'.length;
    // Both ends are intact, so the difference is found only by reading everything.
    for (let at = firstContent; at < newer.length - 60; at += 97) {
      const mixed = Buffer.concat([newer.subarray(0, at), older.subarray(at)]);
      await writeFile(path, mixed);
      expect([at, await verifyZip(path)]).toEqual([at, incomplete('mismatch')]);
    }
  });

  test('is detected if its end is written first', async () => {
    const bytes = Buffer.from(build);
    bytes.fill(0, 1_000, 2_500);
    expect(await verifyBytes(bytes)).toEqual(incomplete('mismatch'));
  });
});

test('an error of the file system is thrown', async () => {
  await expect(verifyZip(join(await temporaryFolder(), 'none.apk'))).rejects.toMatchObject({
    code: 'ENOENT',
  });
});
