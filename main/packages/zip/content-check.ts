/** What the bytes of a build are held against while they are read: the checksums of its own entries. */

import { encryptedFlag, localHeaderBytes } from '../../base/formats/zip-record.ts';
import type { ContentCheck } from '../../base/hashing/hashing.ts';
import type { CheckedPart } from '../../base/hashing/part-check.ts';
import { messageOf } from '../../messages/message.ts';
import { packageErrors } from '../errors.ts';
import { withBuildFile } from '../open-build.ts';
import type { BuildReader } from './byte-source.ts';
import { openByteSource } from './byte-source.ts';
import { readZipDirectory, type ZipDirectory, type ZipEntry } from './zip.ts';
import { deflated } from './zip-entry.ts';
import { damagedZip } from './zip-part.ts';

type Options = { readonly signal?: AbortSignal };

const stored = 0;

/**
 * The checksums of a build file, from its directory; its contents are not read. An entry of which nobody can tell is no
 * part of it: encrypted ones, and those packed in ways that Android takes for plain data. Throws `package/damaged` and
 * `package/partDamaged` for what cannot match whatever the contents are, `file/…` for what the file system says, and the
 * signal's reason when aborted; `damaged` makes `package/partDamaged`.
 */
export async function contentCheckOf(path: string, options: Options = {}): Promise<ContentCheck> {
  options.signal?.throwIfAborted();
  return withBuildFile(path, (reader) => contentCheck(reader, options));
}

async function contentCheck(reader: BuildReader, { signal }: Options): Promise<ContentCheck> {
  const source = await openByteSource(reader, signal);
  const { file, size } = source;
  const directory = await readZipDirectory(source);
  if (!directory) throw damagedZip(source, messageOf('damage/noDirectory'));
  const parts = partsOf(directory);
  const beyond = parts.find((part) => !isWithin(part, directory));
  if (beyond) {
    const reason = messageOf('damage/tooLong');
    throw packageErrors.partDamaged({ file, part: beyond.name, reason });
  }
  // Every byte belongs to one entry, so that a small file cannot ask for endless unpacking.
  if (parts.reduce((sum, { packed }) => sum + packed, 0) > size) {
    throw damagedZip(source, messageOf('damage/overlapping'));
  }
  return {
    parts,
    damaged: (part) => packageErrors.partDamaged({ file, part, reason: messageOf('damage/wrongChecksum') }),
  };
}

/** A directory may name the same bytes more than once; they are read once. */
function partsOf(directory: ZipDirectory): readonly CheckedPart[] {
  const parts = new Map<string, CheckedPart>();
  for (const entry of directory.entries().filter(isTelling)) {
    const { name, position, compressedSize: packed, size, checksum } = entry;
    const key = [position, packed, size, checksum, entry.method].join();
    parts.set(key, { name, position, packed, size, deflated: entry.method === deflated, checksum });
  }
  return [...parts.values()];
}

function isTelling({ flags, method, compressedSize, size }: ZipEntry): boolean {
  if (flags & encryptedFlag) return false;
  return method === deflated || (method === stored && compressedSize === size);
}

/** Its name is not counted: as it was read, one that is no UTF-8 is longer than it is in the file. */
function isWithin({ position, packed }: CheckedPart, { start }: ZipDirectory): boolean {
  return position >= 0 && position + localHeaderBytes + packed <= start;
}
