/** Install warnings for builds that no device can install, from the shared fixtures. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inspectPackage } from '../../../main/packages/inspect.ts';
import { writeBinaryXml, type XmlElement } from '../../fixtures/builds/binary-xml.ts';
import { storedZip } from '../../fixtures/builds/zip-writer.ts';
import { inspectBytes, sampleIpa } from './builds.ts';
import { ipaEntries, ipaWithProfile } from './profiles.ts';
import { apkFor, classes, type Levels, releaseSignature } from './signed-apk.ts';
import { variantApk } from './variants.ts';
import { contentOf } from './zip-surgery.ts';

const folder = resolve(import.meta.dirname, '../../../../shared/fixtures');

type Fixture = {
  readonly file: string;
  readonly verdict: string;
  readonly expected: {
    readonly simulator?: boolean;
    readonly provisioning?: string;
    readonly profileExpires?: string;
    readonly split?: string | null;
    readonly signing?: { readonly schemesPresent: readonly string[] };
  };
};

const all: readonly Fixture[] = existsSync(folder)
  ? JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
  : [];
const builds = all.filter(({ verdict }) => verdict === 'accept');

/** Returns true if the expected facts do not prevent installation. */
function isInstallable({ expected }: Fixture): boolean {
  if (expected.simulator || expected.split || expected.signing?.schemesPresent.length === 0) return false;
  return !['none', 'appstore'].includes(expected.provisioning ?? '');
}

test.skipIf(builds.length === 0).for(builds.filter((build) => !isInstallable(build)))(
  'inspectPackage reports an install warning for $file',
  async ({ file }) => {
    const { installWarnings, warnings } = await inspectPackage(join(folder, file));
    expect(installWarnings).not.toEqual([]);
    expect(warnings).toEqual(expect.arrayContaining([...(installWarnings ?? [])]));
  },
);

const signed = builds.filter(
  ({ expected: { provisioning = '', profileExpires = '' } }) =>
    ['adhoc', 'enterprise'].includes(provisioning) && Date.parse(profileExpires) > Date.now(),
);

test.skipIf(builds.length === 0).for(signed)(
  'the profile of $file causes no install warning',
  async ({ file }) => {
    const { installWarnings = [] } = await inspectPackage(join(folder, file));
    // Some fixtures contain only the files that a parser reads, and therefore no code signature.
    expect(installWarnings.filter(({ code }) => code !== 'warning/notCodeSigned')).toEqual([]);
  },
);

test.for<[what: string, ipa: Buffer, warning: RegExp]>([
  ['an App Store profile', ipaWithProfile({}), /^App Store profile/],
  ['no profile', sampleIpa(), /^Not signed: .*provisioning profile/],
  ['a profile for no device', ipaWithProfile({ ProvisionedDevices: [] }), /0 devices/],
])('an ipa with %s has an install warning', async ([, ipa, warning]) => {
  const { installWarnings, warnings } = await inspectBytes(ipa);
  expect(installWarnings).toEqual([expect.stringMatching(warning)]);
  expect(warnings).toEqual(installWarnings);
});

const signature = { name: 'META-INF/CERT.RSA', data: releaseSignature };

test.for<[what: string, plain: XmlElement['plain'], application: XmlElement['android'], warning: RegExp]>([
  ['a part of a split app', { split: 'config.de' }, {}, /^Split apk “config\.de”/],
  ['the base of a split app', {}, { isSplitRequired: true }, /^Base apk of a split app/],
  ['an apk for tests only', {}, { testOnly: true }, /^Marked as test only/],
])('%s has an install warning', async ([, plain, android, warning]) => {
  const children = [
    { tag: 'uses-sdk', android: { minSdkVersion: 21, targetSdkVersion: 29 } },
    { tag: 'application', android },
  ];
  const data = writeBinaryXml({
    tag: 'manifest',
    plain: { package: 'dev.example.part', ...plain },
    children,
  } as XmlElement);
  const { installWarnings, warnings } = await inspectBytes(
    storedZip([{ name: 'AndroidManifest.xml', data }, classes, signature]),
  );
  expect(installWarnings).toEqual([expect.stringMatching(warning)]);
  expect(warnings).toEqual(installWarnings);
});

describe('the target API level of an apk', () => {
  test.for<[levels: Levels, warning: RegExp]>([
    [{ minSdkVersion: 16, targetSdkVersion: 22 }, /^Built for API level 22: Android 14 and later refuse it/],
    [{ minSdkVersion: 16, targetSdkVersion: 23 }, /^Built for API level 23: Android 15 and later refuse it/],
    [{ minSdkVersion: 19 }, /^Built for API level 19: Android 14/],
    [{}, /^Built for API level 1: Android 14/],
  ])('causes an install warning when it is %j', async ([levels, warning]) => {
    const { installWarnings, warnings } = await inspectBytes(apkFor(levels, signature));
    expect(installWarnings).toEqual([expect.stringMatching(warning)]);
    expect(warnings).toEqual(installWarnings);
  });

  test.for<[levels: Levels]>([
    [{ minSdkVersion: 16, targetSdkVersion: 24 }],
    [{ minSdkVersion: 24 }],
    [{ targetSdkVersion: 'VanillaIceCream' }],
  ])('causes no install warning when it is %j', async ([levels]) => {
    const { installWarnings } = await inspectBytes(apkFor(levels, signature));
    expect(installWarnings?.join()).not.toMatch(/API level \S+: Android 1[45]/);
  });

  test.skipIf(builds.length === 0)('causes an install warning in a real build for API level 3', async () => {
    const { installWarnings } = await inspectPackage(join(folder, 'api3-v1-sha1-noicon.apk'));
    expect(installWarnings?.map(({ code }) => code)).toContain('warning/oldTarget');
  });
});

test('an ipa for registered devices has no install warning', async () => {
  const { installWarnings, warnings } = await inspectBytes(
    ipaWithProfile({ ProvisionedDevices: ['one', 'two'] }),
  );
  expect(installWarnings).toEqual([]);
  expect(warnings).toEqual([expect.stringMatching(/2 devices only/)]);
});

describe('the native code of an apk', () => {
  test.for<[abis: readonly string[], installWarning: RegExp | null, warned: RegExp | null]>([
    [[], null, null],
    [['arm64-v8a'], null, null],
    [['arm64-v8a', 'armeabi-v7a', 'x86_64'], null, null],
    [['x86_64'], /^Native code for x86_64 only: phones/, null],
    [['riscv64', 'x86'], /^Native code for riscv64, x86 only: phones/, null],
    [['armeabi-v7a', 'x86'], null, /^Native code for 32-bit ARM only/],
  ])('is read from its folders and checked for phones: %j', async ([abis, installWarning, warned]) => {
    const info = await inspectBytes(variantApk({ abis }));
    expect(info.abis).toEqual(abis);
    expect(info.installWarnings).toEqual(
      installWarning === null ? [] : [expect.stringMatching(installWarning)],
    );
    const warning = installWarning ?? warned;
    expect(info.warnings).toEqual(warning === null ? [] : [expect.stringMatching(warning)]);
  });

  test('is not read from other entries below lib', async () => {
    const names = ['lib/readme.txt', 'lib/META-INF/notes.txt', 'lib/libapp.so', 'libs/x86/a.so', 'lib/x86/'];
    const entries = names.map((name) => ({ name, data: Buffer.from('x') }));
    const { abis } = await inspectBytes(apkFor({ minSdkVersion: 24 }, ...entries, signature));
    expect(abis).toEqual([]);
  });
});

describe('a test apk', () => {
  test('has an install warning if it has no launcher activity', async () => {
    const { installWarnings } = await inspectBytes(variantApk({ instrumentation: true }));
    expect(installWarnings).toEqual([expect.stringMatching(/^Contains only tests of an app/)]);
  });
});

describe('a thinned ipa', () => {
  test('has an install warning that lists its device models', async () => {
    const ipa = ipaWithProfile({ ProvisionedDevices: ['one'] });
    const key = '<key>UISupportedDevices</key><array><string>iPhone14,2</string></array>';
    const list = contentOf(ipa, 'Payload/A.app/Info.plist').toString().replace('<dict>', `<dict>${key}`);
    const profile = 'Payload/A.app/embedded.mobileprovision';
    const [, ...others] = ipaEntries(contentOf(ipa, profile));
    const thinned = storedZip([{ name: 'Payload/A.app/Info.plist', data: Buffer.from(list) }, ...others]);
    const info = await inspectBytes(thinned, 'thinned.ipa');
    expect(info.supportedDevices).toEqual(['iPhone14,2']);
    expect(info.installWarnings).toEqual([expect.stringMatching(/^Thinned for iPhone14,2: /)]);
  });
});
