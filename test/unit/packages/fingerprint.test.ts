import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CodedError } from '../../../main/base/errors.ts';
import { fingerprintBuild, fingerprintFile } from '../../../main/packages/fingerprint.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { storedZip, tinyBuild, type ZipEntry } from '../../fixtures/builds/zip-writer.ts';
import { sampleApk, sampleIpa } from './builds.ts';
import {
  apkOf,
  beforeDirectory,
  blockIds,
  debugCertificate,
  signersValue,
  signingBlock,
} from './signed-apk.ts';
import { altered, endAt, recordOf, withZip64End } from './zip-surgery.ts';

const fixtures = resolve(import.meta.dirname, '../../../../shared/fixtures');

/** Fingerprints bytes in memory. `read` counts how many bytes were requested. */
async function fingerprintOf(bytes: Buffer, read: { bytes: number } = { bytes: 0 }): Promise<string> {
  return fingerprintBuild({
    file: 'build.apk',
    size: bytes.length,
    read: async (position, length) => {
      read.bytes += length;
      return bytes.subarray(position, position + length);
    },
  });
}

async function orCode(work: Promise<string>): Promise<string> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof CodedError) return error.code;
    throw error;
  }
}

const signed = (marker: string): Buffer =>
  beforeDirectory(
    apkOf(),
    signingBlock(
      { id: blockIds.v2, value: signersValue(debugCertificate) },
      { id: blockIds.padding, value: Buffer.from(marker) },
    ),
  );

test('the fingerprint depends on the bytes, not on the file name', async () => {
  const folder = await temporaryFolder();
  const bytes = sampleApk();
  const paths = ['a.apk', 'b.ipa'].map((name) => join(folder, name));
  for (const path of paths) await writeFile(path, bytes);
  const [first, second] = await Promise.all(paths.map((path) => fingerprintFile(path)));
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect([second, await fingerprintOf(bytes)]).toEqual([first, first]);
  expect(await fingerprintOf(sampleIpa())).not.toBe(first);
});

test('the fingerprint changes with any byte of any entry', async () => {
  const entries: ZipEntry[] = Array.from({ length: 12 }, (_, index) => ({
    name: `entry-${index}`,
    data: Buffer.alloc(1 + index * 97, index),
  }));
  const seen = new Set([await fingerprintOf(storedZip(entries))]);
  for (const [index, entry] of entries.entries()) {
    for (const at of new Set([0, entry.data.length >> 1, entry.data.length - 1])) {
      const data = altered(entry.data, (copy) => copy.writeUInt8((copy[at] ?? 0) ^ 1, at));
      seen.add(await fingerprintOf(storedZip(entries.with(index, { ...entry, data }))));
    }
  }
  expect(seen.size).toBe(1 + 1 + 11 * 3);
});

test('the fingerprint covers each byte of directory and end record', async () => {
  const bytes = tinyBuild(400);
  const start = bytes.readUInt32LE(endAt(bytes) + 16);
  const first = await fingerprintOf(bytes);
  for (let at = start; at < bytes.length; at += 1) {
    const changed = altered(bytes, (copy) => copy.writeUInt8((copy[at] ?? 0) ^ 0x01, at));
    expect(await orCode(fingerprintOf(changed)), `byte ${at}`).not.toBe(first);
  }
});

test('the fingerprint covers the signing block', async () => {
  const block = signed('x'.repeat(3 * 1024 * 1024));
  const prints = [signed('one'), signed('two'), block, apkOf()].map((bytes) => fingerprintOf(bytes));
  expect(new Set(await Promise.all(prints)).size).toBe(4);
  const at = block.indexOf('xxx');
  const changed = altered(block, (copy) => copy.write('y', at + 2_000_000, 'latin1'));
  expect(await fingerprintOf(changed)).not.toBe(await fingerprintOf(block));
});

test('the fingerprint covers the comment and data after the zip', async () => {
  const plain = tinyBuild(400);
  const prints = [
    plain,
    storedZip([{ name: 'a', data: Buffer.from('a') }], 'one'),
    storedZip([{ name: 'a', data: Buffer.from('a') }], 'two'),
    Buffer.concat([plain, Buffer.from('tail')]),
    Buffer.concat([plain, Buffer.from('liat')]),
  ].map((bytes) => fingerprintOf(bytes));
  expect(new Set(await Promise.all(prints)).size).toBe(5);
});

test('the fingerprint covers zip64 records', async () => {
  const bytes = withZip64End(tinyBuild());
  const first = await fingerprintOf(bytes);
  expect(first).not.toBe(await fingerprintOf(tinyBuild()));
  const wide = bytes.length - 22 - 20 - 56;
  for (const at of [wide + 12, wide + 50, wide + 56 + 4, wide + 56 + 16]) {
    const changed = altered(bytes, (copy) => copy.writeUInt8((copy[at] ?? 0) ^ 1, at));
    expect(await orCode(fingerprintOf(changed)), `byte ${at}`).not.toBe(first);
  }
  expect(await fingerprintOf(Buffer.concat([Buffer.from('before'), bytes]))).not.toBe(first);
});

test('fingerprintFile reads only the zip directory of a large build', async () => {
  const read = { bytes: 0 };
  await fingerprintOf(tinyBuild(40_000_000), read);
  expect(read.bytes).toBeLessThan(300_000);
  const data = Buffer.alloc(0);
  const entries = Array.from({ length: 60_000 }, (_, index) => ({ name: `assets/${index}/file.bin`, data }));
  const many = storedZip(entries);
  const first = await fingerprintOf(many);
  const { at } = recordOf(many, 'assets/30000/file.bin');
  expect(await fingerprintOf(altered(many, (copy) => copy.writeUInt32LE(7, at + 16)))).not.toBe(first);
});

test('fingerprintFile rejects anything but a build and stops when aborted', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'folder.apk'));
  await writeFile(join(folder, 'text.apk'), 'this is text');
  await writeFile(join(folder, 'empty.apk'), '');
  const refusals = ['folder.apk', 'text.apk', 'empty.apk', 'gone.apk'].map((name) =>
    orCode(fingerprintFile(join(folder, name))),
  );
  expect(await Promise.all(refusals)).toEqual([
    'package/folder',
    'package/damaged',
    'package/damaged',
    'file/missing',
  ]);
  const reason = new Error('enough');
  await expect(fingerprintFile(join(folder, 'text.apk'), { signal: AbortSignal.abort(reason) })).rejects.toBe(
    reason,
  );
});

describe.skipIf(!existsSync(fixtures))(
  `real builds of ${fixtures} (skipped if the folder is missing)`,
  () => {
    test('builds share a fingerprint only if their bytes are equal', async () => {
      const byPrint = new Map<string, Set<string>>();
      let fingerprinted = 0;
      for (const name of readdirSync(fixtures).filter((each) => /\.(apk|ipa|zip)$/i.test(each))) {
        const path = join(fixtures, name);
        const print = await orCode(fingerprintFile(path));
        if (print.includes('/')) continue;
        fingerprinted += 1;
        const hash = createHash('sha256').update(readFileSync(path)).digest('hex');
        byPrint.set(print, (byPrint.get(print) ?? new Set()).add(hash));
      }
      expect(fingerprinted).toBeGreaterThan(100);
      expect([...byPrint.values()].filter((hashes) => hashes.size > 1)).toEqual([]);
    });
  },
);
