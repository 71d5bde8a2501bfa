import fc from 'fast-check';
import { expect, test } from 'vitest';
import { directoryInBounds, findZipEnd, withZip64 } from '../../../main/base/formats/zip-end.ts';

function endRecord(values: { entries: number; size: number; offset: number; comment?: Buffer }): Buffer {
  const comment = values.comment ?? Buffer.alloc(0);
  const record = Buffer.alloc(22);
  record.writeUInt32LE(0x06054b50, 0);
  record.writeUInt16LE(values.entries, 8);
  record.writeUInt16LE(values.entries, 10);
  record.writeUInt32LE(values.size, 12);
  record.writeUInt32LE(values.offset, 16);
  record.writeUInt16LE(comment.length, 20);
  return Buffer.concat([record, comment]);
}

test('findZipEnd finds the end record before a comment', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.uint8Array({ maxLength: 100 }), (before, comment) => {
      const record = endRecord({ entries: 3, size: 10, offset: 0, comment: Buffer.from(comment) });
      const end = findZipEnd(Buffer.concat([before, record]), 1000);
      expect(end).toMatchObject({ entries: 3, directorySize: 10, commentLength: comment.length });
      expect(end?.position).toBe(1000 + before.length);
    }),
  );
});

test('findZipEnd returns null for a truncated file', () => {
  const whole = Buffer.concat([Buffer.alloc(40), endRecord({ entries: 1, size: 5, offset: 0 })]);
  for (let length = 0; length < whole.length; length += 1) {
    expect(findZipEnd(whole.subarray(0, length), 0)).toBeNull();
  }
});

test('directoryInBounds is false for a directory beyond the record', () => {
  const inside = findZipEnd(
    Buffer.concat([Buffer.alloc(50), endRecord({ entries: 1, size: 50, offset: 0 })]),
    0,
  );
  const outside = findZipEnd(
    Buffer.concat([Buffer.alloc(50), endRecord({ entries: 1, size: 50, offset: 1 })]),
    0,
  );
  expect(inside && directoryInBounds(inside)).toBe(true);
  expect(outside && directoryInBounds(outside)).toBe(false);
});

test('withZip64 replaces the 32-bit values', () => {
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(64n, 8);
  const end = findZipEnd(
    Buffer.concat([locator, endRecord({ entries: 0xffff, size: 0xffffffff, offset: 0xffffffff })]),
    200,
  );
  expect(end?.zip64Position).toBe(64);
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(70_000n, 32);
  record.writeBigUInt64LE(40n, 40);
  record.writeBigUInt64LE(24n, 48);
  const whole = end && withZip64(end, record);
  expect(whole).toMatchObject({ entries: 70_000, directorySize: 40, directoryOffset: 24 });
  expect(whole && directoryInBounds(whole)).toBe(true);
  expect(end && withZip64(end, Buffer.alloc(56))).toBeNull();
});
