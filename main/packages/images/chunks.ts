/** Chunks of Android's binary resources (AOSP ResourceTypes.h): type, header size, size, content. Pure. */

export const chunkTypes = {
  stringPool: 0x0001,
  table: 0x0002,
  xmlStartElement: 0x0102,
  xmlEndElement: 0x0103,
  xmlFirst: 0x0100,
  xmlLast: 0x017f,
  xmlResourceMap: 0x0180,
  tablePackage: 0x0200,
  tableType: 0x0201,
} as const;

export type Chunk = {
  readonly type: number;
  readonly at: number;
  readonly headerSize: number;
  readonly end: number;
};

/** Returns the chunk at a position; null if its sizes are inconsistent or exceed `limit`. */
export function chunkAt(bytes: Buffer, at: number, limit: number): Chunk | null {
  if (at + 8 > limit) return null;
  const headerSize = bytes.readUInt16LE(at + 2);
  const size = bytes.readUInt32LE(at + 4);
  if (headerSize < 8 || headerSize > size || at + size > limit) return null;
  return { type: bytes.readUInt16LE(at), at, headerSize, end: at + size };
}

/** Value in a manifest or a table (Res_value). `data` is unsigned; for a string, its index in the pool. */
export type RawValue = { readonly type: number; readonly data: number };

export const valueTypes = {
  reference: 0x01,
  string: 0x03,
  float: 0x04,
  dynamicReference: 0x07,
  firstInteger: 0x10,
  boolean: 0x12,
  lastInteger: 0x1f,
} as const;

export function isReference({ type }: RawValue): boolean {
  return type === valueTypes.reference || type === valueTypes.dynamicReference;
}

/** Returns a number (decimal, signed) or a boolean as text; null for other types. */
export function scalarText({ type, data }: RawValue): string | null {
  if (type === valueTypes.boolean) return data === 0 ? 'false' : 'true';
  if (type >= valueTypes.firstInteger && type <= valueTypes.lastInteger) return String(data | 0);
  if (type !== valueTypes.float) return null;
  const bytes = new DataView(new ArrayBuffer(4));
  bytes.setUint32(0, data);
  return String(Number(bytes.getFloat32(0).toPrecision(7)));
}
