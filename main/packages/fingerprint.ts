/**
 * Identifies a build in about a millisecond, without reading its contents. The fingerprint is a sha-256 over
 * the file size, the signing block, the zip directory, and the end records with everything after them.
 *
 * The directory lists each entry with its size, compressed size, position and CRC-32. So files with the same
 * fingerprint can differ only in three ways: in an entry of the same compressed size and CRC-32 (1 in
 * 4,294,967,296 by chance), in local headers, and in bytes outside all entries. The signing block of an apk
 * (scheme v2 and later) also contains a digest of all contents. A file whose contents do not match its
 * directory is a damaged copy of the build, not another build.
 */

import { createHash, type Hash } from 'node:crypto';
import { zip64EndBytes } from '../base/formats/zip-end.ts';
import { messageOf } from '../messages/message.ts';
import { signingBlockStart } from './android/signing-block.ts';
import { withBuildFile } from './open-build.ts';
import { type BuildReader, type ByteSource, openByteSource } from './zip/byte-source.ts';
import { damagedZip, readDirectoryPart } from './zip/zip-part.ts';

type Options = { readonly signal?: AbortSignal };

const chunkBytes = 1024 * 1024;
/** Size of the zip64 locator, which is right before the end record. */
const locatorBytes = 20;

/**
 * Returns 64 lower-case hex digits. Throws `package/damaged` if the file is not a complete zip,
 * `package/tooLarge`, `package/folder`, `package/notAFile`, `file/…`, and the signal's reason when aborted.
 */
export async function fingerprintFile(path: string, options: Options = {}): Promise<string> {
  options.signal?.throwIfAborted();
  return withBuildFile(path, (reader) => fingerprintBuild(reader, options));
}

/** Like `fingerprintFile`, for any reader. Rethrows errors of its `read` unchanged. */
export async function fingerprintBuild(reader: BuildReader, options: Options = {}): Promise<string> {
  const source = await openByteSource(reader, options.signal);
  const part = await readDirectoryPart(source);
  if (!part) throw damagedZip(source, messageOf('damage/noDirectory'));
  const { start, bytes, end } = part;
  const hash = createHash('sha256');
  const blockStart = (await signingBlockStart(source, start)) ?? start;
  // The lengths separate the parts, so that moving bytes from one part to the next changes the hash.
  hash.update(`slipway 1 ${source.size} ${start - blockStart} ${bytes.length}\n`);
  await hashRange(hash, source, blockStart, start);
  hash.update(bytes);
  if (end.zip64Position !== null) {
    await hashRange(hash, source, end.zip64Position, end.zip64Position + zip64EndBytes);
  }
  await hashRange(hash, source, end.position - (end.zip64Position === null ? 0 : locatorBytes), source.size);
  return hash.digest('hex');
}

async function hashRange(hash: Hash, source: ByteSource, start: number, end: number): Promise<void> {
  for (let at = start; at < end; ) {
    const chunk = await source.read(at, Math.min(chunkBytes, end - at));
    if (chunk.length === 0) throw damagedZip(source, messageOf('damage/shrank'));
    hash.update(chunk);
    at += chunk.length;
  }
}
