import { crc32 } from 'node:zlib';

export type TinyZipEntry = { readonly name: string; readonly data: Buffer };

/** A valid zip whose entries are stored as they are: APPNOTE.TXT 4.3.7, 4.3.12, 4.3.16. */
export function tinyZip(entries: readonly TinyZipEntry[], comment = ''): Buffer {
  const contents: Buffer[] = [];
  const directory: Buffer[] = [];
  let position = 0;
  for (const { name, data } of entries) {
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt16LE(20, 4);
    const facts = Buffer.alloc(12);
    facts.writeUInt32LE(crc32(data), 0);
    facts.writeUInt32LE(data.length, 4);
    facts.writeUInt32LE(data.length, 8);
    facts.copy(header, 14);
    header.writeUInt16LE(Buffer.byteLength(name), 26);
    const record = Buffer.alloc(46);
    record.writeUInt32LE(0x02014b50, 0);
    record.writeUInt16LE(20, 4);
    record.writeUInt16LE(20, 6);
    facts.copy(record, 16);
    record.writeUInt16LE(Buffer.byteLength(name), 28);
    record.writeUInt32LE(position, 42);
    contents.push(header, Buffer.from(name), data);
    directory.push(record, Buffer.from(name));
    position += 30 + Buffer.byteLength(name) + data.length;
  }
  const directorySize = directory.reduce((sum, part) => sum + part.length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directorySize, 12);
  end.writeUInt32LE(position, 16);
  end.writeUInt16LE(Buffer.byteLength(comment), 20);
  return Buffer.concat([...contents, ...directory, end, Buffer.from(comment)]);
}

/** A zip of about `bytes` bytes with several entries; `seed` makes another one of the same size. */
export function tinyBuild(bytes = 4_000, seed = 1): Buffer {
  const share = Math.floor(bytes / 4);
  return tinyZip(
    ['AndroidManifest.xml', 'classes.dex', 'resources.arsc', 'lib/arm64-v8a/libapp.so'].map(
      (name, index) => ({
        name,
        data: Buffer.alloc(share, `${name} ${seed} ${index} `),
      }),
    ),
  );
}
