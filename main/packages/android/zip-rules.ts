/**
 * What Android asks of the zip that an apk is. Sources: AOSP, `ParsingPackageUtils` (RESOURCES_ARSC_COMPRESSED) and
 * `libs/androidfw`, where a table that cannot be used as it lies in the file is unpacked or copied.
 */

import { localHeaderBytes } from '../../base/formats/zip-record.ts';
import { type Message, messageOf } from '../../messages/message.ts';
import { unlessRefused } from '../errors.ts';
import type { ByteSource } from '../zip/byte-source.ts';
import { headerWarnings } from '../zip/header-check.ts';
import type { ZipDirectory } from '../zip/zip.ts';
import { deflated } from '../zip/zip-entry.ts';
import { elevenLevel, levelOf, type SystemLevels, targetOf } from './system-levels.ts';

export const tableName = 'resources.arsc';
const localHeader = Buffer.from('PK\x03\x04', 'latin1');

/** Why devices the build is meant for refuse its zip; empty when none does. */
export async function zipWarnings(
  source: ByteSource,
  directory: ZipDirectory,
  system: SystemLevels,
): Promise<Message[]> {
  const target = targetOf(system);
  const isHeld = levelOf(target) < elevenLevel || (await liesReady(source, directory));
  return [
    ...(await recordWarnings(source, directory)),
    ...(await headerWarnings(source, directory)),
    ...(isHeld ? [] : [messageOf('warning/tablePacked', { target })]),
  ];
}

/** Since the end of 2017 Android takes an apk only when its first bytes are those of a zip, and its last ones, too. */
async function recordWarnings(source: ByteSource, { shift, trailing }: ZipDirectory): Promise<Message[]> {
  const head = await source.read(0, localHeader.length);
  return [
    ...(shift === 0 && head.equals(localHeader) ? [] : [messageOf('warning/bytesBefore')]),
    ...(trailing === 0 ? [] : [messageOf('warning/bytesBehind')]),
  ];
}

/** False when there is a resource table that cannot be used as it lies in the zip: packed, or not aligned. */
async function liesReady(source: ByteSource, directory: ZipDirectory): Promise<boolean> {
  const entry = await unlessRefused(async () => directory.find(tableName), null);
  if (!entry) return true;
  if (entry.method === deflated) return false;
  const header = await source.read(entry.position, localHeaderBytes);
  if (header.length < localHeaderBytes) return true;
  const start = localHeaderBytes + header.readUInt16LE(26) + header.readUInt16LE(28);
  return (entry.position - directory.shift + start) % 4 === 0;
}
