/**
 * Apple's binary property list (CFBinaryPList.c). Reads each object once, so nested references cost no more
 * than their bytes. Rejects cycles, excessive depth and inconsistent sizes.
 */
import { messageOf } from '../../messages/message.ts';
import { type PlistDictionary, PlistError, type PlistValue } from './plist-value.ts';

const maxDepth = 64;
const trailerBytes = 32;
const secondsTo2001 = 978_307_200;

/** Reads a binary property list. Throws `PlistError`, or Node's `RangeError` for reads outside the buffer. */
export function readBinaryPlist(bytes: Buffer): PlistValue {
  if (bytes.length < 8 + trailerBytes) throw new PlistError(messageOf('damage/cutOff'));
  const trailer = bytes.subarray(bytes.length - trailerBytes);
  const count = Number(trailer.readBigUInt64BE(8));
  const offsetSize = trailer.readUInt8(6);
  const tableOffset = Number(trailer.readBigUInt64BE(24));
  if (offsetSize < 1 || offsetSize > 8 || tableOffset + count * offsetSize > bytes.length - trailerBytes) {
    throw new PlistError(messageOf('damage/damaged'));
  }
  const reader = new BinaryPlist(bytes, {
    count,
    offsetSize,
    tableOffset,
    referenceSize: trailer.readUInt8(7),
  });
  return reader.object(Number(trailer.readBigUInt64BE(16)), 0);
}

type Layout = {
  readonly count: number;
  readonly offsetSize: number;
  readonly tableOffset: number;
  readonly referenceSize: number;
};

class BinaryPlist {
  private readonly bytes: Buffer;
  private readonly layout: Layout;
  private readonly cache = new Map<number, PlistValue>();
  private readonly open = new Set<number>();
  /** Bytes that may still be read: objects may overlap, so a small file could expand without bounds. */
  private budget: number;

  constructor(bytes: Buffer, layout: Layout) {
    this.bytes = bytes;
    this.layout = layout;
    this.budget = bytes.length * 4 + 1024;
  }

  object(index: number, depth: number): PlistValue {
    const { count, tableOffset, offsetSize } = this.layout;
    if (index >= count) throw new PlistError(messageOf('damage/missingValue'));
    const before = this.cache.get(index);
    if (before !== undefined) return before;
    if (this.open.has(index)) throw new PlistError(messageOf('damage/circle'));
    if (depth > maxDepth) throw new PlistError(messageOf('damage/tooDeep', { max: maxDepth }));
    this.open.add(index);
    const value = this.read(this.unsigned(tableOffset + index * offsetSize, offsetSize), depth);
    this.open.delete(index);
    this.cache.set(index, value);
    return value;
  }

  private read(offset: number, depth: number): PlistValue {
    const marker = this.bytes.readUInt8(offset);
    const kind = marker >>> 4;
    if (kind <= 3 || kind === 8) return this.fixed(marker, offset + 1);
    const { size, at } = this.sizeAt(marker & 0x0f, offset + 1);
    if (kind === 0x0a || kind === 0x0b || kind === 0x0c) {
      return this.references(at, size).map((index) => this.object(index, depth + 1));
    }
    if (kind === 0x0d) return this.dictionary(at, size, depth);
    return this.sized(kind, at, size);
  }

  private fixed(marker: number, at: number): PlistValue {
    const low = marker & 0x0f;
    switch (marker >>> 4) {
      case 0:
        return low === 8 || low === 9 ? low === 9 : null;
      case 1:
        return this.integer(at, 1 << low);
      case 2:
        return low === 2 ? this.bytes.readFloatBE(at) : this.bytes.readDoubleBE(at);
      case 3:
        return new Date((this.bytes.readDoubleBE(at) + secondsTo2001) * 1000);
      default:
        return this.unsigned(at, low + 1);
    }
  }

  private sized(kind: number, at: number, size: number): PlistValue {
    const end = at + (kind === 6 ? size * 2 : size);
    this.spend(end - at);
    if (end > this.layout.tableOffset) throw new PlistError(messageOf('damage/damaged'));
    switch (kind) {
      case 4:
        return this.bytes.subarray(at, end);
      case 5:
        return this.bytes.toString('latin1', at, end);
      case 6:
        return Buffer.from(this.bytes.subarray(at, end)).swap16().toString('utf16le');
      case 7:
        return this.bytes.toString('utf8', at, end);
      default:
        throw new PlistError(messageOf('damage/unknownKind'));
    }
  }

  private dictionary(at: number, size: number, depth: number): PlistDictionary {
    const references = this.references(at, size * 2);
    const dictionary: Record<string, PlistValue> = Object.create(null);
    for (let index = 0; index < size; index += 1) {
      const key = this.object(references[index] as number, depth + 1);
      if (typeof key !== 'string') throw new PlistError(messageOf('damage/keyNoText'));
      dictionary[key] = this.object(references[index + size] as number, depth + 1);
    }
    return dictionary;
  }

  private references(at: number, count: number): number[] {
    const { referenceSize, tableOffset } = this.layout;
    this.spend(count * Math.max(1, referenceSize));
    if (at + count * referenceSize > tableOffset) throw new PlistError(messageOf('damage/damaged'));
    return Array.from({ length: count }, (_, index) =>
      this.unsigned(at + index * referenceSize, referenceSize),
    );
  }

  /** Reads the size of an object. Sizes of 15 and above are stored as an integer after the marker. */
  private sizeAt(low: number, at: number): { readonly size: number; readonly at: number } {
    if (low !== 0x0f) return { size: low, at };
    const width = 1 << (this.bytes.readUInt8(at) & 0x0f);
    return { size: this.unsigned(at + 1, width), at: at + 1 + width };
  }

  private spend(bytes: number): void {
    this.budget -= bytes;
    if (this.budget < 0) throw new PlistError(messageOf('damage/sizesBeyond'));
  }

  /**
   * Reads an integer: unsigned up to four bytes, signed from eight. Of sixteen, reads only the lower half.
   */
  private integer(at: number, width: number): number {
    if (width > 16) throw new PlistError(messageOf('damage/numberSize'));
    if (width >= 8) return Number(this.bytes.readBigInt64BE(at + width - 8));
    return this.unsigned(at, width);
  }

  private unsigned(at: number, width: number): number {
    if (width < 1 || width > 8) throw new PlistError(messageOf('damage/impossibleSizes'));
    if (width > 6) return Number(BigInt.asUintN(width * 8, this.wide(at, width)));
    return this.bytes.readUIntBE(at, width);
  }

  private wide(at: number, width: number): bigint {
    const high = BigInt(this.bytes.readUIntBE(at, width - 4));
    return (high << 32n) | BigInt(this.bytes.readUInt32BE(at + width - 4));
  }
}
