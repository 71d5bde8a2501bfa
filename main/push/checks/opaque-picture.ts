/** Detects notification icons without transparent pixels, which Android shows as a white square. */
import { inflateSync } from 'node:zlib';

/** Exceeds the size of notification icons. Larger pictures are not decoded. */
const maxSide = 2048;

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Samples per pixel of each colour type with alpha. */
const samplesOf: Readonly<Record<number, number>> = { 4: 2, 6: 4 };

/** Returns true for JPEG, which has no alpha; false if the picture cannot be decoded. */
export function isOpaque(bytes: Buffer): boolean {
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return true;
  if (!bytes.subarray(0, 8).equals(signature) || bytes.length < 33) return false;
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const [depth = 0, colourType = 0, , , interlaced] = bytes.subarray(24, 29);
  const { data, hasTransparency } = readChunks(bytes);
  const samples = samplesOf[colourType];
  if (samples === undefined) return !hasTransparency;
  if (interlaced !== 0 || depth < 8 || width > maxSide || height > maxSide) return false;
  const pixelBytes = (samples * depth) / 8;
  const lineBytes = width * pixelBytes + 1;
  try {
    const lines = inflateSync(data, { maxOutputLength: lineBytes * height });
    return lines.length === lineBytes * height && hasOpaqueLines(lines, { lineBytes, pixelBytes, depth });
  } catch {
    // This rule does not report damaged pictures.
    return false;
  }
}

function readChunks(bytes: Buffer): { readonly data: Buffer; readonly hasTransparency: boolean } {
  const data: Buffer[] = [];
  let hasTransparency = false;
  for (let at = 8; at + 8 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (type === 'IDAT') data.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)));
    hasTransparency ||= type === 'tRNS';
  }
  return { data: Buffer.concat(data), hasTransparency };
}

type Layout = { readonly lineBytes: number; readonly pixelBytes: number; readonly depth: number };

/** Reverses the filter of each line (PNG specification, 9.2) and checks the alpha samples. */
function hasOpaqueLines(lines: Buffer, { lineBytes, pixelBytes, depth }: Layout): boolean {
  const alphaBytes = depth / 8;
  for (let start = 0; start < lines.length; start += lineBytes) {
    const filter = lines[start];
    for (let at = start + 1; at < start + lineBytes; at += 1) {
      const hasLeft = at - start > pixelBytes;
      const left = hasLeft ? (lines[at - pixelBytes] ?? 0) : 0;
      const up = start > 0 ? (lines[at - lineBytes] ?? 0) : 0;
      const upLeft = hasLeft && start > 0 ? (lines[at - lineBytes - pixelBytes] ?? 0) : 0;
      lines[at] = ((lines[at] ?? 0) + predicted(filter, left, up, upLeft)) & 0xff;
      const isAlpha = (at - start - 1) % pixelBytes >= pixelBytes - alphaBytes;
      if (isAlpha && lines[at] !== 0xff) return false;
    }
  }
  return true;
}

function predicted(filter: number | undefined, left: number, up: number, upLeft: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  return filter === 4 ? paeth(left, up, upLeft) : 0;
}

function paeth(left: number, up: number, upLeft: number): number {
  const [toLeft, toUp] = [Math.abs(up - upLeft), Math.abs(left - upLeft)];
  const toUpLeft = Math.abs(left + up - 2 * upLeft);
  if (toLeft <= toUp && toLeft <= toUpLeft) return left;
  return toUp <= toUpLeft ? up : upLeft;
}
