/** Writers for Android's binary resources (AOSP ResourceTypes.h): chunks, string pools, XML and the resource table. */

export const noIndex = 0xffffffff;

export function bytes16(...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) buffer.writeUInt16LE(value, index * 2);
  return buffer;
}

export function bytes32(...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) buffer.writeUInt32LE(value >>> 0, index * 4);
  return buffer;
}

/** A chunk: type, size of its header, size of all, the rest of the header, the body. */
export function chunk(type: number, header: Buffer, body: Buffer): Buffer {
  return Buffer.concat([
    bytes16(type, 8 + header.length),
    bytes32(8 + header.length + body.length),
    header,
    body,
  ]);
}

/** RES_STRING_POOL_TYPE in UTF-16 (as manifests have it) or UTF-8 (as resource tables have it). */
export function stringPool(strings: readonly string[], encoding: 'utf8' | 'utf16'): Buffer {
  const encoded = strings.map(encoding === 'utf8' ? utf8String : utf16String);
  const offsets: number[] = [];
  let length = 0;
  for (const one of encoded) {
    offsets.push(length);
    length += one.length;
  }
  const data = Buffer.concat([...encoded, Buffer.alloc((4 - (length % 4)) % 4)]);
  const start = 28 + strings.length * 4;
  const header = bytes32(strings.length, 0, encoding === 'utf8' ? 0x100 : 0, start, 0);
  return chunk(0x0001, header, Buffer.concat([bytes32(...offsets), data]));
}

function utf16String(text: string): Buffer {
  const length =
    text.length < 0x8000
      ? bytes16(text.length)
      : bytes16(0x8000 | (text.length >>> 16), text.length & 0xffff);
  return Buffer.concat([length, Buffer.from(text, 'utf16le'), bytes16(0)]);
}

function utf8String(text: string): Buffer {
  const data = Buffer.from(text, 'utf8');
  return Buffer.concat([shortLength(text.length), shortLength(data.length), data, Buffer.alloc(1)]);
}

function shortLength(value: number): Buffer {
  return value < 0x80 ? Buffer.from([value]) : Buffer.from([0x80 | (value >>> 8), value & 0xff]);
}

/** Res_value: an integer, a truth, a colour (alpha, red, green, blue), a string of the pool or a reference. */
export function value(kind: 'integer' | 'boolean' | 'colour' | 'string' | 'reference', data: number): Buffer {
  const types = { reference: 0x01, string: 0x03, integer: 0x10, boolean: 0x12, colour: 0x1c } as const;
  return Buffer.concat([bytes16(8), Buffer.from([0, types[kind]]), bytes32(data)]);
}
