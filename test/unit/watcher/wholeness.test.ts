import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Verification } from '../../../main/watcher/completeness/completeness.ts';
import { verifyZip } from '../../../main/watcher/completeness/verify-zip.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { storedZip, tinyBuild } from '../../fixtures/builds/zip-writer.ts';

async function classifyChange(bytes: Buffer): Promise<Verification> {
  const path = join(await temporaryFolder(), 'a.apk');
  await writeFile(path, bytes);
  return verifyZip(path);
}

const build = tinyBuild();
const not = (reason: string): object => ({ complete: false, reason });

test('a whole zip is whole, also with a comment and with a few bytes behind it', async () => {
  expect(await classifyChange(build)).toEqual({ complete: true });
  expect(await classifyChange(storedZip([{ name: 'a', data: Buffer.from('b') }], 'made by a test'))).toEqual({
    complete: true,
  });
  expect(await classifyChange(Buffer.concat([build, Buffer.from('0123456789')]))).toEqual({ complete: true });
});

test.each([
  ['two bytes, which begin a page', 4096 * 3 + 2, 2],
  ['a whole page', 4096 * 3, 4096],
  ['pages and a half', 4096 * 3 + 100, 9_000],
])('zeros at the end of the last entry, %s, are its own', async (_, directoryAt, zeros) => {
  const data = Buffer.alloc(directoryAt - 31, 'x');
  data.fill(0, data.length - zeros);
  const path = join(await temporaryFolder(), 'a.apk');
  await writeFile(path, storedZip([{ name: 'a', data }]));
  for (const depth of ['gaps', 'contents'] as const) {
    expect(await verifyZip(path, depth)).toEqual({ complete: true });
  }
});

describe('a build that is not whole', () => {
  let small: Buffer;
  beforeAll(() => {
    small = storedZip([{ name: 'a.txt', data: Buffer.from('content') }], 'comment');
  });

  test('cut off anywhere', async () => {
    const path = join(await temporaryFolder(), 'a.apk');
    for (let length = 0; length < small.length; length += 1) {
      await writeFile(path, small.subarray(0, length));
      expect([length, (await verifyZip(path)).complete]).toEqual([length, false]);
    }
  });

  test('of the right size, with zeros from anywhere on', async () => {
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
      'zeros behind a good beginning',
      () => Buffer.concat([build.subarray(0, 500), Buffer.alloc(5_000)]),
      'reserved',
    ],
    ['half of it', () => build.subarray(0, build.length / 2), 'ends-early'],
    ['one byte short', () => build.subarray(0, -1), 'ends-early'],
    ['a single letter', () => Buffer.from('P'), 'ends-early'],
    ['a web page', () => Buffer.from('<!doctype html><title>Not found</title>'), 'no-zip'],
    ['a zip with nothing in it', () => storedZip([]), 'no-entries'],
  ])('%s', async (_, bytes, reason) => {
    expect(await classifyChange(bytes())).toEqual(not(reason));
  });

  test('a stall right behind a zip that is packed inside', async () => {
    const inner = tinyBuild(2_000, 9);
    const outer = storedZip([
      { name: 'assets/inner.zip', data: inner },
      { name: 'classes.dex', data: Buffer.alloc(3_000, 'x') },
    ]);
    const stalled = outer.subarray(0, outer.indexOf(inner) + inner.length);
    expect(await classifyChange(stalled)).toEqual(not('mismatch'));
    expect(await classifyChange(outer)).toEqual({ complete: true });
  });

  test('written in place over an older build, at every point of the way', async () => {
    const older = tinyBuild(4_000, 1);
    const newer = tinyBuild(4_000, 2);
    expect(newer.length).toBe(older.length);
    const path = join(await temporaryFolder(), 'a.apk');
    const firstContent = 30 + 'AndroidManifest.xml'.length;
    // Before the first checksum differs and behind the last one nothing can tell them apart without reading all.
    for (let at = firstContent; at < newer.length - 60; at += 97) {
      const mixed = Buffer.concat([newer.subarray(0, at), older.subarray(at)]);
      await writeFile(path, mixed);
      expect([at, await verifyZip(path)]).toEqual([at, not('mismatch')]);
    }
  });

  test('the end before the rest', async () => {
    const bytes = Buffer.from(build);
    bytes.fill(0, 1_000, 2_500);
    expect(await classifyChange(bytes)).toEqual(not('mismatch'));
  });
});

test('what the file system says is thrown', async () => {
  await expect(verifyZip(join(await temporaryFolder(), 'none.apk'))).rejects.toMatchObject({
    code: 'ENOENT',
  });
});
