/** Checks that the app inside an ipa is complete, signed and installable. */
import { type Message, messageOf } from '../../messages/message.ts';
import { displayName } from '../detect-format.ts';
import { withFallback } from '../errors.ts';
import type { Provisioning } from '../package-info.ts';
import type { ByteSource } from '../zip/byte-source.ts';
import { readOrElse } from '../zip/out-of-bounds.ts';
import type { ZipDirectory, ZipEntry } from '../zip/zip.ts';
import { readEntry, readEntryPrefix } from '../zip/zip-entry.ts';
import {
  noProfile,
  profileInstallWarnings,
  readEntitlements,
  readListedDevices,
  readProfile,
  unreadableProfile,
} from './provisioning.ts';

/** A profile with thousands of devices has about 200 KiB. */
const profileLimit = 4 * 1024 * 1024;

/** Limits for hostile files. Real apps have at most a dozen extensions, with profiles below 200 KiB. */
const maxProfiles = 20;
const nestedProfileLimit = 512 * 1024;

/** Compressed bytes; contain the load commands of the first architecture. */
const executableHeadBytes = 16 * 1024;

/** Reads the profile in `folder` (with a trailing slash). Does not throw if the profile is damaged. */
export async function readEmbeddedProfile(
  source: ByteSource,
  directory: ZipDirectory,
  folder: string,
  limit = profileLimit,
): Promise<Provisioning> {
  return withFallback(async () => {
    const bytes = await profileBytes(source, directory, folder, limit);
    return bytes ? readOrElse(() => readProfile(bytes), unreadableProfile) : noProfile;
  }, unreadableProfile);
}

/** Returns the entitlements of the profile in `folder`; empty if there is none or it is unreadable. */
export async function profileEntitlements(
  source: ByteSource,
  directory: ZipDirectory,
  folder: string,
): Promise<readonly string[]> {
  return withFallback(async () => {
    const bytes = await profileBytes(source, directory, folder, profileLimit);
    return bytes ? readOrElse(() => readEntitlements(bytes), []) : [];
  }, []);
}

async function profileBytes(
  source: ByteSource,
  directory: ZipDirectory,
  folder: string,
  limit: number,
): Promise<Buffer | null> {
  const entry = directory.find(`${folder}embedded.mobileprovision`);
  return entry ? (await readEntry(source, directory, entry, limit)).bytes : null;
}

/**
 * Returns the devices (as `deviceKey`) that can install the app: those in every profile of the app and its
 * bundles that lists devices. Null if no profile lists any. `bundles`: entry names of their Info.plist, the
 * app first.
 */
export async function listedDevices(
  source: ByteSource,
  directory: ZipDirectory,
  bundles: readonly string[],
): Promise<ReadonlySet<string> | null> {
  const lists: ReadonlySet<string>[] = [];
  for (const plist of bundles.slice(0, maxProfiles + 1)) {
    const limit = plist === bundles[0] ? profileLimit : nestedProfileLimit;
    const bytes = await profileBytes(source, directory, folderOf(plist), limit);
    const devices = bytes && readOrElse(() => readListedDevices(bytes), null);
    if (devices) lists.push(devices);
  }
  const [first = null, ...others] = lists;
  return first && new Set([...first].filter((device) => others.every((devices) => devices.has(device))));
}

/** Returns the folder of an entry, with a trailing slash. */
export function folderOf(entry: string): string {
  return entry.slice(0, entry.lastIndexOf('/') + 1);
}

/**
 * Warns of nested apps and extensions with a profile that devices refuse. `bundles`: entry names of their
 * Info.plist. `now`: milliseconds since 1970 UTC.
 */
export async function nestedProfileWarnings(
  source: ByteSource,
  directory: ZipDirectory,
  bundles: readonly string[],
  now: number,
): Promise<Message[]> {
  const warnings: Message[] = [];
  for (const plist of bundles.slice(0, maxProfiles)) {
    const folder = folderOf(plist);
    const profile = await readEmbeddedProfile(source, directory, folder, nestedProfileLimit);
    const problem = profileInstallWarnings(profile, now).find(({ code }) => nestedProblems.has(code));
    const bundle = displayName(folder.split('/').at(-2) ?? folder);
    if (problem) warnings.push(messageOf('warning/nestedProfile', { bundle, problem }));
  }
  return warnings;
}

/** Problems reported for each nested bundle. The number of devices is reported only for the whole app. */
const nestedProblems: ReadonlySet<string> = new Set([
  'warning/noProfile',
  'warning/expired',
  'warning/certificateExpired',
  'warning/appStore',
]);

/** Warns of an app without executable or code signature, and of an app encrypted by the App Store. */
export async function executableWarnings(
  source: ByteSource,
  directory: ZipDirectory,
  folder: string,
  executable: string | null,
): Promise<Message[]> {
  const head = await withFallback(async () => {
    const entry = executable === null ? null : findExecutable(directory, folder, executable);
    return entry && readEntryPrefix(source, directory, entry, executableHeadBytes);
  }, Buffer.alloc(0));
  if (executable !== null && !head) return [messageOf('warning/noExecutable', { name: executable })];
  const isSigned = directory.names.includes(`${folder}_CodeSignature/CodeResources`);
  return [
    ...(isSigned ? [] : [messageOf('warning/notCodeSigned')]),
    ...(head && readOrElse(() => isEncrypted(head), false) ? [messageOf('warning/encrypted')] : []),
  ];
}

/** Some macOS archivers decompose characters in file names, unlike Info.plist. */
function findExecutable(directory: ZipDirectory, folder: string, name: string): ZipEntry | null {
  const names = [name, name.normalize('NFC'), name.normalize('NFD')];
  return names.map((each) => directory.find(folder + each)).find((entry) => entry !== null) ?? null;
}

const fatMagic = 0xcafebabe;
const magic32 = 0xfeedface;
const magic64 = 0xfeedfacf;
const encryptionInfo: ReadonlySet<number> = new Set([0x21, 0x2c]);
/** Real executables have about 60 load commands. */
const maxLoadCommands = 1000;

/** Reads `cryptid` of the first architecture (`mach-o/loader.h`). */
function isEncrypted(head: Buffer): boolean {
  const start = head.readUInt32BE(0) === fatMagic ? head.readUInt32BE(16) : 0;
  const magic = head.readUInt32LE(start);
  if (magic !== magic32 && magic !== magic64) return false;
  const count = Math.min(head.readUInt32LE(start + 16), maxLoadCommands);
  let at = start + (magic === magic64 ? 32 : 28);
  for (let index = 0; index < count; index += 1) {
    if (encryptionInfo.has(head.readUInt32LE(at))) return head.readUInt32LE(at + 16) !== 0;
    at += head.readUInt32LE(at + 4);
  }
  return false;
}
