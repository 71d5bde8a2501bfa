/**
 * Converts Apple's CgBI PNGs, which Xcode puts into device builds, to standard PNGs. Their pixels are in BGR
 * order, premultiplied by alpha, and compressed without a zlib header. Pure.
 */
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import { inflateExactly } from '../zip/inflate.ts';
import { type Png, type PngHeader, pngChunk, pngSignature } from './png.ts';

const deflateAsync = promisify(deflate);

/** Enough for 2048 × 2048 pixels. */
const maxPixelBytes = 32 * 1024 * 1024;

/** Bytes per pixel by PNG colour type. Apple's tools write type 6, and never palettes (type 3). */
const channelsByColour: Readonly<Record<number, number>> = { 0: 1, 2: 3, 4: 2, 6: 4 };

/** CGImageAlphaInfo `noneSkipLast` and `noneSkipFirst`: the alpha byte is unused. */
const alphaIsFiller: ReadonlySet<number> = new Set([5, 6]);
const alphaInfoBits = 0x1f;

/** Passes of Adam7: first column and row, steps between columns and rows. */
const adam7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Returns a standard PNG; null if the pixels are damaged, not 8 bits deep, or larger than 32 MiB. */
export async function toStandardPng({ header, appleBits, data }: Png): Promise<Buffer | null> {
  const channels = channelsByColour[header.colour];
  if (channels === undefined || header.depth !== 8) return null;
  const passes = passesOf(header);
  const size = passes.reduce((sum, { width, height }) => sum + height * (1 + width * channels), 0);
  if (size > maxPixelBytes) return null;
  const pixels = await inflateExactly(Buffer.concat(data), size);
  if (!pixels) return null;
  const isOpaque = alphaIsFiller.has((appleBits ?? 0) & alphaInfoBits);
  if (!convert(pixels, passes, { channels, isOpaque })) return null;
  return Buffer.concat([
    pngSignature,
    pngChunk('IHDR', headerBytes(header)),
    pngChunk('IDAT', await deflateAsync(pixels)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function headerBytes({ width, height, depth, colour, interlaced }: PngHeader): Buffer {
  const bytes = Buffer.alloc(13);
  bytes.writeUInt32BE(width, 0);
  bytes.writeUInt32BE(height, 4);
  bytes.set([depth, colour, 0, 0, interlaced ? 1 : 0], 8);
  return bytes;
}

type Pass = { readonly width: number; readonly height: number };

/** Returns the sizes of the stored images in pixels: one, or the Adam7 passes that are not empty. */
function passesOf({ width, height, interlaced }: PngHeader): readonly Pass[] {
  if (!interlaced) return [{ width, height }];
  return adam7
    .map(([left, top, across, down]) => ({
      width: Math.max(0, Math.ceil((width - left) / across)),
      height: Math.max(0, Math.ceil((height - top) / down)),
    }))
    .filter((pass) => pass.width > 0 && pass.height > 0);
}

type Layout = { readonly channels: number; readonly isOpaque: boolean };

function convert(pixels: Buffer, passes: readonly Pass[], layout: Layout): boolean {
  let at = 0;
  for (const { width, height } of passes) {
    const length = width * layout.channels;
    // A filter refers to the row above as stored, before `toStandardPng` converts it.
    let above: Uint8Array = new Uint8Array(length);
    for (let y = 0; y < height; y += 1) {
      const row = pixels.subarray(at + 1, at + 1 + length);
      if (!unfilter(pixels[at] ?? 0, row, above, layout.channels)) return false;
      above = Uint8Array.from(row);
      if (layout.channels >= 3) swapRedAndBlue(row, layout.channels);
      if (layout.channels % 2 === 0) unpremultiply(row, layout);
      pixels[at] = 0;
      at += 1 + length;
    }
  }
  return true;
}

function swapRedAndBlue(row: Uint8Array, channels: number): void {
  for (let at = 0; at < row.length; at += channels) {
    const first = row[at] as number;
    row[at] = row[at + 2] as number;
    row[at + 2] = first;
  }
}

function unpremultiply(row: Uint8Array, { channels, isOpaque }: Layout): void {
  for (let at = channels - 1; at < row.length; at += channels) {
    const alpha = row[at] as number;
    if (isOpaque) row[at] = 255;
    else if (alpha > 0 && alpha < 255) {
      for (let sample = at - channels + 1; sample < at; sample += 1) {
        row[sample] = Math.min(255, Math.round(((row[sample] as number) * 255) / alpha));
      }
    }
  }
}

/** Undoes the filter of a row (W3C PNG, 9.2) in place; returns false for an unknown filter. */
function unfilter(filter: number, row: Uint8Array, above: Uint8Array, channels: number): boolean {
  if (filter > 4) return false;
  if (filter === 0) return true;
  for (let at = 0; at < row.length; at += 1) {
    const left = at < channels ? 0 : (row[at - channels] as number);
    const up = above[at] as number;
    const upLeft = at < channels ? 0 : (above[at - channels] as number);
    const predicted =
      filter === 1 ? left : filter === 2 ? up : filter === 3 ? (left + up) >> 1 : paeth(left, up, upLeft);
    row[at] = (row[at] as number) + predicted;
  }
  return true;
}

function paeth(left: number, up: number, upLeft: number): number {
  const estimate = left + up - upLeft;
  const toLeft = Math.abs(estimate - left);
  const toUp = Math.abs(estimate - up);
  const toUpLeft = Math.abs(estimate - upLeft);
  if (toLeft <= toUp && toLeft <= toUpLeft) return left;
  return toUp <= toUpLeft ? up : upLeft;
}
