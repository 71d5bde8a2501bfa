/** Modifies zips as other tools, app protectors and damage do. Offsets are those of APPNOTE.TXT 4.3. */

import { inflateRawSync } from 'node:zlib';

type DirectoryRecord = {
  readonly name: string;
  /** Position of the directory record. */
  readonly at: number;
  /** Position of the local header. */
  readonly local: number;
  /** Position of the content. */
  readonly content: number;
};

const endBytes = 22;

/** Returns the position of the end record of a zip without a comment. */
export function endAt(zip: Buffer): number {
  return zip.length - endBytes;
}

export function recordOf(zip: Buffer, name: string): DirectoryRecord {
  let at = zip.readUInt32LE(endAt(zip) + 16);
  while (zip.readUInt32LE(at) === 0x02014b50) {
    const nameLength = zip.readUInt16LE(at + 28);
    const found = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const local = zip.readUInt32LE(at + 42);
    if (found === name) {
      const content = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
      return { name, at, local, content };
    }
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  throw new Error(`no entry ${name}`);
}

/** Returns `prefix` followed by the zip with all offsets shifted. */
export function moved(prefix: Buffer, zip: Buffer): Buffer {
  const copy = Buffer.concat([prefix, zip]);
  const shift = (at: number) => copy.writeUInt32LE(copy.readUInt32LE(at) + prefix.length, at);
  shift(endAt(copy) + 16);
  for (let at = copy.readUInt32LE(endAt(copy) + 16); copy.readUInt32LE(at) === 0x02014b50; ) {
    shift(at + 42);
    at += 46 + [28, 30, 32].reduce((sum, field) => sum + copy.readUInt16LE(at + field), 0);
  }
  return copy;
}

export function altered(zip: Buffer, change: (copy: Buffer) => void): Buffer {
  const copy = Buffer.from(zip);
  change(copy);
  return copy;
}

/** Adds zip64 records, and fills the counts, size and offset in the ordinary end record with 0xff. */
export function withZip64End(zip: Buffer): Buffer {
  const end = zip.subarray(endAt(zip));
  const wide = Buffer.alloc(56);
  wide.writeUInt32LE(0x06064b50, 0);
  wide.writeBigUInt64LE(44n, 4);
  wide.writeBigUInt64LE(BigInt(end.readUInt16LE(8)), 24);
  wide.writeBigUInt64LE(BigInt(end.readUInt16LE(10)), 32);
  wide.writeBigUInt64LE(BigInt(end.readUInt32LE(12)), 40);
  wide.writeBigUInt64LE(BigInt(end.readUInt32LE(16)), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(endAt(zip)), 8);
  locator.writeUInt32LE(1, 16);
  const short = altered(end, (copy) => copy.fill(0xff, 8, 20));
  return Buffer.concat([zip.subarray(0, endAt(zip)), wide, locator, short]);
}

/** Inserts bytes into the extra field of an entry's directory record. */
export function withExtra(
  zip: Buffer,
  name: string,
  extra: Buffer,
  change: (record: Buffer) => void,
): Buffer {
  const { at } = recordOf(zip, name);
  const nameLength = zip.readUInt16LE(at + 28);
  const record = altered(zip.subarray(at, at + 46 + nameLength), (copy) => {
    copy.writeUInt16LE(extra.length, 30);
    change(copy);
  });
  const rest = zip.subarray(at + 46 + nameLength + zip.readUInt16LE(at + 30));
  const joined = Buffer.concat([zip.subarray(0, at), record, extra, rest]);
  return altered(joined, (copy) => {
    const end = endAt(copy);
    copy.writeUInt32LE(copy.readUInt32LE(end + 12) + extra.length, end + 12);
  });
}

/** Zeros the sizes and the checksum in the local header of an entry, as streaming writers do. */
export function streamed(zip: Buffer, name: string): Buffer {
  const { at, local } = recordOf(zip, name);
  return altered(zip, (copy) => {
    copy.writeUInt16LE(copy.readUInt16LE(at + 8) | 8, at + 8);
    copy.writeUInt16LE(copy.readUInt16LE(local + 6) | 8, local + 6);
    copy.fill(0, local + 14, local + 26);
  });
}

/** Returns the uncompressed content of an entry. */
export function contentOf(zip: Buffer, name: string): Buffer {
  const { at, content } = recordOf(zip, name);
  const packed = zip.subarray(content, content + zip.readUInt32LE(at + 20));
  return zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(packed) : packed;
}
