import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readIntactImage, toDisplayImage } from '../../../main/packages/images/image.ts';
import { budget } from '../../fuzz-budget.ts';
import {
  appleAlpha,
  appleFiller,
  decodePng,
  encodePng,
  pngChunk,
  pngHeader,
  type Samples,
} from './pictures.ts';

/** Converts an image for display; null if it is rejected. */
async function shown(bytes: Buffer): Promise<Buffer | null> {
  const image = readIntactImage(bytes);
  return image && ((await toDisplayImage(image))?.bytes ?? null);
}

type Pixel = readonly [red: number, green: number, blue: number, alpha: number];

/** A pixel in Apple's format: premultiplied blue, green and red, then alpha. */
const stored = fc
  .tuple(fc.nat({ max: 255 }), fc.tuple(fc.nat({ max: 255 }), fc.nat({ max: 255 }), fc.nat({ max: 255 })))
  .map(([alpha, shades]) => [...shades.map((shade) => Math.round((shade * alpha) / 255)), alpha]);

const pictures = fc
  .tuple(fc.integer({ min: 1, max: 19 }), fc.integer({ min: 1, max: 19 }))
  .chain(([width, height]) =>
    fc.record({
      width: fc.constant(width),
      height: fc.constant(height),
      pixels: fc.array(stored, { minLength: width * height, maxLength: width * height }),
      filters: fc.array(fc.nat({ max: 4 }), { minLength: 1, maxLength: 5 }),
      interlaced: fc.boolean(),
    }),
  );

function straight([blue = 0, green = 0, red = 0, alpha = 0]: readonly number[]): Pixel {
  const shade = (value: number) => (alpha === 0 ? 0 : Math.min(255, Math.round((value * 255) / alpha)));
  return [shade(red), shade(green), shade(blue), alpha];
}

test('toDisplayImage preserves every pixel of an Apple PNG', async () => {
  await fc.assert(
    fc.asyncProperty(pictures, async ({ width, height, pixels, filters, interlaced }) => {
      const samples: Samples = { width, height, channels: 4, bytes: Buffer.from(pixels.flat()) };
      const bytes = await shown(encodePng(samples, { apple: appleAlpha, filters, interlaced }));
      const expected = Buffer.from(pixels.flatMap(straight));
      expect(bytes && decodePng(bytes)).toEqual({ width, height, channels: 4, bytes: expected });
    }),
    budget(300),
  );
});

const strip = (channels: Samples['channels'], ...bytes: readonly number[]): Samples => ({
  width: bytes.length / channels,
  height: 1,
  channels,
  bytes: Buffer.from(bytes),
});

async function pixelsOf(samples: Samples, bits: number): Promise<number[]> {
  const bytes = await shown(encodePng(samples, { apple: bits }));
  if (!bytes) throw new Error('refused');
  return [...decodePng(bytes).bytes];
}

test('toDisplayImage reverses the premultiplication by alpha', async () => {
  expect(await pixelsOf(strip(4, 0, 64, 128, 128), appleAlpha)).toEqual([255, 128, 0, 128]);
});

test('toDisplayImage keeps transparent pixels', async () => {
  expect(await pixelsOf(strip(4, 0, 0, 0, 0), appleAlpha)).toEqual([0, 0, 0, 0]);
});

test('toDisplayImage clamps a colour above its alpha', async () => {
  expect(await pixelsOf(strip(4, 200, 100, 50, 100), appleAlpha)).toEqual([128, 255, 255, 100]);
});

test('toDisplayImage treats a filler byte as opaque', async () => {
  expect(await pixelsOf(strip(4, 10, 20, 30, 0, 40, 50, 60, 255), appleFiller)).toEqual([
    30, 20, 10, 255, 60, 50, 40, 255,
  ]);
});

test('toDisplayImage converts images without alpha and greyscale images', async () => {
  expect(await pixelsOf(strip(3, 10, 20, 30), appleAlpha)).toEqual([30, 20, 10]);
  expect(await pixelsOf(strip(1, 77, 78), appleAlpha)).toEqual([77, 78]);
  expect(await pixelsOf(strip(2, 64, 128), appleAlpha)).toEqual([128, 128]);
});

test('toDisplayImage converts an Xcode icon to a PNG below 1,000 bytes', async () => {
  const side = 180;
  const bytes = Buffer.alloc(side * side * 4, Buffer.from([1, 2, 3, 255]));
  const result = await shown(
    encodePng({ width: side, height: side, channels: 4, bytes }, { apple: appleAlpha }),
  );
  expect(result && decodePng(result).bytes.subarray(0, 4)).toEqual(Buffer.from([3, 2, 1, 255]));
  expect(result?.length).toBeLessThan(1_000);
});

describe('toDisplayImage', () => {
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const bits = Buffer.from([0x50, 0, 0x20, 2]);
  const parts = (header: Buffer, data: Buffer) =>
    Buffer.concat([
      signature,
      pngChunk('CgBI', bits),
      header,
      pngChunk('IDAT', data),
      pngChunk('IEND', Buffer.alloc(0)),
    ]);
  const row = Buffer.from([0, 1, 2, 3, 4]);
  const raw = (data: Buffer) => deflateSync(data).subarray(2, -4);

  test('accepts intact pixels', async () => {
    expect(await shown(parts(pngHeader(1, 1), raw(row)))).not.toBeNull();
  });

  test.for<[name: string, bytes: Buffer]>([
    ['standard zlib data', parts(pngHeader(1, 1), deflateSync(row))],
    ['data that is not deflate', parts(pngHeader(1, 1), Buffer.from('not deflate'))],
    ['empty data', parts(pngHeader(1, 1), Buffer.alloc(0))],
    ['a missing row', parts(pngHeader(1, 2), raw(row))],
    ['an extra row', parts(pngHeader(1, 1), raw(Buffer.concat([row, row])))],
    ['an invalid filter', parts(pngHeader(1, 1), raw(Buffer.from([5, 1, 2, 3, 4])))],
    ['sixteen bits per sample', parts(pngHeader(1, 1, 6, 16), raw(Buffer.alloc(9)))],
    ['far more pixels than bytes', parts(pngHeader(2048, 2048), raw(row))],
  ])('rejects %s', async ([, bytes]) => {
    expect(await shown(bytes)).toBeNull();
  });
});
