import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import type { Storage, StoredIcon } from '../storage/storage.ts';

/** `sha256` of the build; null if there is no build. */
type IconSubject = { readonly packageId: string; readonly sha256: string | null };

export async function iconOf({ icons }: Pick<Storage, 'icons'>, build: IconSubject): Promise<StoredIcon> {
  const stored = build.sha256 === null ? null : await icons.find(build.sha256);
  return stored ?? drawnIconOf(build);
}

const maxMailIconBytes = 20_000;

/** Replaces WebP icons, which mail programs do not show, and icons too large to send in every message. */
export async function mailIconOf(storage: Pick<Storage, 'icons'>, build: IconSubject): Promise<StoredIcon> {
  const icon = await iconOf(storage, build);
  return icon.type === 'image/webp' || icon.bytes.byteLength > maxMailIconBytes ? drawnIconOf(build) : icon;
}

function drawnIconOf({ packageId }: IconSubject): StoredIcon {
  return { type: 'image/png', bytes: drawIcon(packageId) };
}

const cells = 5;
const cellPixels = 24;
const border = 12;
const side = cells * cellPixels + 2 * border;

/** Draws a 144 × 144 icon from the package id alone, so that an application looks the same everywhere. */
export function drawIcon(packageId: string): Buffer {
  const digest = createHash('sha256').update(packageId).digest();
  const hue = digest.readUInt16BE(0) % 360;
  const palette = Buffer.from([...colour(hue, 0.45, 0.94), ...colour(hue, 0.55, 0.42)]);
  const rows = Array.from({ length: side }, (_, y) => {
    const row = Buffer.alloc(1 + side);
    for (let x = 0; x < side; x += 1) row[1 + x] = isFilled(digest, x, y) ? 1 : 0;
    return row;
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function isFilled(digest: Buffer, x: number, y: number): boolean {
  const column = Math.floor((x - border) / cellPixels);
  const row = Math.floor((y - border) / cellPixels);
  if (column < 0 || row < 0 || column >= cells || row >= cells) return false;
  const mirrored = Math.min(column, cells - 1 - column);
  return ((digest[2 + row * 3 + mirrored] ?? 0) & 1) === 1;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** Converts HSL (hue in degrees, others 0 to 1) to RGB (0 to 255). */
function colour(hue: number, saturation: number, lightness: number): readonly number[] {
  const amplitude = saturation * Math.min(lightness, 1 - lightness);
  return [0, 8, 4].map((offset) => {
    const position = (offset + hue / 30) % 12;
    return Math.round(255 * (lightness - amplitude * Math.max(-1, Math.min(position - 3, 9 - position, 1))));
  });
}
