import { setImmediate as turn } from 'node:timers/promises';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { openByteSource } from '../../../main/packages/zip/byte-source.ts';
import { readZipDirectory } from '../../../main/packages/zip/zip.ts';
import { writeZip } from '../../fixtures/builds/zip-writer.ts';
import { inspectBytes, refusal, sampleApk, sampleIpa } from './builds.ts';
import {
  altered,
  contentOf,
  endAt,
  moved,
  recordOf,
  streamed,
  withExtra,
  withZip64End,
} from './zip-surgery.ts';

const manifest = 'AndroidManifest.xml';
const apk = sampleApk();

describe('inspectPackage of an unusual zip', () => {
  const wide = Buffer.alloc(4 + 24);
  wide.writeUInt16LE(0x0001, 0);
  wide.writeUInt16LE(24, 2);
  const { at, local } = recordOf(apk, manifest);
  wide.writeBigUInt64LE(BigInt(apk.readUInt32LE(at + 24)), 4);
  wide.writeBigUInt64LE(BigInt(apk.readUInt32LE(at + 20)), 12);
  wide.writeBigUInt64LE(BigInt(local), 20);
  const comment = Buffer.alloc(0xffff, 'comment ');

  test.for<[name: string, bytes: Buffer]>([
    [
      'zip64 sizes and offset of an entry',
      withExtra(apk, manifest, wide, (record) => {
        record.fill(0xff, 20, 28);
        record.fill(0xff, 42, 46);
      }),
    ],
    [
      'the longest comment',
      Buffer.concat([altered(apk, (copy) => copy.writeUInt16LE(0xffff, endAt(copy) + 20)), comment]),
    ],
    ['sizes in a data descriptor', streamed(apk, manifest)],
    ['a local header with another method', altered(apk, (copy) => copy.writeUInt16LE(0, local + 8))],
    [
      'an encryption flag on plain data',
      altered(apk, (copy) => {
        copy.writeUInt16LE(copy.readUInt16LE(at + 8) | 1, at + 8);
        copy.writeUInt16LE(copy.readUInt16LE(local + 6) | 1, local + 6);
      }),
    ],
  ])('accepts %s', async ([, bytes]) => {
    expect(await inspectBytes(bytes)).toMatchObject({ id: 'dev.example.sample', build: '77', warnings: [] });
  });

  const before = expect.stringMatching(/^The file has extra data before the zip/);
  const behind = expect.stringMatching(/^The file has extra data after the end/);
  const resigned = expect.stringMatching(/^Changed after it was signed: its signature is not where/);
  const script = Buffer.alloc(5000, '#!/bin/sh\n');
  const dex = Buffer.from('dex\n035\0'.padEnd(112, '\0'), 'latin1');
  test.for<[name: string, bytes: Buffer, installWarnings: readonly unknown[]]>([
    ['data before the zip', Buffer.concat([script, apk]), [before]],
    ['a dex file before the zip, with shifted offsets', moved(dex, apk), [before]],
    ['another zip before the zip', Buffer.concat([sampleIpa(), apk]), [before]],
    ['data before a zip64', Buffer.concat([script, withZip64End(apk)]), [before, resigned]],
    ['data after the zip', Buffer.concat([apk, Buffer.from('0123456789')]), [behind]],
    ['zeros after the zip', Buffer.concat([apk, Buffer.alloc(4096)]), [behind]],
    ['zip64 end records after a v2 signature', withZip64End(apk), [resigned]],
  ])('returns an install warning for %s', async ([, bytes, installWarnings]) => {
    expect(await inspectBytes(bytes)).toMatchObject({
      id: 'dev.example.sample',
      build: '77',
      warnings: installWarnings,
      installWarnings,
    });
  });

  test('reads an unknown compression method as stored, like Android', async () => {
    const stored = writeZip([{ name: manifest, data: contentOf(apk, manifest), stored: true }]);
    const marked = altered(stored, (copy) => copy.writeUInt16LE(0x5a4d, recordOf(stored, manifest).at + 10));
    expect(await inspectBytes(marked)).toMatchObject({ id: 'dev.example.sample' });
  });

  test('ignores entry names that escape a folder', async () => {
    const entries = ['../../outside', '/etc/outside', 'a\rb', 'c\\d', 'AndroidManifest.xml/'].map((name) => ({
      name,
      data: Buffer.from('x'),
    }));
    const zip = writeZip([...entries, { name: manifest, data: contentOf(apk, manifest) }]);
    expect(await inspectBytes(zip)).toMatchObject({ id: 'dev.example.sample', name: null });
  });

  test('returns a warning for a wrong checksum of a readable manifest', async () => {
    const wrong = altered(apk, (copy) => {
      copy.writeUInt32LE(1, at + 16);
      copy.writeUInt32LE(1, local + 14);
    });
    expect((await inspectBytes(wrong)).warnings).toEqual([expect.stringContaining('checksum')]);
  });
});

describe('inspectPackage of an invalid zip', () => {
  const { at, local, content } = recordOf(apk, manifest);
  const end = endAt(apk);

  test.for<[name: string, code: string, bytes: Buffer]>([
    ['an empty file', 'package/empty', Buffer.alloc(0)],
    ['one byte', 'package/truncated', apk.subarray(0, 1)],
    ['half of a zip', 'package/truncated', apk.subarray(0, apk.length >> 1)],
    ['a zip without its last byte', 'package/truncated', apk.subarray(0, -1)],
    ['an end record alone', 'package/otherZip', writeZip([])],
    [
      'an entry count that is too large',
      'package/damaged',
      altered(apk, (copy) => copy.writeUInt16LE(9999, end + 10)),
    ],
    [
      'an entry count that is too small',
      'package/damaged',
      altered(apk, (copy) => copy.writeUInt16LE(1, end + 10)),
    ],
    [
      'a directory past the end',
      'package/damaged',
      altered(apk, (copy) => copy.writeUInt32LE(0x7fffffff, end + 16)),
    ],
    [
      'a directory of 3 GB',
      'package/tooLarge',
      altered(apk, (copy) => copy.writeUInt32LE(0xc0000000, end + 12)),
    ],
    [
      'an entry outside the file',
      'package/partDamaged',
      altered(apk, (copy) => copy.writeUInt32LE(0x7fffffff, at + 42)),
    ],
    [
      'compressed data beyond the contents',
      'package/partDamaged',
      altered(apk, (copy) => copy.writeUInt32LE(0x00ffffff, at + 20)),
    ],
    [
      'a size that is too small',
      'package/partDamaged',
      altered(apk, (copy) => copy.writeUInt32LE(100, at + 24)),
    ],
    [
      'a size that is too large',
      'package/partDamaged',
      altered(apk, (copy) => copy.writeUInt32LE(1_000_000, at + 24)),
    ],
    ['a size of 1 GB', 'package/tooLarge', altered(apk, (copy) => copy.writeUInt32LE(1 << 30, at + 24))],
    [
      'corrupt compressed data',
      'package/partDamaged',
      altered(apk, (copy) => copy.fill(0xff, content, content + 50)),
    ],
    [
      'encrypted data',
      'package/encrypted',
      altered(apk, (copy) => {
        copy.writeUInt16LE(copy.readUInt16LE(at + 8) | 1, at + 8);
        for (let index = content; index < content + 200; index += 1) copy[index] = (copy[index] ?? 0) ^ 0xa5;
      }),
    ],
    ['AES encryption', 'package/encrypted', altered(apk, (copy) => copy.writeUInt16LE(99, at + 10))],
    ['Deflate64 compression', 'package/compression', altered(apk, (copy) => copy.writeUInt16LE(9, at + 10))],
    ['a missing local header', 'package/partDamaged', altered(apk, (copy) => copy.writeUInt32LE(0, local))],
    [
      'two manifests',
      'package/duplicate',
      writeZip([
        { name: manifest, data: contentOf(apk, manifest) },
        { name: manifest, data: contentOf(sampleApk({ id: 'com.evil.decoy' }), manifest) },
      ]),
    ],
    [
      'an apk and an ipa in one',
      'package/twoKinds',
      writeZip([
        { name: manifest, data: contentOf(apk, manifest) },
        { name: 'Payload/A.app/Info.plist', data: Buffer.from('x') },
      ]),
    ],
  ])('rejects %s', async ([, code, bytes]) => {
    expect(await refusal(bytes)).toBe(code);
  });

  test('rejects a build truncated at any position', async () => {
    const ipa = sampleIpa({ paddingBytes: 0 });
    for (let length = 0; length < ipa.length; length += 97) {
      expect(await refusal(ipa.subarray(0, length))).toMatch(/^package\/(empty|truncated)$/);
    }
  });

  test('rejects a manifest that inflates to 64 MiB, with any declared size', async () => {
    const bomb = deflateRawSync(Buffer.alloc(64 * 1024 * 1024), { level: 9 });
    for (const stated of [1000, 10_000_000, 64 * 1024 * 1024]) {
      const plain = writeZip([{ name: manifest, data: bomb, stored: true }]);
      const { at: record } = recordOf(plain, manifest);
      const zip = altered(plain, (copy) => {
        copy.writeUInt16LE(8, record + 10);
        copy.writeUInt32LE(stated, record + 24);
      });
      expect(await refusal(zip)).toMatch(/^package\/(partDamaged|tooLarge)$/);
    }
  });
});

describe('a local header', () => {
  const { local } = recordOf(apk, manifest);
  const differs = expect.stringMatching(/^The zip headers of AndroidManifest\.xml contradict each other/);

  test.for<[field: string, change: (copy: Buffer) => void]>([
    ['name', (copy) => copy.writeUInt8(0x43, local + 30)],
    ['checksum', (copy) => copy.writeUInt32LE(1, local + 14)],
    ['packed size', (copy) => copy.writeUInt32LE(1, local + 18)],
    ['size', (copy) => copy.writeUInt32LE(1, local + 22)],
  ])('causes an install warning if its %s differs from the directory', async ([, change]) => {
    const { warnings, installWarnings } = await inspectBytes(altered(apk, change));
    expect(warnings).toContainEqual(differs);
    expect(installWarnings).toContainEqual(differs);
  });

  test('may leave sizes and checksum to the data descriptor', async () => {
    expect((await inspectBytes(streamed(apk, manifest))).warnings).toEqual([]);
  });

  test('causes an install warning in an ipa if its size differs', async () => {
    const ipa = sampleIpa();
    const list = recordOf(ipa, 'Payload/Sample.app/Info.plist').local;
    const { installWarnings } = await inspectBytes(altered(ipa, (copy) => copy.writeUInt32LE(1, list + 22)));
    expect(installWarnings).toContainEqual(expect.stringMatching(/^The zip headers of Payload\/Sample\.app/));
  });
});

describe('readZipDirectory', () => {
  test('yields to the event loop while it reads many entries', async () => {
    const data = Buffer.alloc(0);
    const bytes = writeZip(
      Array.from({ length: 40_000 }, (_, at) => ({ name: `${at}`, data, stored: true })),
    );
    const read = async (position: number, length: number) => bytes.subarray(position, position + length);
    const source = await openByteSource({ file: 'many.apk', size: bytes.length, read }, undefined);
    let [turnCount, isRead] = [0, false];
    const reading = readZipDirectory(source).finally(() => {
      isRead = true;
    });
    for (; !isRead; turnCount += 1) await turn();
    expect((await reading)?.names).toHaveLength(40_000);
    expect(turnCount).toBeGreaterThanOrEqual(8);
  });
});
