/** Pictures for tests, and a PNG decoder that shares no code with the reader under test. */
import { crc32, deflateRawSync, deflateSync, inflateSync } from 'node:zlib';

/** Eight bits per sample, rows from the top, pixels from the left. */
export type Samples = {
  readonly width: number;
  readonly height: number;
  /** Number of samples per pixel: grey, grey with alpha, RGB, RGB with alpha. */
  readonly channels: 1 | 2 | 3 | 4;
  readonly bytes: Buffer;
};

export type Coding = {
  readonly interlaced?: boolean;
  /** PNG filter types. They are applied to the rows in turn. */
  readonly filters?: readonly number[];
  /** Flags of the CgBI chunk of Apple's PNG variant. The samples must be in Apple's format. */
  readonly apple?: number;
};

/** CgBI bits that Xcode writes: premultiplied alpha, or a filler byte instead of alpha. */
export const appleAlpha = 0x50002002;
export const appleFiller = 0x50002006;

const signature = Buffer.from('89504e470d0a1a0a', 'hex');
const colourTypes = { 1: 0, 2: 4, 3: 2, 4: 6 } as const;
/** First column, first row and steps of PNG's seven interlacing passes. */
const passes = ['0088', '4088', '0448', '2044', '0224', '1022', '0112'].map((pass) => [...pass].map(Number));

export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

export function pngHeader(
  width: number,
  height: number,
  colourType = 6,
  depth = 8,
  interlaced = false,
): Buffer {
  const bytes = Buffer.alloc(13);
  bytes.writeUInt32BE(width, 0);
  bytes.writeUInt32BE(height, 4);
  bytes.set([depth, colourType, 0, 0, interlaced ? 1 : 0], 8);
  return pngChunk('IHDR', bytes);
}

export function encodePng(samples: Samples, coding: Coding = {}): Buffer {
  const { width, height, channels } = samples;
  const { interlaced = false, apple } = coding;
  const rows = Buffer.concat(
    (interlaced ? passes : [[0, 0, 1, 1]]).map((pass) => filteredRows(samples, pass, coding.filters ?? [0])),
  );
  const data = apple === undefined ? deflateSync(rows) : deflateRawSync(rows);
  const bits = Buffer.alloc(4);
  bits.writeUInt32BE(apple ?? 0);
  const half = data.length >> 1;
  return Buffer.concat([
    signature,
    ...(apple === undefined ? [] : [pngChunk('CgBI', bits)]),
    pngHeader(width, height, colourTypes[channels], 8, interlaced),
    pngChunk('IDAT', data.subarray(0, half)),
    pngChunk('IDAT', data.subarray(half)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function filteredRows(samples: Samples, pass: readonly number[], filters: readonly number[]): Buffer {
  const { channels } = samples;
  const rows = passRows(samples, pass);
  return Buffer.concat(
    rows.map((row, y) => {
      const filter = filters[y % filters.length] ?? 0;
      const above = rows[y - 1] ?? Buffer.alloc(row.length);
      const filtered =
        filter === 0 ? row : row.map((sample, at) => sample - predicted(filter, row, above, at, channels));
      return Buffer.concat([Buffer.from([filter]), filtered]);
    }),
  );
}

function passRows({ width, height, channels, bytes }: Samples, pass: readonly number[]): Buffer[] {
  const [left = 0, top = 0, across = 1, down = 1] = pass;
  const rows: Buffer[] = [];
  for (let y = top; y < height; y += down) {
    const pixels: Buffer[] = [];
    for (let x = left; x < width; x += across) {
      const at = (y * width + x) * channels;
      pixels.push(bytes.subarray(at, at + channels));
    }
    if (pixels.length > 0) rows.push(Buffer.concat(pixels));
  }
  return rows;
}

/** Returns the prediction for a byte as in W3C PNG 9.2. */
function predicted(filter: number, row: Uint8Array, above: Uint8Array, at: number, channels: number): number {
  const a = at >= channels ? (row[at - channels] ?? 0) : 0;
  const b = above[at] ?? 0;
  const c = at >= channels ? (above[at - channels] ?? 0) : 0;
  const p = a + b - c;
  const nearest = [a, b, c].reduce((best, one) => (Math.abs(p - one) < Math.abs(p - best) ? one : best));
  return [0, a, b, Math.floor((a + b) / 2), nearest][filter] ?? 0;
}

/** Decodes a standard PNG of eight bits per sample without a palette. Throws for all other formats. */
export function decodePng(bytes: Buffer): Samples {
  const chunks = chunksOf(bytes);
  const header = chunks[0];
  if (header?.type !== 'IHDR' || chunks.at(-1)?.type !== 'IEND') throw new Error('no whole standard PNG');
  const [depth, colourType, , , interlace] = header.data.subarray(8);
  const channels = ([1, 2, 3, 4] as const).find((count) => colourTypes[count] === colourType);
  if (depth !== 8 || !channels) throw new Error('not decoded here');
  const size = { width: header.data.readUInt32BE(0), height: header.data.readUInt32BE(4), channels };
  const data = inflateSync(
    Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map((one) => one.data)),
  );
  const samples = { ...size, bytes: Buffer.alloc(size.width * size.height * channels) };
  const end = (interlace === 1 ? passes : [[0, 0, 1, 1]]).reduce(
    (at, pass) => readPass(data, at, samples, pass),
    0,
  );
  if (end !== data.length) throw new Error('the number of pixels differs from the header');
  return samples;
}

function chunksOf(bytes: Buffer): { readonly type: string; readonly data: Buffer }[] {
  if (!bytes.subarray(0, 8).equals(signature)) throw new Error('no PNG');
  const chunks: { type: string; data: Buffer }[] = [];
  for (let at = 8; at < bytes.length; ) {
    const end = at + 8 + bytes.readUInt32BE(at);
    if (crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) throw new Error('wrong checksum');
    chunks.push({ type: bytes.toString('latin1', at + 4, at + 8), data: bytes.subarray(at + 8, end) });
    at = end + 4;
  }
  return chunks;
}

function readPass(data: Buffer, start: number, samples: Samples, pass: readonly number[]): number {
  const { channels, width } = samples;
  const [left = 0, top = 0, across = 1, down = 1] = pass;
  let at = start;
  let above = Buffer.alloc(0);
  passRows(samples, pass).forEach((blank, y) => {
    const row = Buffer.alloc(blank.length);
    for (let x = 0; x < row.length; x += 1) {
      row[x] = (data[at + 1 + x] ?? 0) + predicted(data[at] ?? 0, row, above, x, channels);
    }
    for (let x = 0; x < row.length / channels; x += 1) {
      const to = ((top + y * down) * width + left + x * across) * channels;
      row.copy(samples.bytes, to, x * channels, (x + 1) * channels);
    }
    at += 1 + row.length;
    above = row;
  });
  return at;
}

export function plainPng(side: number, colour: readonly [number, number, number] = [40, 110, 220]): Buffer {
  return encodePng({
    width: side,
    height: side,
    channels: 3,
    bytes: Buffer.alloc(side * side * 3, Buffer.from(colour)),
  });
}

/** Returns a PNG of one colour as Xcode stores it: blue first, opaque. */
export function plainApplePng(side: number, [red, green, blue]: readonly [number, number, number]): Buffer {
  const bytes = Buffer.alloc(side * side * 4, Buffer.from([blue, green, red, 255]));
  return encodePng(
    { width: side, height: side, channels: 4, bytes },
    { apple: appleAlpha, filters: [1, 2, 3, 4] },
  );
}

/** Blue picture with a white field, 40 × 24 pixels, in the three WebP formats and as a JPEG. */
const lossyFrame = Buffer.from(
  'MAUAnQEqKAAYAD7BTJ5Lp6QiobVIAPAYCWYAg0xb2D/GbGp6w5JyqLg8HINcsdsceAAA/g09RQSeWuqU8uT//+CCxbYX5cuelp9TBnn/6FLEK0LbxIr1okZTtwqZQoyrMdzUL5EvXejefjD0r0FjZ2NWQapOhWhsl9Dr81lLan9+QTXxuCppTy5V0s91n8pv+IGG2gAA',
  'base64',
);
const losslessFrame = Buffer.from('LyfABQAP8DfIq1SfZHv+gweK2raBzKz8Oe14TyMQ0f95AAAAANTmzTUE', 'base64');

function riff(...chunks: readonly (readonly [type: string, data: Buffer])[]): Buffer {
  const parts = chunks.map(([type, data]) => {
    const start = Buffer.alloc(8);
    start.write(type, 'latin1');
    start.writeUInt32LE(data.length, 4);
    return Buffer.concat([start, data, Buffer.alloc(data.length % 2)]);
  });
  const body = Buffer.concat([Buffer.from('WEBP'), ...parts]);
  const start = Buffer.from('RIFF\0\0\0\0', 'latin1');
  start.writeUInt32LE(body.length, 4);
  return Buffer.concat([start, body]);
}

/** Returns the header of an extended WebP without flags. Width and height are stored minus one. */
function canvas(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(10);
  bytes.writeUIntLE(width - 1, 4, 3);
  bytes.writeUIntLE(height - 1, 7, 3);
  return bytes;
}

export const webps = {
  lossy: riff(['VP8 ', lossyFrame]),
  lossless: riff(['VP8L', losslessFrame]),
  extended: riff(['VP8X', canvas(40, 24)], ['XMP ', Buffer.from('odd')], ['VP8L', losslessFrame]),
  withoutPicture: riff(['VP8X', canvas(40, 24)], ['XMP ', Buffer.from('none')]),
  ofSize: (width: number, height: number) => riff(['VP8X', canvas(width, height)], ['VP8L', losslessFrame]),
} as const;

export const jpeg = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAAYACgDASIAAhEBAxEB/8QAGQABAAMBAQAAAAAAAAAAAAAAAAIEBgMF/8QAIhAAAgIBAgcBAAAAAAAAAAAAAAMBBBICMQUVNVOBorHR/8QAGAEAAwEBAAAAAAAAAAAAAAAAAQIEAwD/xAAbEQEAAgIDAAAAAAAAAAAAAAABAAIDERIxUf/aAAwDAQACEQMRAD8A4FhVCy5cMWvLTO05RBXNDwnpyvP2S7LdobJNSpZ0zyeWXOz7R+kG0LKVyxi8dMbzlEmlKfFunN8fYMq5rKEdxgbmeABVMYLCr9lK4WtmOmNoxiQAIPc4U6k+Z3O96x+EG37LlytjMtM7xjEAA4V8h5PsrgAaCf/Z',
  'base64',
);

/** The same JPEG with kilobytes of metadata before the picture. */
export const jpegWithNotes = Buffer.concat([
  jpeg.subarray(0, 2),
  Buffer.from([0xff, 0xed, 0x10, 0x02]),
  Buffer.alloc(0x1000, 'notes '),
  jpeg.subarray(2),
]);
