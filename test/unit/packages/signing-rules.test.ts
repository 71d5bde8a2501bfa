import { expect, test } from 'vitest';
import {
  type FoundSignatures,
  signatureWarnings as mainSignatureWarnings,
  type SignatureScheme,
  type SigningLevels,
} from '../../../main/packages/android/signing-rules.ts';
import { withEnglishResult } from '../../english.ts';
import type { ZipEntry } from '../../fixtures/builds/zip-writer.ts';
import { inspectBytes } from './builds.ts';
import {
  apkFor,
  beforeDirectory,
  blockIds,
  type Levels,
  releaseCertificate,
  releaseSignature,
  signersValue,
  signerWithThird,
  signingBlock,
} from './signed-apk.ts';

const signatureWarnings = withEnglishResult(mainSignatureWarnings);

const pairs = [
  '14-14',
  '16-29',
  '21-30',
  '21-35',
  '23-29',
  '24-29',
  '24-30',
  '24-35',
  '26-33',
  '27-34',
].concat(['28-29', '28-35', '30-30', '30-35', '33-36']);

/** Minimum and target SDK levels for which apksigner rejects a signature that it created. */
const refused: Readonly<Record<string, readonly string[]>> = {
  v1: pairs.filter((pair) => !['14-14', '16-29', '23-29', '24-29', '28-29'].includes(pair)),
  v2: ['14-14', '16-29', '21-30', '21-35', '23-29'],
  v3: ['14-14', '16-29', '21-30', '21-35', '23-29', '24-29', '24-30', '24-35', '26-33', '27-34'],
  'v1 v2': [],
  'v1 v3': [],
  'v2 v3': ['14-14', '16-29', '21-30', '21-35', '23-29'],
  'v1 v2 v3': [],
  '': pairs,
};

function found(schemes: string): FoundSignatures {
  const list = schemes.split(' ').filter((scheme) => scheme !== '') as SignatureScheme[];
  return { schemes: new Set(list), requiredSchemes: {}, displaced: false };
}

test.for(Object.keys(refused))('signatureWarnings with “%s” agrees with apksigner', (schemes) => {
  const warned = pairs.filter((pair) => {
    const [minOs = null, targetOs = null] = pair.split('-');
    return signatureWarnings(found(schemes), { minOs, targetOs, targetSandboxVersion: null }).length > 0;
  });
  expect(warned).toEqual(refused[schemes]);
});

test.for<[schemes: string, levels: Partial<SigningLevels>, installWarnings: readonly RegExp[]]>([
  ['v1', { minOs: '30' }, [/^Signed with scheme v1 only, but built for API level 30:/]],
  ['v1', { minOs: '29' }, []],
  ['v1', {}, []],
  ['v1', { targetOs: 'Baklava' }, [/built for API level Baklava/]],
  ['v1', { minOs: '18', targetOs: '26', targetSandboxVersion: 2 }, [/targetSandboxVersion/]],
  ['v1', { targetSandboxVersion: 1 }, []],
  ['v1 v2', { targetOs: '26', targetSandboxVersion: 2 }, []],
  [
    'v2',
    {},
    [/^Signed with scheme v2, which devices support from API level 24, but its minimum is API level 1:/],
  ],
  [
    'v3',
    { minOs: '21' },
    [/scheme v3, which devices support from API level 28, but its minimum is API level 21/],
  ],
  ['v3.1', { minOs: '28' }, [/scheme v3.1, which devices support from API level 33/]],
  ['v3 v3.1', { minOs: '28', targetOs: '36' }, []],
  ['', { minOs: 'Tiramisu' }, [/^Not signed/]],
])(
  'signatureWarnings returns the expected warnings for “%s” and %j',
  ([schemes, levels, installWarnings]) => {
    const system = { minOs: null, targetOs: null, targetSandboxVersion: null, ...levels };
    expect(signatureWarnings(found(schemes), system)).toEqual(
      installWarnings.map((text) => expect.stringMatching(text)),
    );
  },
);

const jar: ZipEntry = { name: 'META-INF/CERT.RSA', data: releaseSignature };
const list = (head: string): ZipEntry => ({
  name: 'META-INF/CERT.SF',
  data: Buffer.from(`Signature-Version: 1.0\r\n${head}\r\n\r\nName: a\r\nX-Android-APK-Signed: 2\r\n`),
});
const v2 = { id: blockIds.v2, value: signersValue(releaseCertificate) };
const v2WithThird = { id: blockIds.v2, value: signerWithThird(releaseCertificate) };
const v3 = { id: blockIds.v3, value: signersValue(releaseCertificate) };
const current: Levels = { minSdkVersion: 24, targetSdkVersion: 35 };
const older: Levels = { minSdkVersion: 24, targetSdkVersion: 29 };

test.for<[name: string, apk: Buffer, installWarnings: readonly RegExp[]]>([
  ['v1 only for a current API level', apkFor(current, jar), [/v1 only, but built for API level 35/]],
  ['v1 only for an older API level', apkFor(older, jar), []],
  ['v1 and v2', beforeDirectory(apkFor(current, jar), signingBlock(v2)), []],
  [
    'a signature file that names a missing v2',
    apkFor(older, jar, list('X-Android-APK-Signed: 2, 3')),
    [/v2 signature/],
  ],
  [
    'a signature file with other line ends',
    apkFor(older, jar, list('x-android-apk-signed:2\n')),
    [/v2 signature/],
  ],
  ['a signature file that names no scheme', apkFor(older, jar, list('Created-By: 1')), []],
  [
    'a signature file that names the existing v2',
    beforeDirectory(apkFor(older, jar, list('X-Android-APK-Signed: 2')), signingBlock(v2)),
    [],
  ],
  [
    'a signature file that names v3 beside a v1 fallback',
    beforeDirectory(apkFor(older, jar, list('X-Android-APK-Signed: 3')), signingBlock(v3)),
    [],
  ],
  [
    'a v2 signer that names a missing v3',
    beforeDirectory(apkFor(current), signingBlock(v2WithThird)),
    [/its v2 signature refers to a v3 signature/],
  ],
  [
    'a v2 signer that names the existing v3',
    beforeDirectory(apkFor(current), signingBlock(v2WithThird, v3)),
    [],
  ],
])('inspectPackage returns the expected warnings for %s', async ([, apk, installWarnings]) => {
  const info = await inspectBytes(apk);
  expect(info.installWarnings).toEqual(installWarnings.map((text) => expect.stringMatching(text)));
  expect(info.warnings).toEqual(info.installWarnings);
});
