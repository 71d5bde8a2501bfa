/** Provisioning profiles of the right form, signed by nobody. */
import { build } from 'plist';
import { writeZip } from '../../../main/cli/demo/zip-writer.ts';
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

/** DER: tag, length, content. */
function der(tag: number, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  if (body.length < 0x80) return Buffer.concat([Buffer.from([tag, body.length]), body]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  return Buffer.concat([Buffer.from([tag, 0x84]), length, body]);
}

const signedData = Buffer.from('06092a864886f70d010702', 'hex');
const data = Buffer.from('06092a864886f70d010701', 'hex');

export function signed(list: Buffer): Buffer {
  const enclosed = der(0x30, data, der(0xa0, der(0x04, list)));
  return der(0x30, signedData, der(0xa0, der(0x30, Buffer.from([2, 1, 1]), der(0x31), enclosed)));
}

/** BER as older tools wrote it: lengths left open, the content in pieces. */
export function signedInPieces(list: Buffer): Buffer {
  const open = (tag: number, ...content: readonly Buffer[]) =>
    Buffer.concat([Buffer.from([tag, 0x80]), ...content, Buffer.from([0, 0])]);
  const pieces = [der(0x04, list.subarray(0, 100)), der(0x04, list.subarray(100))];
  const enclosed = open(0x30, data, open(0xa0, open(0x24, ...pieces)));
  return open(0x30, signedData, open(0xa0, open(0x30, Buffer.from([2, 1, 1]), der(0x31), enclosed)));
}

/** A small app with such a profile. */
export function ipaWithProfile(changes: Profile): Buffer {
  return writeZip([
    { name: 'Payload/A.app/Info.plist', data: contentOf(sampleIpa(), 'Payload/Sample.app/Info.plist') },
    { name: 'Payload/A.app/embedded.mobileprovision', data: signed(listOf(changes)) },
  ]);
}
