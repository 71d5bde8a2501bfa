import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'plist';
import { describe, expect, test } from 'vitest';
import { readDeviceResponse } from '../../../main/packages/apple/device-response.ts';
import { canRun, run } from '../../contract/outside/outside-program.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { signed, signedInPieces, unsigned } from './profiles.ts';

const attributes = {
  UDID: '00008101-000A1B2C3D4E5F60',
  PRODUCT: 'iPhone15,2',
  VERSION: '23A341',
  CHALLENGE: 'kZ9_-a',
};
const device = {
  udid: '00008101-000A1B2C3D4E5F60',
  product: 'iPhone15,2',
  systemVersion: '23A341',
  challenge: 'kZ9_-a',
};
const listOf = (changes: Record<string, unknown> = {}) =>
  Buffer.from(build({ ...attributes, ...changes } as Parameters<typeof build>[0]));

describe('a device response', () => {
  test.each([signed, signedInPieces])('is read if signed with the key of its certificate: %o', (wrap) => {
    expect(readDeviceResponse(wrap(listOf()))).toEqual(device);
  });

  test('normalises the letter case of old and new device identifiers', () => {
    const read = (UDID: string) => readDeviceResponse(signed(listOf({ UDID })))?.udid;
    expect(read('AB'.repeat(20))).toBe('ab'.repeat(20));
    expect(read('00008101-000a1b2c3d4e5f60')).toBe('00008101-000A1B2C3D4E5F60');
  });

  test('is refused without a signature or with a signature of other content', () => {
    expect(readDeviceResponse(unsigned(listOf()))).toBeNull();
    expect(readDeviceResponse(signed(listOf(), listOf({ UDID: 'c'.repeat(40) })))).toBeNull();
    expect(readDeviceResponse(listOf())).toBeNull();
    expect(readDeviceResponse(Buffer.alloc(0))).toBeNull();
  });

  test.each([
    { UDID: 'short' },
    { UDID: `${'a'.repeat(40)}\t` },
    { UDID: ['a'.repeat(40)] },
    { PRODUCT: 'iPhone' },
    { PRODUCT: '=1,2' },
    { VERSION: '' },
    { CHALLENGE: 'a b' },
    { CHALLENGE: 'a'.repeat(101) },
  ])('is refused with the invalid attribute %o', (changes) => {
    expect(readDeviceResponse(signed(listOf(changes)))).toBeNull();
  });

  test('is refused or keeps its identifier if any byte is damaged', () => {
    const message = signed(listOf());
    for (let at = 0; at < message.length; at += 1) {
      const damaged = Buffer.from(message);
      damaged[at] = (damaged[at] ?? 0) ^ 0xff;
      const read = readDeviceResponse(damaged);
      expect(read === null || read.udid === device.udid, String(at)).toBe(true);
    }
  });

  test.runIf(canRun('openssl', ['version']))(
    'is read if OpenSSL signed it with RSA and SHA-1, like older devices',
    async () => {
      const folder = await temporaryFolder();
      const path = (name: string) => join(folder, name);
      await writeFile(path('content'), listOf());
      await run('openssl', [
        ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=device'],
        ...['-keyout', path('key'), '-out', path('certificate')],
      ]);
      await run('openssl', [
        ...['cms', '-sign', '-binary', '-nodetach', '-md', 'sha1', '-outform', 'DER'],
        ...['-signer', path('certificate'), '-inkey', path('key')],
        ...['-in', path('content'), '-out', path('message')],
      ]);
      expect(readDeviceResponse(await readFile(path('message')))).toEqual(device);
    },
  );
});
