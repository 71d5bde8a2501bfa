import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { ipaWithProfile, unsigned } from '../packages/profiles.ts';
import { sampleApk, writeApk, writeIpa } from './builds.ts';
import { slipwayHere } from './run-here.ts';
import { slipway } from './run-slipway.ts';

test('inspect --json prints one object with the documented keys', async () => {
  const folder = await temporaryFolder();
  const apk = await slipway(['inspect', await writeApk(folder), '--json']);
  expect([apk.code, apk.stderr]).toEqual([0, '']);
  expect(JSON.parse(apk.stdout)).toMatchObject({
    platform: 'android',
    id: 'org.example.notes',
    name: 'Notes',
    versionName: '1.2.0',
    versionCode: '7',
    minOs: '26',
    targetOs: '35',
    debuggable: false,
    split: null,
    abis: [],
    textLimit: 1000,
    warnings: expect.any(Array),
  });
  expect(JSON.parse(apk.stdout)).not.toHaveProperty('build');
  const ipa = await slipwayHere(['inspect', await writeIpa(folder), '--json']);
  expect(JSON.parse(ipa.stdout)).toMatchObject({
    platform: 'ios',
    versionName: '1.2.0',
    build: '7',
    minOs: '16.0',
  });
  expect(JSON.parse(ipa.stdout)).not.toHaveProperty('versionCode');
});

test('inspect without --json prints a short list', async () => {
  const result = await slipwayHere(['inspect', await writeApk(await temporaryFolder())]);
  expect(result.stdout).toMatch(/name +Notes\n/);
  expect(result.stdout).toMatch(/version code +7\n/);
  expect(result.stdout).toMatch(/signed +v1, v2\n/);
});

test('inspect reports a profile with an invalid signature as unverified', async () => {
  const path = join(await temporaryFolder(), 'notes.ipa');
  await writeFile(path, ipaWithProfile({ ProvisionedDevices: ['one'] }, unsigned));
  const { stdout } = await slipwayHere(['inspect', path]);
  expect(stdout).toMatch(/profile +adhoc, “Team Profile”, team ABCDE12345, expires 2027-01-31, unverified\n/);
  expect(stdout).toMatch(/warning +The signature of the provisioning profile cannot be verified/);
  const json = await slipwayHere(['inspect', path, '--json']);
  expect(JSON.parse(json.stdout)).toMatchObject({ provisioning: 'adhoc', profileVerified: false });
});

test('inspect --against prints what changed since an earlier build', async () => {
  const folder = await temporaryFolder();
  const earlier = await writeApk(folder, 'earlier.apk', 7);
  const path = join(folder, 'larger.apk');
  await writeFile(path, Buffer.concat([sampleApk(8), Buffer.alloc(10_000)]));
  const text = await slipwayHere(['inspect', path, '--against', earlier]);
  expect([text.code, text.stderr]).toEqual([0, '']);
  expect(text.stdout).toMatch(/size +\d+\.\d\skB, was \d+\.\d\skB \(\+\d+\.\d %\)\n/);
  expect(text.stdout).toMatch(/code +\d+\sbytes, unchanged\n/);
  expect(text.stdout).toMatch(/version +1\.2\.0 \(8\), was 1\.2\.0 \(7\)\n/);
  const json = await slipwayHere(['inspect', path, '--against', earlier, '--json']);
  expect(JSON.parse(json.stdout)).toMatchObject({
    file: path,
    versionCode: '8',
    comparison: { against: earlier, before: { versionCode: '7' }, isTooLarge: false, maxGrowthPercent: null },
  });
});

test('inspect --max-growth exits with 1 if the build has grown by more', async () => {
  const folder = await temporaryFolder();
  const earlier = await writeApk(folder, 'earlier.apk');
  const path = join(folder, 'larger.apk');
  await writeFile(path, Buffer.concat([sampleApk(), Buffer.alloc(10_000)]));
  const within = (percent: string) =>
    slipwayHere(['inspect', path, '--against', earlier, '--max-growth', percent]);
  expect((await within('50%')).code).toBe(0);
  const exceeded = await within('2.5');
  expect(exceeded.code).toBe(1);
  expect(exceeded.stderr).toMatch(/larger\.apk has grown by \d+\.\d %, more than 2\.5 %\.\n$/);
  const smaller = await slipwayHere(['inspect', earlier, '--against', path, '--max-growth', '0%']);
  expect(smaller.code).toBe(0);
});

test('inspect rejects invalid comparisons', async () => {
  const path = await writeApk(await temporaryFolder());
  for (const words of [
    [path, '--max-growth', '5%'],
    [path, path, '--against', path],
    [path, '--against', path, '--max-growth', '-5%'],
    [path, '--against', path, '--max-growth', 'much'],
  ]) {
    expect((await slipwayHere(['inspect', ...words])).code).toBe(2);
  }
});
