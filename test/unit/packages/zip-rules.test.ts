import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inspectPackage as mainInspectPackage } from '../../../main/packages/inspect.ts';
import { withEnglishResult } from '../../english.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { writeZip } from '../../fixtures/builds/zip-writer.ts';
import { apkFor } from './signed-apk.ts';
import { contentOf } from './zip-surgery.ts';

const inspectPackage = withEnglishResult(mainInspectPackage);

const table = 'resources.arsc';
const manifest = 'AndroidManifest.xml';
const data = Buffer.alloc(40);

/** Builds an apk whose resource table is compressed, or `alignment` bytes past a multiple of four. */
function apkWith(levels: Parameters<typeof apkFor>[0], alignment: 'packed' | 0 | 1 | 2 | 3): Buffer {
  const xml = { name: manifest, data: contentOf(apkFor(levels), manifest) };
  if (alignment === 'packed') return writeZip([{ name: table, data }, xml]);
  const filler = (bytes: number) => ({ name: 'a', data: Buffer.alloc(bytes), stored: true });
  const before = (bytes: number) => apkFor(levels, filler(bytes), { name: table, data });
  const shift = (4 - (before(0).indexOf(table) + table.length)) & 3;
  return before(shift + alignment);
}

/** Returns true if zipalign accepts the apk, or null if zipalign is not installed. */
function aligned(path: string): Promise<boolean | null> {
  return new Promise((resolve) => {
    execFile('zipalign', ['-c', '-v', '4', path], (error, stdout) => {
      if (typeof error?.code === 'string') resolve(null);
      else resolve(/resources\.arsc \(OK\)/.test(stdout));
    });
  });
}

test.for<[alignment: Parameters<typeof apkWith>[1], levels: Parameters<typeof apkFor>[0], warned: boolean]>([
  ['packed', { targetSdkVersion: 30 }, true],
  ['packed', { minSdkVersion: 31 }, true],
  ['packed', { targetSdkVersion: 'Baklava' }, true],
  ['packed', { minSdkVersion: 30, targetSdkVersion: 29 }, false],
  ['packed', {}, false],
  [0, { targetSdkVersion: 35 }, false],
  [1, { targetSdkVersion: 35 }, true],
  [2, { targetSdkVersion: 35 }, true],
  [3, { targetSdkVersion: 35 }, true],
  [3, { targetSdkVersion: 29 }, false],
])('a resource table with alignment %s for %j has a warning: %s', async ([alignment, levels, warned]) => {
  const path = join(await temporaryFolder(), 'a.apk');
  await writeFile(path, apkWith(levels, alignment));
  const { installWarnings, warnings } = await inspectPackage(path);
  const warning = expect.stringMatching(
    /^Built for API level \w+, but its resources\.arsc is compressed or not/,
  );
  const some = expect.arrayContaining([warning]);
  expect(installWarnings).toEqual(warned ? some : expect.not.arrayContaining([warning]));
  expect(warnings).toEqual(expect.arrayContaining([...(installWarnings ?? [])]));
  if (alignment !== 'packed') expect([alignment === 0, null]).toContain(await aligned(path));
});
