import { describe, expect, test } from 'vitest';
import { unlistedDeviceWarnings } from '../../../main/packages/apple/listed-devices.ts';
import { deviceKey } from '../../../main/packages/apple/provisioning.ts';
import { listedDevicesOf } from '../../../main/packages/inspect.ts';
import { inEnglish } from '../../english.ts';
import { buildSampleApk } from '../../fixtures/builds/sample-apk.ts';
import { writeZip } from '../../fixtures/builds/zip-writer.ts';
import { ipaEntries, listOf, type Profile, signed, unsigned } from './profiles.ts';

const phone = '00008101-000A1B2C3D4E5F60';
const old = 'ab'.repeat(20);
const ann = { name: 'Ann', udids: [phone] };

function readerOf(bytes: Buffer) {
  const read = async (position: number, length: number) => bytes.subarray(position, position + length);
  return { file: 'build.ipa', size: bytes.length, read };
}

const devicesOf = (bytes: Buffer) => listedDevicesOf(readerOf(bytes));
const ipa = (changes: Profile, ...nested: readonly Profile[]) =>
  writeZip([
    ...ipaEntries(signed(listOf(changes))),
    ...nested.flatMap((profile, index) => [
      { name: `Payload/A.app/PlugIns/E${index}.appex/Info.plist`, data: Buffer.from('<plist/>') },
      {
        name: `Payload/A.app/PlugIns/E${index}.appex/embedded.mobileprovision`,
        data: signed(listOf(profile)),
      },
    ]),
  ]);

describe('the listed devices of a build', () => {
  test('are the devices in its profile, regardless of letter case', async () => {
    const listed = await devicesOf(ipa({ ProvisionedDevices: [phone.toLowerCase(), old.toUpperCase(), 5] }));
    expect(listed).toEqual(new Set([phone, old].map(deviceKey)));
  });

  test('are the devices common to the profiles of all bundles', async () => {
    const [both, one] = [{ ProvisionedDevices: [phone, old] }, { ProvisionedDevices: [old] }];
    expect(await devicesOf(ipa(both, both))).toEqual(new Set([phone, old].map(deviceKey)));
    expect(await devicesOf(ipa(both, both, one))).toEqual(new Set([old]));
    expect(await devicesOf(ipa(both, {}))).toEqual(new Set([phone, old].map(deviceKey)));
  });

  test('are unknown without a list and for other files', async () => {
    expect(await devicesOf(ipa({ ProvisionsAllDevices: true }))).toBeNull();
    expect(await devicesOf(ipa({ ProvisionedDevices: 'all' }))).toBeNull();
    expect(await devicesOf(Buffer.from('no build'))).toBeNull();
    const apk = { id: 'a.b', label: 'A', versionName: '1', versionCode: 1, minSdk: 24, targetSdk: 36 };
    expect(await devicesOf(Buffer.from(await buildSampleApk({ ...apk, paddingBytes: 10 })))).toBeNull();
  });

  test('are read from a profile without a signature', async () => {
    const profile = unsigned(listOf({ ProvisionedDevices: [old] }));
    expect(await devicesOf(writeZip(ipaEntries(profile)))).toEqual(new Set([old]));
  });
});

describe('the warning about unlisted devices', () => {
  test('names owners whose devices are all unlisted', () => {
    const ben = { name: 'Ben', udids: ['c'.repeat(40), old] };
    const warn = (...listed: readonly string[]) =>
      inEnglish(unlistedDeviceWarnings(new Set(listed.map(deviceKey)), [ann, ben]));
    expect(warn('d'.repeat(40))).toEqual([
      'The registered devices of Ann, Ben are not in the profile, so they cannot install this build.',
    ]);
    expect(warn(old)).toEqual([
      'The registered device of Ann is not in the profile, so it cannot install this build.',
    ]);
    expect(warn(phone, old)).toEqual([]);
  });

  test('omits owners without devices and is absent without a device list', () => {
    expect(unlistedDeviceWarnings(new Set([old]), [{ name: 'Cyd', udids: [] }])).toEqual([]);
    expect(unlistedDeviceWarnings(null, [ann])).toEqual([]);
  });
});
