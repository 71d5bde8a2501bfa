/** Locates and reads the raw directory of a zip file. Layout: APPNOTE.TXT 4.3.12 to 4.3.16. */

import {
  directoryInBounds,
  findZipEnd,
  withZip64,
  type ZipEnd,
  zip64EndBytes,
} from '../../base/formats/zip-end.ts';
import { isRecord } from '../../base/formats/zip-record.ts';
import { type Message, messageOf } from '../../messages/message.ts';
import { packageErrors } from '../errors.ts';
import type { ByteSource } from './byte-source.ts';

/** Enough for about 300,000 entries. The largest apps have a tenth of that. */
const maxDirectoryBytes = 32 * 1024 * 1024;

export type DirectoryPart = {
  readonly start: number;
  readonly bytes: Buffer;
  readonly end: ZipEnd;
};

/**
 * Returns null if the zip is incomplete: it has no end record. Throws `package/damaged`, `package/tooLarge`.
 */
export async function readDirectoryPart(source: ByteSource): Promise<DirectoryPart | null> {
  const found = findZipEnd(source.tail, source.tailPosition);
  if (!found) return null;
  const end = await withZip64Values(source, found);
  if (end.directorySize > maxDirectoryBytes) {
    const values = { part: messageOf('damage/directory'), limit: maxDirectoryBytes };
    throw packageErrors.tooLarge({ file: source.file, ...values });
  }
  return { ...(await readRecords(source, end)), end };
}

export function damagedZip(source: ByteSource, reason: Message): Error {
  return packageErrors.damaged({ file: source.file, reason });
}

async function withZip64Values(source: ByteSource, end: ZipEnd): Promise<ZipEnd> {
  if (end.zip64Position === null) return end;
  const stated = withZip64(end, await source.read(end.zip64Position, zip64EndBytes));
  if (stated) return stated;
  // If data precedes the zip, the stored position is too low. The record is then right before its locator.
  const position = end.position - 20 - zip64EndBytes;
  const moved = position < 0 ? null : withZip64(end, await source.read(position, zip64EndBytes));
  if (!moved) throw damagedZip(source, messageOf('damage/noZip64'));
  return { ...moved, zip64Position: position };
}

/** Reads the directory at its stated position or, with data before the zip, right before the end record. */
async function readRecords(source: ByteSource, end: ZipEnd): Promise<{ start: number; bytes: Buffer }> {
  if (end.directorySize === 0) return { start: end.directoryOffset, bytes: Buffer.alloc(0) };
  const limit = end.zip64Position ?? end.position;
  const beforeEnd = limit - end.directorySize;
  if (!directoryInBounds(end) || beforeEnd < 0) {
    throw damagedZip(source, messageOf('damage/directoryOutside'));
  }
  for (const start of new Set([end.directoryOffset, beforeEnd])) {
    const bytes = await source.read(start, end.directorySize);
    if (isRecord(bytes, 0)) return { start, bytes };
  }
  throw damagedZip(source, messageOf('damage/directoryMoved'));
}
