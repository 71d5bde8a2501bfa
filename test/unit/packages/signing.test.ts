import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { budget } from '../../fuzz-budget.ts';
import { inspectBytes } from './builds.ts';
import {
  apkOf,
  type BlockPair,
  beforeDirectory,
  blockIds,
  debugCertificate,
  releaseCertificate,
  releaseSignature,
  signersValue,
  signingBlock,
} from './signed-apk.ts';

const release = {
  subject: 'O=Example Apps, CN=Release',
  sha256: '5e77dbdd598525085b50968e745322bd9449948da61eef7b76c8c313a79ee3ab',
  expires: '2051-07-13T13:47:47Z',
};
const debug = {
  subject: 'C=US, O=Android, CN=Android Debug',
  sha256: '970872eea2d88be040f430204ae53358a07d232bd3cb054bd8a3d35413b4c62f',
  expires: '2051-07-13T13:47:47Z',
};

const v2 = (...certificates: Buffer[]): BlockPair => ({
  id: blockIds.v2,
  value: signersValue(...certificates),
});
const withBlock = (...pairs: BlockPair[]): Buffer => beforeDirectory(apkOf(), signingBlock(...pairs));

test('an unsigned apk has an install warning', async () => {
  expect(await inspectBytes(apkOf())).toMatchObject({
    signing: { schemesPresent: [], certificates: [] },
    warnings: ['Not signed: no device can install it.'],
    installWarnings: ['Not signed: no device can install it.'],
  });
});

test.each(['CERT.RSA', 'cert.dsa', 'MY-KEY.EC'])(
  'the jar signature %s provides the certificate',
  async (name) => {
    const apk = apkOf({ name: `META-INF/${name}`, data: releaseSignature });
    expect(await inspectBytes(apk)).toMatchObject({
      signing: { schemesPresent: ['v1'], certificates: [release] },
      warnings: [],
    });
  },
);

test('signature files in other folders are ignored', async () => {
  const data = releaseSignature;
  const apk = apkOf({ name: 'META-INF/a/CERT.RSA', data }, { name: 'CERT.RSA', data });
  expect((await inspectBytes(apk)).signing?.schemesPresent).toEqual([]);
});

test('all schemes are listed with the certificates of the newest scheme', async () => {
  const apk = withBlock(
    { id: blockIds.padding, value: Buffer.alloc(4_000) },
    { id: blockIds['v3.1'], value: signersValue(releaseCertificate) },
    { id: blockIds.v3, value: signersValue(debugCertificate) },
    v2(debugCertificate),
  );
  expect(await inspectBytes(apk)).toMatchObject({
    signing: { schemesPresent: ['v2', 'v3', 'v3.1'], certificates: [release] },
    warnings: [],
  });
});

test('all signers are listed', async () => {
  const { signing } = await inspectBytes(withBlock(v2(releaseCertificate, debugCertificate)));
  expect(signing?.certificates).toEqual([release, debug]);
});

test('the debug key causes a warning', async () => {
  expect((await inspectBytes(withBlock(v2(debugCertificate)))).warnings).toEqual([
    'Signed with the debug key: not a release build, and stores refuse it.',
  ]);
});

test('a signing block before appended data is found with a warning', async () => {
  const added = { name: 'added.txt', data: Buffer.from('added after the signature') };
  const zip = apkOf();
  const start = zip.readUInt32LE(zip.length - 6);
  const block = signingBlock(v2(releaseCertificate), {
    id: blockIds.padding,
    value: Buffer.alloc(1_000),
  });
  const apk = appended(Buffer.concat([zip.subarray(0, start), block]), zip, added);
  const changed = [expect.stringMatching(/^Changed after it was signed: its signature is not where/)];
  expect(await inspectBytes(apk)).toMatchObject({
    signing: { schemesPresent: ['v2'], certificates: [release] },
    warnings: changed,
    installWarnings: changed,
  });
});

/** Appends an entry and a new directory to `head`, which contains the entries of `zip`. */
function appended(head: Buffer, zip: Buffer, entry: { name: string; data: Buffer }): Buffer {
  const whole = apkOf(entry);
  const [start, wholeStart] = [zip, whole].map((one) => one.readUInt32LE(one.length - 6)) as [number, number];
  const tail = Buffer.from(whole.subarray(start));
  const shift = head.length - start;
  const last = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]));
  tail.writeUInt32LE(tail.readUInt32LE(last + 42) + shift, last + 42);
  tail.writeUInt32LE(wholeStart + shift, tail.length - 6);
  return Buffer.concat([head, tail]);
}

test.each([
  ['a wrong magic', (block: Buffer) => block.fill('x', block.length - 4)],
  ['a size beyond the file', (block: Buffer) => block.writeBigUInt64LE(1n << 60n, block.length - 24)],
])('a signing block with %s is ignored', async (_, damage) => {
  const block = signingBlock(v2(releaseCertificate));
  damage(block);
  const { signing } = await inspectBytes(beforeDirectory(apkOf(), block));
  expect(signing).toEqual({ schemesPresent: [], certificates: [] });
});

test('an unreadable signature is listed without a certificate', async () => {
  const jar = apkOf({ name: 'META-INF/CERT.RSA', data: releaseSignature.subarray(0, 300) });
  expect((await inspectBytes(jar)).signing).toEqual({ schemesPresent: ['v1'], certificates: [] });
  const block = withBlock({ id: blockIds.v2, value: Buffer.from('no signers') });
  expect((await inspectBytes(block)).signing).toEqual({ schemesPresent: ['v2'], certificates: [] });
});

test('a build with a damaged signature is readable', async () => {
  const damaged = (bytes: Buffer, at: number, value: number): Buffer => {
    const copy = Buffer.from(bytes);
    copy[at % copy.length] = value;
    return copy;
  };
  await fc.assert(
    fc.asyncProperty(
      fc.nat(2_000),
      fc.nat(255),
      fc.uint8Array({ maxLength: 400 }),
      async (at, value, junk) => {
        const block = damaged(
          signingBlock(v2(releaseCertificate), { id: 1, value: Buffer.from(junk) }),
          at,
          value,
        );
        const jar = { name: 'META-INF/CERT.RSA', data: damaged(releaseSignature, at, value) };
        const info = await inspectBytes(beforeDirectory(apkOf(jar), block));
        expect(info.id).toBe('dev.example.signed');
        expect(info.signing?.schemesPresent).toContain('v1');
      },
    ),
    budget(300),
  );
});

test('the SHA-256 of a certificate covers its original encoding', async () => {
  const header = Buffer.from([0x30, 0x83, 0]);
  const lax = Buffer.concat([header, releaseCertificate.subarray(2)]);
  expect(releaseCertificate.readUInt8(1)).toBe(0x82);
  const { signing } = await inspectBytes(withBlock(v2(lax)));
  expect(signing?.certificates[0]?.sha256).toBe(createHash('sha256').update(lax).digest('hex'));
  expect(signing?.certificates[0]?.sha256).not.toBe(release.sha256);
});
