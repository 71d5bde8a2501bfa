/** Builds to measure: samples created here, and real builds if the shared fixtures exist. */
import { existsSync } from 'node:fs';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildSampleApk } from '../fixtures/builds/sample-apk.ts';
import { buildSampleIpa } from '../fixtures/builds/sample-ipa.ts';
import type { ZipEntry } from '../fixtures/builds/zip-writer.ts';

const fixtures = resolve(import.meta.dirname, '../../../shared/fixtures');
const realBuilds = [
  'DeployGateSample.apk',
  'appium-ContactManager.apk',
  'appium-api-demos.apk',
  'flank-test_app-debug-adaptive.apk',
  'DeployGateSample.ipa',
  'flank-GameLoop-adhoc.ipa',
];

/** Creates small builds and an apk of `largeBytes`, passes them to `work`, and removes them afterwards. */
export async function withBuilds<Result>(
  largeBytes: number,
  work: (builds: { readonly small: readonly string[]; readonly large: string }) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-bench-'));
  try {
    const common = { id: 'dev.example.bench', versionName: '1.0', paddingBytes: 200_000 };
    const [apk, ipa, large] = ['sample.apk', 'sample.ipa', 'large.apk'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    await writeFile(
      apk,
      buildSampleApk({ ...common, label: 'Bench', versionCode: 1, minSdk: 24, targetSdk: 35 }),
    );
    await writeFile(ipa, buildSampleIpa({ ...common, name: 'Bench', build: '1', minOs: '16.0' }));
    await writeLarge(large, largeBytes);
    const real = realBuilds.map((name) => join(fixtures, name)).filter((path) => existsSync(path));
    return await work({ small: [apk, ipa, ...real], large });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes an apk of about `bytes` bytes, with sparse padding before its central directory. */
export async function writeLarge(
  path: string,
  bytes: number,
  libraries?: readonly ZipEntry[],
): Promise<void> {
  const small = buildSampleApk({
    id: 'dev.example.bench',
    label: 'Bench',
    versionName: '1.0',
    versionCode: 1,
    minSdk: 24,
    targetSdk: 35,
    paddingBytes: 0,
    ...(libraries ? { libraries } : {}),
  });
  const endBytes = 22;
  const start = small.readUInt32LE(small.length - endBytes + 16);
  const tail = Buffer.from(small.subarray(start));
  tail.writeUInt32LE(bytes, tail.length - endBytes + 16);
  const file = await open(path, 'w');
  try {
    await file.write(small, 0, start, 0);
    await file.write(tail, 0, tail.length, bytes);
  } finally {
    await file.close();
  }
}
