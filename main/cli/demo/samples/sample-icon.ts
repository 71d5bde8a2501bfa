/** The icon of the sample builds, drawn: a page with three lines on a ground whose colour is made from the app's id. */
import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

/** Red, green, blue: 0 to 255. */
type Colour = readonly [number, number, number];

/** In parts of the icon's side: left, top, right, bottom, radius of the corners. */
type Box = readonly [left: number, top: number, right: number, bottom: number, radius: number];

const page: Box = [0.27, 0.2, 0.73, 0.8, 0.06];
const lines: readonly Box[] = [
  [0.36, 0.34, 0.64, 0.395, 0.027],
  [0.36, 0.465, 0.64, 0.52, 0.027],
  [0.36, 0.59, 0.54, 0.645, 0.027],
];
const grounds = {
  /** Fills the square: iOS cuts the corners itself. */
  square: [-1, -1, 2, 2, 0],
  /** As older launchers of Android show it. */
  rounded: [0.04, 0.04, 0.96, 0.96, 0.2],
} as const satisfies Record<string, Box>;

/** A PNG with transparency of `side` × `side` pixels; the same `seed` gives the same picture in every size. */
export function iconPng(seed: string, side: number, shape: keyof typeof grounds): Buffer {
  const hue = createHash('sha256').update(seed).digest().readUInt16BE(0) % 360;
  const top = colourOf(hue, 0.62, 0.56);
  const bottom = colourOf(hue + 24, 0.68, 0.4);
  const rows = Buffer.alloc(side * (1 + side * 4));
  for (let y = 0; y < side; y += 1) {
    const ground = top.map((shade, sample) => shade + ((bottom[sample] ?? 0) - shade) * (y / side));
    for (let x = 0; x < side; x += 1) {
      const [across, down] = [(x + 0.5) / side, (y + 0.5) / side];
      const white = whiteness(across, down, side);
      const at = y * (1 + side * 4) + 1 + x * 4;
      for (let sample = 0; sample < 3; sample += 1) {
        const shade = ground[sample] ?? 0;
        rows[at + sample] = Math.round(shade + (255 - shade) * white);
      }
      rows[at + 3] = Math.round(255 * coverage(grounds[shape], across, down, side));
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** How much of a pixel is page and not line, 0 to 1. */
function whiteness(x: number, y: number, side: number): number {
  let part = coverage(page, x, y, side);
  if (part > 0) for (const line of lines) part *= 1 - coverage(line, x, y, side);
  return part;
}

/** How much of a pixel lies in a box, 0 to 1, by the distance of its middle from the edge. */
function coverage([left, top, right, bottom, radius]: Box, x: number, y: number, side: number): number {
  const across = Math.max(left + radius - x, x - right + radius);
  const down = Math.max(top + radius - y, y - bottom + radius);
  // Math.hypot would take most of the time.
  const outside = across > 0 && down > 0 ? Math.sqrt(across * across + down * down) : Math.max(across, down);
  return Math.min(1, Math.max(0, 0.5 + (radius - outside) * side));
}

/** Hue in degrees, saturation and lightness 0 to 1. */
function colourOf(hue: number, saturation: number, lightness: number): Colour {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const shade = (offset: number): number => {
    const position = (offset + hue / 30) % 12;
    return 255 * (lightness - reach * Math.max(-1, Math.min(position - 3, 9 - position, 1)));
  };
  return [shade(0), shade(8), shade(4)];
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
