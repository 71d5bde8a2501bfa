/** Verifies a build while it is read, by the checksums of its own entries. */

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
 * Returns the checksums of a build file from its directory. Omits entries that cannot be verified: encrypted,
 * or with a method that Android treats as stored. Throws `package/damaged`, `package/partDamaged`, `file/…`,
 * and the signal's reason when aborted. `damaged` returns `package/partDamaged`.
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
  const outside = parts.find((part) => !isWithin(part, directory));
  if (outside) {
    const reason = messageOf('damage/tooLong');
    throw packageErrors.partDamaged({ file, part: outside.name, reason });
  }
  // Overlapping entries could make a small file require endless decompression.
  if (parts.reduce((sum, { packed }) => sum + packed, 0) > size) {
    throw damagedZip(source, messageOf('damage/overlapping'));
  }
  return {
    parts,
    damaged: (part) => packageErrors.partDamaged({ file, part, reason: messageOf('damage/wrongChecksum') }),
  };
}

/** Removes duplicates, because a directory may list an entry more than once. */
function partsOf(directory: ZipDirectory): readonly CheckedPart[] {
  const parts = new Map<string, CheckedPart>();
  for (const entry of directory.entries().filter(isCheckable)) {
    const { name, position, compressedSize: packed, size, checksum } = entry;
    const key = [position, packed, size, checksum, entry.method].join();
    parts.set(key, { name, position, packed, size, deflated: entry.method === deflated, checksum });
  }
  return [...parts.values()];
}

function isCheckable({ flags, method, compressedSize, size }: ZipEntry): boolean {
  if (flags & encryptedFlag) return false;
  return method === deflated || (method === stored && compressedSize === size);
}

/** Ignores the length of the name, which is longer than stored if it is not valid UTF-8. */
function isWithin({ position, packed }: CheckedPart, { start }: ZipDirectory): boolean {
  return position >= 0 && position + localHeaderBytes + packed <= start;
}
