import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { createHashing } from '../../../main/base/hashing/hashing.ts';
import { contentCheckOf } from '../../../main/packages/zip/content-check.ts';
import { hashFile } from '../../../main/uploads/steps/hash.ts';
import { buildSampleApk } from '../../fixtures/builds/sample-apk.ts';
import { storedZip, tinyBuild } from '../../fixtures/builds/zip-writer.ts';
import { altered, endAt, recordOf, streamed, withZip64End } from './zip-surgery.ts';

const hashing = createHashing();
afterAll(() => hashing.close());

/** Reads the whole build. Returns the error code, or null if the checksums match. */
async function verdictOn(bytes: Uint8Array): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'a.apk');
  await writeFile(path, bytes);
  try {
    const check = await contentCheckOf(path);
    await hashFile(path, hashing, new AbortController().signal, check);
    return null;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

const sample = (): Buffer =>
  Buffer.from(
    buildSampleApk({
      ...{ id: 'org.example.shop', label: 'Shop', versionName: '1.0.0', versionCode: 1 },
      ...{ minSdk: 24, targetSdk: 35, paddingBytes: 20_000 },
    }),
  );
const dex = 'classes.dex';
const flip = (zip: Buffer, at: number): Buffer =>
  altered(zip, (copy) => copy.writeUInt8(copy.readUInt8(at) ^ 1, at));

test('the content check accepts builds made by common tools', async () => {
  const [zip, tiny] = [sample(), tinyBuild()];
  const prefixed = Buffer.concat([Buffer.from('#!/bin/sh\n'), tiny]);
  for (const build of [
    zip,
    tiny,
    withZip64End(tiny),
    streamed(tiny, dex),
    prefixed,
    storedZip([], 'nothing'),
  ]) {
    expect(await verdictOn(build)).toBeNull();
  }
});

test('the content check accepts an entry name that is not UTF-8', async () => {
  const zip = tinyBuild();
  const { at, local } = recordOf(zip, 'lib/arm64-v8a/libapp.so');
  const named = altered(zip, (copy) => {
    for (const name of [at + 46, local + 30]) copy.fill(0xe9, name, name + 3);
  });
  expect(await verdictOn(named)).toBeNull();
});

test('the content check detects one changed byte in a header or content', async () => {
  const zip = tinyBuild();
  const { local, content } = recordOf(zip, dex);
  for (const at of [local, local + 26, local + 30, content, content + 500]) {
    expect([at, await verdictOn(flip(zip, at))]).toEqual([at, 'package/partDamaged']);
  }
});

test('the content check detects overlapping and out-of-range entries', async () => {
  const zip = tinyBuild();
  const last = recordOf(zip, 'lib/arm64-v8a/libapp.so');
  const far = altered(zip, (copy) => {
    for (const field of [20, 24]) copy.writeUInt32LE(100_000, last.at + field);
  });
  expect(await verdictOn(far)).toBe('package/partDamaged');
  const over = altered(zip, (copy) => {
    for (const name of [dex, 'AndroidManifest.xml', 'resources.arsc']) {
      for (const field of [20, 24]) copy.writeUInt32LE(2_000, recordOf(zip, name).at + field);
    }
  });
  expect(await verdictOn(over)).toBe('package/damaged');
});

test('the content check skips entries that it cannot verify', async () => {
  const zip = tinyBuild();
  const { at, content } = recordOf(zip, dex);
  const odd: readonly ((copy: Buffer) => void)[] = [
    (copy) => copy.writeUInt16LE(1, at + 8),
    (copy) => copy.writeUInt16LE(0x1234, at + 10),
    (copy) => copy.writeUInt32LE(0, at + 16),
  ];
  for (const change of odd) expect(await verdictOn(flip(altered(zip, change), content))).toBeNull();
});

test('the content check accepts a duplicate directory record', async () => {
  const zip = tinyBuild();
  const end = endAt(zip);
  const start = zip.readUInt32LE(end + 16);
  const twice = Buffer.concat([zip.subarray(0, end), zip.subarray(start, end), zip.subarray(end)]);
  const build = altered(twice, (copy) => {
    const at = endAt(copy);
    for (const field of [8, 10]) copy.writeUInt16LE(8, at + field);
    copy.writeUInt32LE((end - start) * 2, at + 12);
  });
  expect(await verdictOn(build)).toBeNull();
  expect(await verdictOn(flip(build, recordOf(zip, dex).content))).toBe('package/partDamaged');
});
