/**
 * Android's resource table, resources.arsc (AOSP ResourceTypes.h, ResTable): values of an id by
 * configuration, read on demand. Pure.
 */
import { type Chunk, chunkAt, chunkTypes, type RawValue, valueTypes } from '../images/chunks.ts';
import { type ResourceConfig, readConfig } from './resource-config.ts';
import { emptyPool, readStringPool, type StringPool } from './string-pool.ts';

/** Maximum number of chunks, one per type and configuration. The largest apps have about 5,000. */
const maxTypeChunks = 65_536;
const maxPerType = 2_048;
/** Maximum number of values read in total. An app name in 100 languages requires about a hundred. */
const maxValues = 200_000;
const noEntry = 0xffffffff;
const noShortEntry = 0xffff;
const sparseFlag = 0x01;
const shortOffsetsFlag = 0x02;
const complexFlag = 0x0001;
const compactFlag = 0x0008;

export type ResourceValue = RawValue & {
  readonly config: ResourceConfig;
  /** Null unless the value is a string. */
  readonly text: string | null;
};

export type ResourceTable = {
  /** Returns all simple values of an id, in table order; empty for an unknown id. */
  values(id: number): readonly ResourceValue[];
};

/** Returns null if the bytes are not a table. May throw a `RangeError` for damaged bytes. */
export function readResourceTable(bytes: Buffer): ResourceTable | null {
  const root = chunkAt(bytes, 0, bytes.length);
  if (!root || root.type !== chunkTypes.table || root.headerSize < 12) return null;
  let strings: StringPool = emptyPool;
  const types = new TypeChunks();
  for (let at = root.headerSize; at < root.end; ) {
    const chunk = chunkAt(bytes, at, root.end);
    if (!chunk) return null;
    if (chunk.type === chunkTypes.stringPool && strings === emptyPool) strings = readStringPool(bytes, chunk);
    else if (chunk.type === chunkTypes.tablePackage && !collectTypes(bytes, chunk, types)) return null;
    at = chunk.end;
  }
  return { values: valueReader(bytes, types, strings) };
}

function valueReader(bytes: Buffer, types: TypeChunks, strings: StringPool): ResourceTable['values'] {
  const cache = new Map<number, readonly ResourceValue[]>();
  let budget = maxValues;
  const read = (id: number): readonly ResourceValue[] => {
    const chunks = types.of(id >>> 16);
    budget -= chunks.length;
    if (budget < 0) return [];
    return chunks.flatMap((type) => {
      const value = readValue(bytes, type.chunk, id & 0xffff);
      if (!value) return [];
      type.config ??= readConfig(bytes, type.chunk.at + 20, type.chunk.at + type.chunk.headerSize);
      const text = value.type === valueTypes.string ? strings.get(value.data) : null;
      return [{ ...value, config: type.config, text }];
    });
  };
  return (id) => {
    const cached = cache.get(id);
    if (cached) return cached;
    const values = read(id);
    cache.set(id, values);
    return values;
  };
}

type TypeChunk = { readonly chunk: Chunk; config: ResourceConfig | null };

/** Type chunks by package and type, which are the upper half of an id. */
class TypeChunks {
  private readonly chunks = new Map<number, TypeChunk[]>();
  private count = 0;

  of(packageAndType: number): readonly TypeChunk[] {
    return this.chunks.get(packageAndType) ?? [];
  }

  add(packageAndType: number, chunk: Chunk): boolean {
    const known = this.chunks.get(packageAndType);
    const type = { chunk, config: null };
    if (known) known.push(type);
    else this.chunks.set(packageAndType, [type]);
    this.count += 1;
    return this.count <= maxTypeChunks && (known?.length ?? 1) <= maxPerType;
  }
}

function collectTypes(bytes: Buffer, found: Chunk, types: TypeChunks): boolean {
  const packageId = bytes.readUInt32LE(found.at + 8) & 0xff;
  // Since Android 5, a package may have an offset for its type ids.
  const typeIdOffset = found.headerSize >= 288 ? bytes.readUInt32LE(found.at + 284) : 0;
  for (let at = found.at + found.headerSize; at < found.end; ) {
    const chunk = chunkAt(bytes, at, found.end);
    if (!chunk) break;
    if (chunk.type === chunkTypes.tableType && chunk.headerSize >= 20) {
      const typeId = (bytes.readUInt8(chunk.at + 8) + typeIdOffset) & 0xff;
      if (!types.add((packageId << 8) | typeId, chunk)) return false;
    }
    at = chunk.end;
  }
  return true;
}

function readValue(bytes: Buffer, chunk: Chunk, index: number): RawValue | null {
  const offset = entryOffset(bytes, chunk, index);
  if (offset === null) return null;
  const at = chunk.at + bytes.readUInt32LE(chunk.at + 16) + offset;
  if (at + 8 > chunk.end) return null;
  const flags = bytes.readUInt16LE(at + 2);
  if (flags & compactFlag) return { type: flags >>> 8, data: bytes.readUInt32LE(at + 4) };
  if (flags & complexFlag) return null;
  const valueAt = at + bytes.readUInt16LE(at);
  if (valueAt + 8 > chunk.end) return null;
  return { type: bytes.readUInt8(valueAt + 3), data: bytes.readUInt32LE(valueAt + 4) };
}

/** Returns the offset of entry `index` from the first entry; null if this configuration lacks it. */
function entryOffset(bytes: Buffer, chunk: Chunk, index: number): number | null {
  const flags = bytes.readUInt8(chunk.at + 9);
  const count = bytes.readUInt32LE(chunk.at + 12);
  const start = chunk.at + chunk.headerSize;
  if (flags & sparseFlag) return sparseOffset(bytes, chunk, index);
  const width = flags & shortOffsetsFlag ? 2 : 4;
  const at = start + index * width;
  if (index >= count || at + width > chunk.end) return null;
  if (width === 4) {
    const offset = bytes.readUInt32LE(at);
    return offset === noEntry ? null : offset;
  }
  const offset = bytes.readUInt16LE(at);
  return offset === noShortEntry ? null : offset * 4;
}

/** Sparse tables list only existing entries, in ascending order: index, and offset divided by 4. */
function sparseOffset(bytes: Buffer, chunk: Chunk, index: number): number | null {
  const start = chunk.at + chunk.headerSize;
  const count = Math.min(bytes.readUInt32LE(chunk.at + 12), Math.floor((chunk.end - start) / 4));
  let low = 0;
  let high = count - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const at = start + middle * 4;
    const found = bytes.readUInt16LE(at);
    if (found === index) return bytes.readUInt16LE(at + 2) * 4;
    if (found < index) low = middle + 1;
    else high = middle - 1;
  }
  return null;
}
