import * as zlib from 'node:zlib';
import { expect, test } from 'vitest';
import { type CheckedPart, PartCheck } from '../../../main/base/hashing/part-check.ts';

type Entry = {
  readonly name: string;
  readonly content: Buffer;
  readonly deflated: boolean;
  readonly after?: Buffer;
};

const noise = (bytes: number): Buffer => {
  let state = 7;
  return Buffer.alloc(bytes).map(() => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 16) & (state >>> 24);
  }) as Buffer;
};

const entries: readonly Entry[] = [
  { name: 'empty/', content: Buffer.alloc(0), deflated: false },
  { name: 'stored', content: noise(3_000), deflated: false },
  { name: 'small', content: noise(5_000), deflated: true },
  { name: 'zeros', content: Buffer.alloc(900_000), deflated: true },
  { name: 'größer als ein Stück', content: noise(400_000), deflated: true },
  {
    name: 'with a rest',
    content: noise(300_000),
    deflated: true,
    after: Buffer.from('what a writer left behind'),
  },
];

/** Returns the local headers and contents of a zip, followed by a few bytes instead of its directory. */
function file(): { readonly bytes: Buffer; readonly parts: readonly CheckedPart[] } {
  const pieces: Buffer[] = [];
  const parts: CheckedPart[] = [];
  let position = 0;
  for (const { name, content, deflated, after } of entries) {
    const packed = Buffer.concat([
      deflated ? zlib.deflateRawSync(content) : content,
      after ?? Buffer.alloc(0),
    ]);
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50);
    header.writeUInt16LE(Buffer.byteLength(name), 26);
    header.writeUInt16LE(5, 28);
    const piece = Buffer.concat([header, Buffer.from(name), Buffer.alloc(5), packed]);
    const checksum = zlib.crc32(content);
    parts.push({ name, position, packed: packed.length, size: content.length, deflated, checksum });
    pieces.push(piece);
    position += piece.length;
  }
  return { bytes: Buffer.concat([...pieces, Buffer.alloc(40)]), parts };
}

async function check(bytes: Buffer, parts: readonly CheckedPart[], chunk: number): Promise<string | null> {
  const running = new PartCheck(parts, zlib);
  let found: string | null = null;
  for (let at = 0; at < bytes.length; at += chunk) {
    found = await running.update(bytes.subarray(at, at + chunk), at + chunk >= bytes.length);
  }
  return found;
}

test.for([1, 7, 31, 4_096, 65_537, 10_000_000])(
  'an intact part is accepted when read %i bytes at a time',
  async (chunk) => {
    const { bytes, parts } = file();
    // Leaves out the large parts, which would be slow with tiny chunks.
    const end = chunk < 100 ? (parts[3]?.position ?? 0) : bytes.length;
    const seen = parts.filter(({ position }) => position < end);
    expect(await check(bytes.subarray(0, end), seen, chunk)).toBeNull();
  },
);

test.for([511, 10_000_000])(
  'a changed byte in any part is detected when read %i bytes at a time',
  async (chunk) => {
    const { bytes, parts } = file();
    for (const { name, position, packed } of parts.slice(1, 5)) {
      const header = 30 + Buffer.byteLength(name) + 5;
      for (const at of [0, 31, header, header + (packed >> 1), header + packed - 8]) {
        const damaged = Buffer.from(bytes);
        damaged.writeUInt8(damaged.readUInt8(position + at) ^ 0xff, position + at);
        expect([name, at, await check(damaged, parts, chunk)]).toEqual([name, at, name]);
      }
    }
  },
);

test('a truncated part is damaged, even without a checksum', async () => {
  const { bytes, parts } = file();
  const last = parts.at(-1) as CheckedPart;
  expect(await check(bytes.subarray(0, last.position + 20), parts, 4_096)).toBe(last.name);
  const unstated = parts.map((part) => ({ ...part, checksum: 0 }));
  expect(await check(bytes, unstated, 4_096)).toBeNull();
  const longer = unstated.map((part) => ({ ...part, size: part.size + 1 }));
  expect(await check(bytes, longer.slice(1), 4_096)).toBe('stored');
});

test('a part that inflates beyond its declared size is damaged', async () => {
  const { bytes, parts } = file();
  const lying = parts.map((part) => (part.name === 'zeros' ? { ...part, size: 200_000 } : part));
  expect(await check(bytes, lying, 65_537)).toBe('zeros');
});
