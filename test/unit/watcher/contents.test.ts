import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findZipEnd } from '../../../main/base/formats/zip-end.ts';
import { type ReadDepth, verifyZip } from '../../../main/watcher/completeness/verify-zip.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { noise, realisticBuild, zipOf } from '../../faults/builds-to-write.ts';

const page = 4096;
const build = realisticBuild(7, 300_000);
const directoryOffset = findZipEnd(build, 0)?.directoryOffset ?? Number.NaN;

async function isComplete(bytes: Buffer, depth: ReadDepth): Promise<boolean> {
  const path = join(await temporaryFolder(), 'a.apk');
  await writeFile(path, bytes);
  return (await verifyZip(path, depth)).complete;
}

function blanked(bytes: Buffer, from: number, length: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.fill(0, from, from + length);
  return copy;
}

/** Inserts an APK signing block before the directory of the zip, and returns its range as well. */
function signed(bytes: Buffer): { readonly bytes: Buffer; readonly from: number; readonly to: number } {
  const padding = Buffer.alloc((page - (directoryOffset % page)) % page);
  const block = Buffer.concat([
    Buffer.alloc(8),
    noise(3 * page - 32, 3),
    Buffer.alloc(8),
    Buffer.from('APK Sig Block 42'),
  ]);
  block.writeBigUInt64LE(BigInt(block.length - 8), 0);
  block.writeBigUInt64LE(BigInt(block.length - 8), block.length - 24);
  const inserted = Buffer.concat([padding, block]);
  const end = Buffer.from(bytes.subarray(directoryOffset));
  end.writeUInt32LE(directoryOffset + inserted.length, end.length - 6);
  const from = directoryOffset + padding.length;
  return {
    bytes: Buffer.concat([bytes.subarray(0, directoryOffset), inserted, end]),
    from,
    to: from + block.length,
  };
}

describe('a gap that was reserved and never written', () => {
  test('is detected at any page of the file', async () => {
    expect(await isComplete(build, 'gaps')).toBe(true);
    for (let at = 0; at + page <= directoryOffset; at += 5 * page) {
      expect([at, await isComplete(blanked(build, at, page), 'gaps')]).toEqual([at, false]);
    }
  });

  test('is not reported for zeros in the contents of a build', async () => {
    const zeros = zipOf([
      { name: 'stored', data: Buffer.alloc(100_000) },
      { name: 'packed', data: Buffer.alloc(3_000_000), packed: true },
      { name: 'with a descriptor', data: Buffer.alloc(100_000), descriptor: true },
    ]);
    for (const depth of ['ends', 'gaps', 'contents'] as const) {
      expect([depth, await isComplete(zeros, depth)]).toEqual([depth, true]);
    }
  });

  test('is detected in the signing block of an APK, which has no checksum', async () => {
    const apk = signed(build);
    expect(await isComplete(apk.bytes, 'gaps')).toBe(true);
    expect(await isComplete(blanked(apk.bytes, apk.from, page), 'gaps')).toBe(false);
    expect(await isComplete(blanked(apk.bytes, apk.to - page, page), 'gaps')).toBe(false);
    expect(await isComplete(blanked(apk.bytes, apk.from, apk.to - apk.from), 'gaps')).toBe(false);
  });
});

describe('the checksums of entries', () => {
  const older = realisticBuild(8, 300_000, true);
  const newer = realisticBuild(9, 300_000, true);

  test('detect contents of an older build', async () => {
    expect(older.length).toBe(newer.length);
    const middle = directoryOffset - 150_000;
    const mixed = Buffer.concat([newer.subarray(0, middle), older.subarray(middle)]);
    expect(await isComplete(mixed, 'ends')).toBe(true);
    expect(await isComplete(mixed, 'gaps')).toBe(true);
    expect(await isComplete(mixed, 'contents')).toBe(false);
    expect(await isComplete(newer, 'contents')).toBe(true);
  });

  test('are not checked for encrypted entries and unsupported compression', async () => {
    const odd = zipOf([{ name: 'a', data: noise(50_000, 1) }]);
    const at = findZipEnd(odd, 0)?.directoryOffset ?? 0;
    odd[100] = (odd[100] ?? 0) ^ 1;
    expect(await isComplete(odd, 'contents')).toBe(false);
    const method = Buffer.from(odd);
    method.writeUInt16LE(12, at + 10);
    expect(await isComplete(method, 'contents')).toBe(true);
    const encrypted = Buffer.from(odd);
    encrypted.writeUInt16LE(1, at + 8);
    expect(await isComplete(encrypted, 'contents')).toBe(true);
  });

  test('do not match an entry larger than its stated size', async () => {
    const packed = zipOf([{ name: 'a', data: Buffer.alloc(9_000_000, 'slipway '), packed: true }]);
    const at = findZipEnd(packed, 0)?.directoryOffset ?? 0;
    expect(await isComplete(packed, 'contents')).toBe(true);
    for (const size of [0, 100, 4_000_000]) {
      const misstated = Buffer.from(packed);
      misstated.writeUInt32LE(size, at + 24);
      expect([size, await isComplete(misstated, 'contents')]).toEqual([size, false]);
    }
  });
});

test('an abort signal stops the verification', async () => {
  const path = join(await temporaryFolder(), 'a.apk');
  await writeFile(path, build);
  const reason = new Error('stopped');
  await expect(verifyZip(path, 'contents', AbortSignal.abort(reason))).rejects.toBe(reason);
});
