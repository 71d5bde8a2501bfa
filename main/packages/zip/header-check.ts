/** Compares local zip headers with the directory, as AOSP libziparchive does (`FindEntry`). */

import { localHeaderBytes } from '../../base/formats/zip-record.ts';
import { type Message, messageOf } from '../../messages/message.ts';
import { displayName } from '../detect-format.ts';
import type { ZipDirectory, ZipEntry } from './zip.ts';

const maxHeaders = 64;
/** Checksum and sizes are in a data descriptor after the content. */
const descriptorFlag = 8;
const zip64Marker = 0xffff_ffff;

/** Entries that decide whether a device installs a build. */
const essential =
  /^AndroidManifest\.xml$|^resources\.arsc$|^classes\d*\.dex$|^lib\/|^META-INF\/|^Payload\/[^/]+\/[^/]+$/;

/** Warns of the first entry whose header has another name, size or checksum, essential entries first. */
export async function headerWarnings(directory: ZipDirectory): Promise<Message[]> {
  const entries = directory.entries();
  const checked = [...entries.filter(isEssential), ...entries.filter((entry) => !isEssential(entry))];
  const differs = await Promise.all(
    checked
      .slice(0, maxHeaders)
      .map(async (entry) => ((await headerDiffers(directory, entry)) ? entry.name : [])),
  );
  const [part] = differs.flat();
  return part === undefined ? [] : [messageOf('warning/headerDiffers', { part: displayName(part) })];
}

function isEssential({ name }: ZipEntry): boolean {
  return essential.test(name);
}

async function headerDiffers(directory: ZipDirectory, entry: ZipEntry): Promise<boolean> {
  const header = await directory.localHeader(entry);
  // A missing header is reported when the entry is read.
  if (header.length < localHeaderBytes || header.readUInt32LE(0) !== 0x04034b50) return false;
  if (header.readUInt16LE(26) !== header.length - localHeaderBytes) return true;
  if (header.toString('utf8', localHeaderBytes) !== entry.name) return true;
  if (header.readUInt16LE(6) & descriptorFlag) return false;
  const sizes = [header.readUInt32LE(18), header.readUInt32LE(22)];
  const stated = [entry.compressedSize, entry.size];
  return (
    header.readUInt32LE(14) !== entry.checksum ||
    sizes.some((size, index) => size !== zip64Marker && size !== stated[index])
  );
}
