/**
 * Android's requirements for the zip of an apk. Sources: AOSP, `ParsingPackageUtils`
 * (RESOURCES_ARSC_COMPRESSED), libziparchive (`OpenArchive`) and `libs/androidfw`, which decompresses or
 * copies a resource table that it cannot map into memory.
 */

import { type Message, messageOf } from '../../messages/message.ts';
import { displayName } from '../detect-format.ts';
import { withFallback } from '../errors.ts';
import type { ByteSource } from '../zip/byte-source.ts';
import { headerWarnings } from '../zip/header-check.ts';
import type { ZipDirectory } from '../zip/zip.ts';
import { contentPosition, deflated } from '../zip/zip-entry.ts';
import { android11Level, levelOf, type SystemLevels, targetOf } from './system-levels.ts';

export const resourceTableName = 'resources.arsc';
const localHeader = Buffer.from('PK\x03\x04', 'latin1');

/** Returns warnings about zip structures that devices supported by the build reject. */
export async function zipWarnings(
  source: ByteSource,
  directory: ZipDirectory,
  system: SystemLevels,
): Promise<Message[]> {
  const target = targetOf(system);
  const isAccepted = levelOf(target) < android11Level || (await isMappable(directory));
  return [
    ...(await recordWarnings(source, directory)),
    ...nameWarnings(directory),
    ...(await headerWarnings(directory)),
    ...(isAccepted ? [] : [messageOf('warning/tablePacked', { target })]),
  ];
}

/** Since the end of 2017, Android requires that the first and last bytes of an apk belong to the zip. */
async function recordWarnings(source: ByteSource, { shift, trailing }: ZipDirectory): Promise<Message[]> {
  const head = await source.read(0, localHeader.length);
  return [
    ...(shift === 0 && head.equals(localHeader) ? [] : [messageOf('warning/bytesBefore')]),
    ...(trailing === 0 ? [] : [messageOf('warning/bytesBehind')]),
  ];
}

/** Warns of entry names that prevent Android from opening the apk, even in entries that Android ignores. */
function nameWarnings({ duplicate, invalidName }: ZipDirectory): Message[] {
  return [
    ...(duplicate === null ? [] : [messageOf('warning/duplicateEntry', { part: displayName(duplicate) })]),
    ...(invalidName === null ? [] : [messageOf('warning/invalidName', { part: displayName(invalidName) })]),
  ];
}

/** Returns false if the resource table cannot be memory-mapped: compressed, or not aligned to 4 bytes. */
async function isMappable(directory: ZipDirectory): Promise<boolean> {
  const entry = await withFallback(async () => directory.find(resourceTableName), null);
  if (!entry) return true;
  if (entry.method === deflated) return false;
  const position = await contentPosition(directory, entry);
  return position === null || position % 4 === 0;
}
