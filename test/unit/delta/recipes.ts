import { existsSync, readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { deflateRaw } from 'pako';
import { expect } from 'vitest';
import { applyRecipe } from '../../../main/delta/apply-recipe.ts';
import { makeRecipe, type RemoteBase } from '../../../main/delta/make-recipe.ts';
import type { BuildReader } from '../../../main/packages/zip/byte-source.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { randomFrom } from '../../faults/random.ts';
import { padding, writeZip } from '../../fixtures/builds/zip-writer.ts';

export function readerOf(bytes: Buffer): BuildReader {
  return {
    file: 'file',
    size: bytes.length,
    read: async (position, length) => Buffer.from(bytes.subarray(position, position + length)),
  };
}

/** Creates a recipe from the bytes of a base, or from only the entries of a remote base. */
export async function recipeOf(
  base: Uint8Array | RemoteBase,
  target: Uint8Array,
): Promise<Buffer<ArrayBuffer>> {
  const folder = await temporaryFolder();
  const paths = {
    base: join(folder, 'base'),
    target: join(folder, 'target'),
    recipe: join(folder, 'recipe'),
  };
  const isRemote = 'entries' in base && 'sha256' in base;
  if (!isRemote) await writeFile(paths.base, base);
  await writeFile(paths.target, target);
  await makeRecipe(isRemote ? { ...paths, base } : paths, { maxSize: Number.MAX_SAFE_INTEGER });
  return readFile(paths.recipe);
}

/** Releases the memory of each chunk, as the service does. */
export async function applied(base: Buffer, recipe: Buffer, maxTargetSize = 2 ** 40): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const source = { base: readerOf(base), recipe: readerOf(recipe) };
  for await (const chunk of applyRecipe(source, { maxTargetSize })) {
    chunks.push(Buffer.from(chunk));
    const { buffer, byteLength } = chunk;
    if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
  }
  return Buffer.concat(chunks);
}

/** Bytes that deflate compresses by about half, like code. */
export function codeLike(seed: number, length: number): Buffer {
  return Buffer.from(padding(`${seed}`, length / 2).toString('hex'));
}

/** Changes some bytes and inserts others near the beginning. */
export function edited(bytes: Buffer, seed: number): Buffer {
  const random = randomFrom(seed);
  const copy = Buffer.concat([bytes.subarray(0, 50), Buffer.from(`${seed}`), bytes.subarray(50)]);
  for (let change = 0; change < 20; change += 1) copy[random.between(0, copy.length - 1)] = change;
  return copy;
}

export const javaDeflate = (level: 1 | 6 | 9) => (data: Buffer) => deflateRaw(data, { level });

/** An older and a newer build with every kind of entry. */
export function twoBuilds(size = 20_000): { readonly base: Buffer; readonly target: Buffer } {
  const [code, text, library, resources] = [1, 2, 3, 4].map((seed) => codeLike(seed, size)) as [
    Buffer,
    Buffer,
    Buffer,
    Buffer,
  ];
  const same = { name: 'assets/same', data: text };
  const base = writeZip([
    same,
    { name: 'classes.dex', data: code, deflate: javaDeflate(9) },
    { name: 'classes2.dex', data: library, deflate: javaDeflate(1) },
    { name: 'lib/arm64-v8a/libapp.so', data: library, stored: true },
    { name: 'resources.arsc', data: resources },
    { name: 'removed', data: codeLike(5, size) },
  ]);
  const target = writeZip(
    [
      { name: 'new', data: codeLike(6, size), deflate: javaDeflate(6) },
      { name: 'classes.dex', data: edited(code, 7), deflate: javaDeflate(9) },
      { name: 'classes2.dex', data: edited(library, 8), stored: true },
      { name: 'lib/arm64-v8a/libapp.so', data: edited(library, 9), stored: true },
      { name: 'resources.arsc', data: edited(resources, 10) },
      { name: 'renamed', data: text },
    ],
    codeLike(11, 3_000),
  );
  return { base, target };
}

/** Expects the target or a `delta/…` error for each recipe with random bytes changed. */
export async function neverWrong(runs: number): Promise<void> {
  const { base, target } = twoBuilds(2_000);
  const recipe = await recipeOf(base, target);
  const random = randomFrom(47);
  for (let run = 0; run < runs; run += 1) {
    const copy = Buffer.from(recipe);
    for (let change = random.between(1, 3); change > 0; change -= 1) {
      copy[random.between(0, random.pick([100, copy.length]) - 1)] = random.between(0, 255);
    }
    await applied(base, copy).then(
      (bytes) => expect(bytes.equals(target)).toBe(true),
      (error: unknown) => expect(error).toMatchObject({ code: expect.stringMatching(/^delta\//) }),
    );
  }
}

/** Returns the builds in a folder; none if the folder is missing. `path` is relative to this one. */
export function buildsIn(path: string): readonly string[] {
  const folder = resolve(import.meta.dirname, path);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.filter((name) => /\.(apk|ipa|zip)$/i.test(name)).map((name) => join(folder, name));
}

/** Expects that a build is reproduced from the one before it in the list. */
export async function reproducesFixture(path: string, all: readonly string[]): Promise<void> {
  const target = await readFile(path);
  const before = all[all.indexOf(path) - 1];
  const base = before === undefined ? Buffer.alloc(0) : await readFile(before);
  const recipe = await recipeOf(base, target);
  expect((await applied(base, recipe)).equals(target)).toBe(true);
  expect(recipe.length).toBeLessThan(target.length * 1.005 + 512);
}
