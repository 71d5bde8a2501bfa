import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  profileInstallWarnings as mainProfileInstallWarnings,
  profileWarnings as mainProfileWarnings,
  readProfile,
} from '../../../main/packages/apple/provisioning.ts';
import { withEnglishResult } from '../../english.ts';
import { writeZip } from '../../fixtures/builds/zip-writer.ts';
import { budget } from '../../fuzz-budget.ts';
import { inspectBytes, sampleIpa } from './builds.ts';
import { listOf, type Profile, signed, signedInPieces, unsigned } from './profiles.ts';
import { contentOf } from './zip-surgery.ts';

const profileInstallWarnings = withEnglishResult(mainProfileInstallWarnings);
const profileWarnings = withEnglishResult(mainProfileWarnings);

const now = Date.parse('2026-11-21T08:30:00Z');

const devices = ['device-one', 'device-two'];

test.each(['development', 'production', null])('readProfile reads the push environment %s', (service) => {
  const Entitlements: Record<string, string> = service === null ? {} : { 'aps-environment': service };
  expect(readProfile(signed(listOf({ Entitlements }))).apsEnvironment).toBe(service);
});

test.for<[kind: string, changes: Profile, warning: RegExp | null]>([
  ['enterprise', { ProvisionsAllDevices: true }, null],
  ['appstore', {}, /App Store/],
  ['adhoc', { ProvisionedDevices: devices }, /2 devices only/],
  ['adhoc', { ProvisionedDevices: ['device-one'] }, /1 device only/],
  [
    'development',
    { ProvisionedDevices: devices, Entitlements: { 'get-task-allow': true } },
    /^Development profile: installs on 2 devices only/,
  ],
])('readProfile detects the profile type %s', ([kind, changes, warning]) => {
  const profile = readProfile(signed(listOf(changes)));
  expect(profile).toMatchObject({
    provisioning: kind,
    profileName: 'Team Profile',
    profileTeam: 'ABCDE12345',
    profileExpires: '2027-01-31T12:00:00Z',
    profileVerified: true,
  });
  const found = profileWarnings(profile, now);
  expect(found).toEqual(warning ? [expect.stringMatching(warning)] : []);
  expect(JSON.stringify(profile)).not.toContain('device-one');
});

test('readProfile accepts indefinite lengths and segmented content', () => {
  const list = listOf({ ProvisionsAllDevices: true });
  expect(readProfile(signedInPieces(list))).toEqual(readProfile(signed(list)));
});

/** Replaces the first character of `text` in the bytes with an `x`. */
function changed(bytes: Buffer, text: string): Buffer {
  const copy = Buffer.from(bytes);
  copy[copy.indexOf(text)] = 'x'.charCodeAt(0);
  return copy;
}

/** Changes the last byte, which is part of the signature. */
function withOtherEnd(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy[copy.length - 1] = (copy.at(-1) ?? 0) ^ 1;
  return copy;
}

const adhoc = listOf({ ProvisionedDevices: devices });
const other = listOf({ ProvisionedDevices: [...devices, 'device-three'] });

test.for<[name: string, bytes: Buffer]>([
  ['a profile with changed content', changed(signed(adhoc), 'device-one')],
  ['a profile with a changed signature', withOtherEnd(signed(adhoc))],
  ['an unsigned profile', unsigned(adhoc)],
  ['a profile without its end', signed(adhoc).subarray(0, -100)],
  ['a profile without its beginning', signed(adhoc).subarray(30)],
  ['a bare property list', adhoc],
  ['a profile with the signature of another', signed(adhoc, other)],
])('readProfile reports %s as unverified', ([, bytes]) => {
  const profile = readProfile(bytes);
  expect(profile).toMatchObject({
    provisioning: 'adhoc',
    profileTeam: 'ABCDE12345',
    profileExpires: '2027-01-31T12:00:00Z',
    profileDevices: 2,
    profileVerified: false,
  });
  expect(profileWarnings(profile, now)).toEqual([
    expect.stringMatching(/^The signature of the provisioning profile cannot be verified/),
    expect.stringMatching(/2 devices only/),
  ]);
});

test('profileWarnings contains the expiry date of an expired profile', () => {
  const profile = readProfile(
    signed(listOf({ ProvisionsAllDevices: true, ExpirationDate: new Date('2026-11-20T00:00:00Z') })),
  );
  expect(profileWarnings(profile, now)).toEqual([expect.stringContaining('expired on 20 November 2026')]);
});

test.each<[boolean, Profile]>([
  [false, { ProvisionedDevices: devices }],
  [true, {}],
  [true, { ProvisionedDevices: [] }],
  [true, { ProvisionedDevices: devices, Entitlements: { 'get-task-allow': true } }],
  [true, { ProvisionsAllDevices: true, ExpirationDate: new Date('2026-11-20T00:00:00Z') }],
])('profileInstallWarnings returns warnings: %s, for %j', (warned, changes) => {
  const profile = readProfile(signed(listOf(changes)));
  const installWarnings = profileInstallWarnings(profile, now);
  expect(installWarnings.length > 0).toBe(warned);
  expect(profileWarnings(profile, now)).toEqual(expect.arrayContaining(installWarnings));
});

test('inspectPackage reads an app whose profile is unreadable', async () => {
  const list = contentOf(sampleIpa(), 'Payload/Sample.app/Info.plist');
  const whole = signed(listOf({ ProvisionedDevices: devices }));
  const inApp = (profile: Buffer) =>
    inspectBytes(
      writeZip([
        { name: 'Payload/A.app/Info.plist', data: list },
        { name: 'Payload/A.app/embedded.mobileprovision', data: profile },
      ]),
    );
  expect(await inApp(whole)).toMatchObject({ id: 'dev.example.sample', provisioning: 'adhoc' });
  for (const profile of [
    Buffer.from('garbage'),
    Buffer.alloc(0),
    whole.subarray(0, 200),
    signed(Buffer.from('x')),
  ]) {
    expect(await inApp(profile)).toMatchObject({ id: 'dev.example.sample', provisioning: 'unknown' });
  }
});

test('readProfile throws only RangeError for changed bytes', () => {
  const whole = signed(listOf({ ProvisionedDevices: devices }));
  const spots = fc.array(fc.tuple(fc.nat({ max: whole.length - 1 }), fc.nat({ max: 255 })), {
    minLength: 1,
    maxLength: 6,
  });
  fc.assert(
    fc.property(spots, (list) => {
      const bytes = Buffer.from(whole);
      for (const [at, value] of list) bytes[at] = value;
      try {
        readProfile(bytes);
      } catch (error) {
        expect(error).toMatchObject({ code: expect.stringMatching(/^ERR_(BUFFER_)?OUT_OF_(RANGE|BOUNDS)$/) });
      }
    }),
    budget(500),
  );
});
