import { createHash } from 'node:crypto';
import { crc32, deflateRawSync } from 'node:zlib';
import { findZipEnd } from '../../main/base/formats/zip-end.ts';
import { tinyBuild } from '../fixtures/builds/zip-writer.ts';

/** Returns incompressible bytes that depend only on `seed`. */
export function noise(length: number, seed: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, index) =>
    createHash('sha256').update(`${seed} ${index}`).digest(),
  );
  return Buffer.concat(blocks).subarray(0, length);
}

export type Entry = {
  readonly name: string;
  readonly data: Buffer;
  readonly packed?: boolean;
  /** True to write checksum and sizes after the data, as streaming zip writers do. */
  readonly descriptor?: boolean;
};

/** Returns a zip as real tools write it: APPNOTE.TXT 4.3.7 to 4.3.16. */
export function zipOf(entries: readonly Entry[]): Buffer {
  const contents: Buffer[] = [];
  const directory: Buffer[] = [];
  let position = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const body = entry.packed === true ? deflateRawSync(entry.data) : entry.data;
    const facts = Buffer.alloc(12);
    facts.writeUInt32LE(crc32(entry.data), 0);
    facts.writeUInt32LE(body.length, 4);
    facts.writeUInt32LE(entry.data.length, 8);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(20, 4);
    head.writeUInt16LE(entry.descriptor === true ? 8 : 0, 6);
    head.writeUInt16LE(entry.packed === true ? 8 : 0, 8);
    head.writeUInt32LE(0x5a218410, 10);
    if (entry.descriptor !== true) facts.copy(head, 14);
    head.writeUInt16LE(name.length, 26);
    const record = Buffer.alloc(46);
    record.writeUInt32LE(0x02014b50, 0);
    head.copy(record, 6, 4, 14);
    facts.copy(record, 16);
    record.writeUInt16LE(name.length, 28);
    record.writeUInt32LE(position, 42);
    const behind = entry.descriptor === true ? [Buffer.from([0x50, 0x4b, 7, 8]), facts] : [];
    const whole = Buffer.concat([head, name, body, ...behind]);
    contents.push(whole);
    directory.push(record, name);
    position += whole.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(position, 16);
  return Buffer.concat([...contents, ...directory, end]);
}

/**
 * Returns a build with compressed, stored and nested entries. Builds of the same size differ only in their
 * contents.
 */
export function realisticBuild(seed: number, bytes = 600_000, descriptor = false): Buffer {
  const share = Math.floor(bytes / 3);
  return zipOf([
    { name: 'AndroidManifest.xml', data: Buffer.alloc(2_000, 'manifest '), packed: true, descriptor },
    { name: 'classes.dex', data: noise(share, seed), packed: true, descriptor },
    { name: 'assets/inner.zip', data: tinyBuild(20_000, 1), descriptor },
    { name: 'lib/arm64-v8a/libapp.so', data: noise(share, seed + 1), descriptor },
    { name: 'resources.arsc', data: noise(share, seed + 2), descriptor },
  ]);
}

/** Returns the offsets around each boundary between parts of a zip, in order, without its start and end. */
export function borders(build: Buffer): readonly number[] {
  const end = findZipEnd(build, 0);
  if (!end) throw new Error('not a zip');
  const inner = build.indexOf(tinyBuild(20_000, 1));
  const innerEnd = inner + tinyBuild(20_000, 1).length;
  const { directoryOffset, position } = end;
  const places = [
    10,
    40,
    Math.floor(inner / 2),
    innerEnd - 22,
    innerEnd - 1,
    innerEnd,
    innerEnd + 1,
    directoryOffset - 1,
    directoryOffset,
    directoryOffset + 46,
    position - 1,
    position,
    position + 4,
    build.length - 2,
    build.length - 1,
  ];
  return places.toSorted((a, b) => a - b);
}
