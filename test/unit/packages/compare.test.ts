import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compareBuilds } from '../../../main/packages/compare.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { writeZip } from '../../fixtures/builds/zip-writer.ts';
import { sampleApk, sampleIpa } from './builds.ts';
import { ipaEntries, ipaWithProfile, listOf, signed } from './profiles.ts';

const fixture = (name: string): string => join(import.meta.dirname, '../../../../shared/fixtures', name);

async function compareBytes(earlier: Buffer, now: Buffer) {
  const folder = await temporaryFolder();
  const [before, path] = [join(folder, 'earlier'), join(folder, 'now')];
  await writeFile(before, earlier);
  await writeFile(path, now);
  return compareBuilds(path, before);
}

const library = (name: string, bytes: number) => ({
  name: `lib/arm64-v8a/${name}`,
  data: Buffer.alloc(bytes),
  stored: true,
});

test('compares the parts of two apks by their bytes in the file', async () => {
  const earlier = sampleApk({ libraries: [library('main.so', 5_000), library('old.so', 100)] });
  const now = sampleApk({
    versionCode: 78,
    minSdk: 26,
    paddingBytes: 3_000,
    libraries: [library('main.so', 7_000), library('new.so', 100)],
  });
  const compared = await compareBytes(earlier, now);
  expect(compared).toMatchObject({
    before: { build: '77', minOs: '24' },
    now: { build: '78', minOs: '26' },
    size: { before: earlier.length, now: now.length },
    libraries: { added: ['arm64-v8a/new.so'], removed: ['arm64-v8a/old.so'] },
    abis: { added: [], removed: [] },
  });
  const part = (name: string) => compared.parts.find((each) => each.part === name);
  expect(part('native')).toEqual({ part: 'native', before: 5_100, now: 7_100 });
  expect(part('assets')).toEqual({ part: 'assets', before: 1_000, now: 3_000 });
  expect(part('code')?.before).toBe(part('code')?.now);
  const total = (side: 'before' | 'now') => compared.parts.reduce((sum, each) => sum + each[side], 0);
  expect([total('before'), total('now')]).toEqual([earlier.length, now.length]);
});

test('lists the entitlements and frameworks that an ipa has gained and lost', async () => {
  const withEntitlements = (entitlements: Readonly<Record<string, string | boolean | string[]>>) =>
    signed(listOf({ Entitlements: entitlements }));
  const earlier = writeZip([
    ...ipaEntries(withEntitlements({ 'get-task-allow': false, 'aps-environment': 'development' })),
    { name: 'Payload/A.app/Frameworks/Old.framework/Old', data: Buffer.alloc(10) },
  ]);
  const now = writeZip([
    ...ipaEntries(withEntitlements({ 'get-task-allow': false, groups: ['a', 'b'] })),
    { name: 'Payload/A.app/Frameworks/New.framework/New', data: Buffer.alloc(10) },
    { name: 'Payload/A.app/Frameworks/New.framework/Info.plist', data: Buffer.alloc(10) },
    { name: 'Payload/A.app/Frameworks/libc.dylib', data: Buffer.alloc(10) },
  ]);
  const { entitlements, libraries, parts } = await compareBytes(earlier, now);
  expect(entitlements).toEqual({
    added: ['groups = ["a", "b"]'],
    removed: ['aps-environment = development'],
  });
  expect(libraries).toEqual({ added: ['New.framework', 'libc.dylib'], removed: ['Old.framework'] });
  expect(parts.map(({ part }) => part)).toEqual(['code', 'frameworks', 'resources', 'other']);
});

test('finds no change between equal builds', async () => {
  for (const build of [sampleApk(), sampleIpa(), ipaWithProfile({})]) {
    const { before, now, size, parts, ...lists } = await compareBytes(build, build);
    expect(now).toEqual(before);
    expect(size.now).toBe(size.before);
    for (const part of parts) expect(part.now).toBe(part.before);
    for (const list of Object.values(lists)) expect(list).toEqual({ added: [], removed: [] });
  }
});

test('reports a changed signing certificate', async () => {
  const [earlier, now] = ['cts-golden-aligned-v1v2v3.apk', 'appium-api-demos.apk'];
  const { certificates, size } = await compareBuilds(fixture(now), fixture(earlier));
  expect([certificates.added.length, certificates.removed.length]).toEqual([1, 1]);
  expect(size.now).toBe((await stat(fixture(now))).size);
});

test('names the file that is not a build', async () => {
  await expect(compareBytes(Buffer.from('text'), sampleApk())).rejects.toMatchObject({
    code: expect.stringMatching(/^package\//),
    message: expect.stringContaining('earlier'),
  });
});
