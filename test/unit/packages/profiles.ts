/** Well-formed provisioning profiles, signed with a new key. */
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { build } from 'plist';
import { writeZip, type ZipEntry } from '../../fixtures/builds/zip-writer.ts';
import { sampleIpa } from './builds.ts';
import { contentOf } from './zip-surgery.ts';

export type Profile = Parameters<typeof build>[0] & object;

export function listOf(changes: Profile): Buffer {
  return Buffer.from(
    build({
      Name: 'Team Profile',
      TeamIdentifier: ['ABCDE12345'],
      ExpirationDate: new Date('2027-01-31T12:00:00Z'),
      Entitlements: { 'get-task-allow': false },
      ...changes,
    }),
  );
}

/** Encodes a DER value: tag, length, content. */
function der(tag: number, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  if (body.length < 0x80) return Buffer.concat([Buffer.from([tag, body.length]), body]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  return Buffer.concat([Buffer.from([tag, 0x84]), length, body]);
}

const identifier = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const signedData = identifier('2a864886f70d010702');
const data = identifier('2a864886f70d010701');
const sha256 = der(0x30, identifier('608648016503040201'));
const ecdsa = der(0x30, identifier('2a8648ce3d040302'));
const integer = (value: number) => Buffer.from([0x02, 1, value]);
const emptyName = der(0x30);

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const certificate = ((): Buffer => {
  const time = (text: string) => der(0x17, Buffer.from(text));
  const validity = der(0x30, time('260101000000Z'), time('490101000000Z'));
  const key = publicKey.export({ type: 'spki', format: 'der' });
  const content = der(0x30, integer(7), ecdsa, emptyName, validity, emptyName, key);
  const signature = sign('sha256', content, privateKey);
  return der(0x30, content, ecdsa, der(0x03, Buffer.from([0]), signature));
})();

/** Returns a SignerInfo of RFC 5652 with signed attributes, as Apple's tools write it. */
function signerOf(list: Buffer): Buffer {
  const digest = createHash('sha256').update(list).digest();
  const attributes = [
    der(0x30, identifier('2a864886f70d010903'), der(0x31, data)),
    der(0x30, identifier('2a864886f70d010904'), der(0x31, der(0x04, digest))),
  ];
  const signature = sign('sha256', der(0x31, ...attributes), privateKey);
  const issuerAndSerial = der(0x30, emptyName, integer(7));
  return der(
    0x30,
    integer(1),
    issuerAndSerial,
    sha256,
    der(0xa0, ...attributes),
    ecdsa,
    der(0x04, signature),
  );
}

function message(enclosed: Buffer, list: Buffer, wrap: typeof der): Buffer {
  const parts = [integer(1), der(0x31, sha256), enclosed, der(0xa0, certificate), der(0x31, signerOf(list))];
  return wrap(0x30, signedData, wrap(0xa0, wrap(0x30, ...parts)));
}

/** Returns a CMS message that contains `list` and is signed over `what`. */
export function signed(list: Buffer, what = list): Buffer {
  return message(der(0x30, data, der(0xa0, der(0x04, list))), what, der);
}

/** Returns a CMS message in BER with indefinite lengths and the content in pieces. */
export function signedInPieces(list: Buffer): Buffer {
  const open = (tag: number, ...content: readonly Buffer[]) =>
    Buffer.concat([Buffer.from([tag, 0x80]), ...content, Buffer.from([0, 0])]);
  const pieces = [der(0x04, list.subarray(0, 100)), der(0x04, list.subarray(100))];
  return message(open(0x30, data, open(0xa0, open(0x24, ...pieces))), list, open);
}

/** Returns a message like `signed`, but without a signature. */
export function unsigned(list: Buffer): Buffer {
  const enclosed = der(0x30, data, der(0xa0, der(0x04, list)));
  return der(0x30, signedData, der(0xa0, der(0x30, integer(1), der(0x31), enclosed)));
}

export function ipaWithProfile(changes: Profile, wrap: (list: Buffer) => Buffer = signed): Buffer {
  return writeZip(ipaEntries(wrap(listOf(changes))));
}

/** Returns the zip entries of a complete app that contains this profile. */
export function ipaEntries(profile: Buffer): readonly ZipEntry[] {
  const ipa = sampleIpa();
  const bundle = 'Payload/A.app';
  return [
    { name: `${bundle}/Info.plist`, data: contentOf(ipa, 'Payload/Sample.app/Info.plist') },
    { name: `${bundle}/embedded.mobileprovision`, data: profile },
    { name: `${bundle}/Sample`, data: contentOf(ipa, 'Payload/Sample.app/Sample') },
    { name: `${bundle}/_CodeSignature/CodeResources`, data: Buffer.from('<plist/>') },
  ];
}
