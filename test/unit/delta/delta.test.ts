import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateRaw } from 'pako';
import { describe, expect, test } from 'vitest';
import { readRecipeHeader } from '../../../main/delta/apply-recipe.ts';
import { compressFrame } from '../../../main/delta/frames.ts';
import { makeRecipe } from '../../../main/delta/make-recipe.ts';
import { encodeNumbers } from '../../../main/delta/numbers.ts';
import { type BaseRange, encodeOperation, type Operation } from '../../../main/delta/operations.ts';
import { encodeHeader } from '../../../main/delta/recipe-header.ts';
import { comparableEntries, entryFrom, readLayout } from '../../../main/delta/segments.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { writeZip } from '../../fixtures/builds/zip-writer.ts';
import {
  applied,
  buildsIn,
  codeLike,
  edited,
  neverWrong,
  readerOf,
  recipeOf,
  reproducesFixture,
  twoBuilds,
} from './recipes.ts';

const fixtures = buildsIn('../../fixtures');
const { base, target } = twoBuilds();

describe('a recipe', () => {
  test('produces the target and is smaller than what changed', async () => {
    const made = await recipeOf(base, target);
    expect(await applied(base, made)).toEqual(target);
    expect(made.length).toBeLessThan(target.length / 2.5);
  });

  test('names base and target', async () => {
    const header = await readRecipeHeader(readerOf(await recipeOf(base, target)));
    expect(header).toMatchObject({ baseSize: base.length, targetSize: target.length });
  });

  test.each([
    ['equal files', base, base],
    ['an empty base', Buffer.alloc(0), target],
    ['an empty target', base, Buffer.alloc(0)],
    ['a base that is no zip', codeLike(1, 70_000), target],
    ['files that are no zips', codeLike(1, 3_000_000), edited(codeLike(1, 3_000_000), 2)],
    [
      'a zip behind other bytes',
      Buffer.concat([codeLike(1, 99), base]),
      Buffer.concat([codeLike(2, 150), target]),
    ],
    ['a truncated zip', base, target.subarray(0, -100)],
    ['damaged entries', base, damaged(target)],
  ])('reproduces %s', async (_, from, to) => {
    const made = await recipeOf(from, to);
    expect((await applied(from, made)).equals(to)).toBe(true);
  });

  test.each(fixtures)('reproduces %s from the build before', async (path) => {
    await reproducesFixture(path, fixtures);
  });

  test('is not written unless it is smaller than the limit', async () => {
    const folder = await temporaryFolder();
    const paths = { base: join(folder, 'a'), target: join(folder, 'b'), recipe: join(folder, 'c') };
    await writeFile(paths.base, base);
    await writeFile(paths.target, target);
    const made = await makeRecipe(paths, { maxSize: target.length });
    expect(await makeRecipe(paths, { maxSize: made?.size ?? 0 })).toBeNull();
    expect(readdirSync(folder)).toEqual(['a', 'b']);
    const signal = AbortSignal.abort();
    await expect(makeRecipe(paths, { maxSize: 1, signal })).rejects.toThrow('aborted');
  });
});

describe('a recipe made from only the entries of the base', () => {
  const remote = async (bytes: Buffer) => {
    const entries = comparableEntries(await readLayout(readerOf(bytes))).map(entryFrom);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return { sha256, size: bytes.length, entries };
  };

  test('copies equal entries', async () => {
    const made = await recipeOf(await remote(base), target);
    expect((await applied(base, made)).equals(target)).toBe(true);
    const withoutBase = await recipeOf(Buffer.alloc(0), target);
    expect(made.length).toBeLessThan(withoutBase.length - 8_000);
    expect(await readRecipeHeader(readerOf(made))).toEqual(
      await readRecipeHeader(readerOf(await recipeOf(base, target))),
    );
  });

  test('is refused if an entry has different content with an equal checksum', async () => {
    const other = Buffer.from(base).fill(0, 60, 70);
    const made = await recipeOf(await remote(base), target);
    await expect(applied(other, made)).rejects.toMatchObject({ code: 'delta/wrongResult' });
  });

  test('copies nothing from outside the base', async () => {
    const { entries, ...rest } = await remote(base);
    const moved = entries.map((entry) => ({ ...entry, position: base.length }));
    const made = await recipeOf({ ...rest, entries: moved }, target);
    expect((await applied(base, made)).equals(target)).toBe(true);
  });

  test('copies only stored entries if another program packed the base', async () => {
    const [same, other, stored] = [codeLike(1, 20_000), codeLike(2, 20_000), codeLike(3, 20_000)];
    const packed = (level: 1 | 9) =>
      writeZip([
        { name: 'same', data: same },
        { name: 'other', data: other, deflate: (data) => deflateRaw(data, { level }) },
        { name: 'stored', data: stored, stored: true },
      ]);
    const [before, now] = [packed(1), packed(9)];
    const made = await recipeOf(await remote(before), now);
    expect((await applied(before, made)).equals(now)).toBe(true);
    const whole = (await recipeOf(Buffer.alloc(0), now)).length;
    expect(whole - made.length).toBeGreaterThan(9_000);
    expect(whole - made.length).toBeLessThan(13_000);
  });

  test('does not copy encrypted entries', async () => {
    const encrypted = (key: number) => {
      const zip = writeZip([{ name: 'a', data: Buffer.alloc(5_000, key), stored: true }]);
      const directory = zip.readUInt32LE(zip.length - 6);
      zip.writeUInt16LE(1, directory + 8);
      zip.writeUInt32LE(7, directory + 16);
      return zip;
    };
    const [before, now] = [encrypted(1), encrypted(2)];
    expect((await remote(before)).entries).toEqual([]);
    const made = await recipeOf(await remote(before), now);
    expect((await applied(before, made)).equals(now)).toBe(true);
  });

  test.each(fixtures)('reproduces %s', async (path) => {
    const bytes = readFileSync(path);
    const made = await recipeOf(await remote(bytes), bytes);
    expect((await applied(bytes, made)).equals(bytes)).toBe(true);
  });
});

describe('a damaged recipe', () => {
  test('is refused wherever it is truncated', async () => {
    const made = await recipeOf(base, target);
    for (let length = 0; length < made.length; length += length < 200 ? 13 : 997) {
      await expect(applied(base, made.subarray(0, length))).rejects.toMatchObject({ code: 'delta/damaged' });
    }
  });

  test('is refused if other bytes follow it', async () => {
    const longer = Buffer.concat([await recipeOf(base, target), Buffer.alloc(1)]);
    await expect(applied(base, longer)).rejects.toMatchObject({ code: 'delta/damaged' });
  });

  test('is refused if its target is larger than allowed', async () => {
    const refused = applied(base, await recipeOf(base, target), target.length - 1);
    await expect(refused).rejects.toMatchObject({ code: 'delta/tooLarge' });
  });

  test('is refused for a base of another size', async () => {
    const refused = applied(base.subarray(1), await recipeOf(base, target));
    await expect(refused).rejects.toMatchObject({ code: 'delta/otherBase' });
  });

  test('is refused for a base with other content', async () => {
    const refused = applied(Buffer.from(base).fill(0, 60, 70), await recipeOf(base, target));
    await expect(refused).rejects.toMatchObject({ code: 'delta/wrongResult' });
  });

  test.each([
    ['a copy outside the base', { kind: 'copy', position: base.length - 9, length: 10 }],
    ['an image whose old content is outside the base', image({ position: base.length, length: 1 })],
    ['an image larger than any file', { ...image({}), size: 2 ** 41 }],
    ['an image of more work than its target', { ...image({}), size: 2 ** 30, frames: Array(192).fill(0) }],
    ['an image without its frame', { ...image({}), frames: [99, 0, 0] }],
    [
      'an image without its frame, whose old content is truncated',
      { ...image({ length: 3, imageSize: 9 }), frames: [99, 0, 0] },
    ],
    ['an empty copy', { kind: 'copy', position: 0, length: 0 }],
    ['an empty image', { ...image({}), size: 0, frames: [] }],
    ['an image whose old content is inflated from no bytes', image({ length: 0, imageSize: 0 })],
    ['an old content that is not deflated', image({ imageSize: 5_000 })],
    ['unknown deflate parameters', { ...image({}), deflate: { level: 12, memLevel: 8, length: 9 } }],
  ] as const)('is refused for %s', async (_, operation) => {
    const recipe = await withOperations([operation as Operation]);
    await expect(applied(base, recipe)).rejects.toMatchObject({ code: 'delta/damaged' });
  });

  test('copies bytes again after the caller released a chunk', async () => {
    const old = codeLike(2, 3 * 2 ** 20);
    const target = Buffer.concat([old.subarray(0, 2 ** 20), old.subarray(10, 30_000)]);
    const copies: readonly Operation[] = [
      { kind: 'copy', position: 0, length: 2 ** 20 },
      { kind: 'copy', position: 10, length: 29_990 },
    ];
    const recipe = await withOperations(copies, Buffer.alloc(0), { base: old, target });
    expect((await applied(old, recipe)).equals(target)).toBe(true);
  });

  test.each([
    ['differences without old content', [0, 1_000, 0], 1_000, 0],
    ['old content before its beginning', [1, 1_000, 0], 1_000, 0],
    ['old content beyond its end', [2 * 99, 2, 998], 2, 998],
    ['more differences than the patch has', [0, 50, 950], 49, 950],
    ['more extras than the patch has', [0, 0, 1_000], 0, 999],
    ['fewer bytes than the block', [0, 50, 949], 50, 949],
    ['more bytes than the block', [0, 50, 951], 50, 951],
    ['a step without bytes', [0, 50, 950, 0, 0, 0], 50, 950],
    ['a truncated step', [0, 50], 50, 950],
    ['control numbers without end', Array(20).fill(2 ** 42), 50, 950],
    ['a bomb of control numbers', Array(2 ** 22).fill(0), 50, 950],
    ['a bomb of differences', [0, 50, 950], 2 ** 26, 0],
    ['a bomb of extras', [0, 50, 950], 50, 2 ** 26],
  ])('is refused for a patch with %s', async (name, control, differences, extras) => {
    const parts = [encodeNumbers(control), Buffer.alloc(differences), Buffer.alloc(extras)];
    const frames = await Promise.all(parts.map((part) => compressFrame(part)));
    const length = name.includes('without old') ? 0 : 100;
    const patched = { ...image({ length }), size: 1_000, frames: frames.map((frame) => frame.length) };
    const recipe = await withOperations([patched], Buffer.concat(frames));
    await expect(applied(base, recipe)).rejects.toMatchObject({ code: 'delta/damaged' });
  });

  test('never produces wrong bytes', { timeout: 120_000 }, () => neverWrong(300));
});

function image(range: Partial<BaseRange>): Extract<Operation, { kind: 'image' }> {
  const from = { position: 0, length: 100, imageSize: null, ...range };
  return { kind: 'image', base: from, size: 100, deflate: null, frames: [0, 0, 0] };
}

async function withOperations(
  operations: readonly Operation[],
  frames: Buffer = Buffer.alloc(0),
  files = { base, target: Buffer.alloc(20_000) },
): Promise<Buffer> {
  const control = Buffer.concat(operations.map(encodeOperation));
  const frame = await compressFrame(control);
  const header = encodeHeader({
    baseSha256: '',
    targetSha256: createHash('sha256').update(files.target).digest('hex'),
    baseSize: files.base.length,
    targetSize: files.target.length,
    controlFrame: frame.length,
    controlSize: control.length,
  });
  return Buffer.concat([header, frames, frame]);
}

function damaged(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  for (let at = 500; at < copy.length - 5_000; at += 3_000) copy[at] = ~(copy[at] ?? 0) & 255;
  return copy;
}
