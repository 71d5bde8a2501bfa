/**
 * Which build a file holds, known in about a millisecond without reading its contents: a sha-256 over the size of the
 * file, its signing block, its directory, and its end records with whatever follows them.
 *
 * How sure that is. The directory names every entry with its size, its packed size, its place and its CRC-32, so two
 * files with one fingerprint can differ only where none of that tells: in an entry changed to another one of the same
 * packed size and CRC-32 (1 in 4,294,967,296 by chance, for each entry changed), in local headers, and in bytes that belong to
 * no entry. The signing block of an apk (scheme v2 and later) holds a digest of all contents besides. A file whose
 * contents do not fit its directory is a damaged copy of the build the directory speaks of, not another build.
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
/** Of the zip64 locator, right before the end record. */
const locatorBytes = 20;

/**
 * The fingerprint of a build file: 64 lower hex digits. Throws `package/damaged` for what is no whole zip,
 * `package/tooLarge`, `package/folder`, `package/notAFile`, `file/…` for what the file system says, and the signal's
 * reason when aborted.
 */
export async function fingerprintFile(path: string, options: Options = {}): Promise<string> {
  options.signal?.throwIfAborted();
  return withBuildFile(path, (reader) => fingerprintBuild(reader, options));
}

/** As `fingerprintFile`, for a build that may lie anywhere. What its `read` throws comes through unchanged. */
export async function fingerprintBuild(reader: BuildReader, options: Options = {}): Promise<string> {
  const source = await openByteSource(reader, options.signal);
  const part = await readDirectoryPart(source);
  if (!part) throw damagedZip(source, messageOf('damage/noDirectory'));
  const { start, bytes, end } = part;
  const hash = createHash('sha256');
  const blockStart = (await signingBlockStart(source, start)) ?? start;
  // The lengths keep what lies at the end of one part from passing for the beginning of the next.
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
