import { crc32, deflateRawSync } from 'node:zlib';

export type ZipEntry = {
  readonly name: string;
  readonly data: Buffer;
  /** Not compressed, and aligned to 4 bytes as Android wants it. */
  readonly stored?: boolean;
};

const utf8Names = 0x0800;
/** 2026-01-01 00:00, so that the same entries always give the same bytes. */
const dosDate = ((2026 - 1980) << 9) | (1 << 5) | 1;

/** A zip file of these entries in this order (APPNOTE.TXT 4.3), `block` before its directory. For sizes under 4 GiB. */
export function writeZip(entries: readonly ZipEntry[], block: Buffer = Buffer.alloc(0)): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let position = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name, 'utf8');
    const content = entry.stored ? entry.data : deflateRawSync(entry.data);
    const padding = entry.stored ? (4 - ((position + 30 + name.length) % 4)) % 4 : 0;
    const common = commonHeader(entry, content.length, name.length);
    const local = Buffer.concat([
      Buffer.from([0x50, 0x4b, 3, 4]),
      common,
      twoBytes(padding),
      name,
      Buffer.alloc(padding),
    ]);
    directory.push(directoryRecord(common, name, position));
    parts.push(local, content);
    position += local.length + content.length;
  }
  const listing = Buffer.concat(directory);
  const end = endRecord(entries.length, listing.length, position + block.length);
  return Buffer.concat([...parts, block, listing, end]);
}

/** The 24 bytes local header and directory record share: version needed to the length of the name. */
function commonHeader(entry: ZipEntry, compressedSize: number, nameLength: number): Buffer {
  const header = Buffer.alloc(24);
  header.writeUInt16LE(20, 0);
  header.writeUInt16LE(utf8Names, 2);
  header.writeUInt16LE(entry.stored ? 0 : 8, 4);
  header.writeUInt16LE(dosDate, 8);
  header.writeUInt32LE(crc32(entry.data), 10);
  header.writeUInt32LE(compressedSize, 14);
  header.writeUInt32LE(entry.data.length, 18);
  header.writeUInt16LE(nameLength, 22);
  return header;
}

function directoryRecord(common: Buffer, name: Buffer, position: number): Buffer {
  const rest = Buffer.alloc(16);
  rest.writeUInt32LE(position, 12);
  return Buffer.concat([Buffer.from([0x50, 0x4b, 1, 2]), twoBytes(20), common, rest, name]);
}

function endRecord(count: number, size: number, position: number): Buffer {
  const record = Buffer.alloc(22);
  record.writeUInt32LE(0x06054b50, 0);
  record.writeUInt16LE(count, 8);
  record.writeUInt16LE(count, 10);
  record.writeUInt32LE(size, 12);
  record.writeUInt32LE(position, 16);
  return record;
}

function twoBytes(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}
