import { createCipheriv, createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

/** Bytes that do not compress and are the same every time: a key stream drawn from `seed`, about 1 GB a second. */
export function padding(seed: string, length: number): Buffer {
  const key = createHash('sha256').update(seed).digest();
  return createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(length));
}

/** A square PNG of one colour drawn from `seed`, with a lighter frame. `side` in pixels. */
export function iconPng(seed: string, side: number): Buffer {
  const [red = 0, green = 0, blue = 0] = createHash('sha256').update(seed).digest();
  const rows: number[] = [];
  for (let y = 0; y < side; y += 1) {
    rows.push(0);
    for (let x = 0; x < side; x += 1) {
      const frame = Math.min(x, y, side - 1 - x, side - 1 - y) < side / 12;
      rows.push(...[red, green, blue].map((shade) => (frame ? 255 - ((255 - shade) >> 1) : shade)));
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.from(rows))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
