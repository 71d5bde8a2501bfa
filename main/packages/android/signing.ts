/** Reads the signatures of an apk: schemes and certificates. Nothing is verified. */

import { createHash } from 'node:crypto';
import { type Message, messageOf } from '../../messages/message.ts';
import { noSigners, signersOf } from '../apple/cms.ts';
import { certificateExpiry, parseCertificate } from '../certificate.ts';
import { displayName } from '../detect-format.ts';
import { withFallback } from '../errors.ts';
import type { SigningCertificate, SigningInfo } from '../package-info.ts';
import { truncateText } from '../text.ts';
import type { ByteSource } from '../zip/byte-source.ts';
import { readOrElse } from '../zip/out-of-bounds.ts';
import type { ZipDirectory } from '../zip/zip.ts';
import { readEntry, readEntryPrefix } from '../zip/zip-entry.ts';
import { type BlockSignature, readSigningBlock } from './signing-block.ts';
import type { FoundSignatures } from './signing-rules.ts';

/** Real files stay below 20 KiB. */
const signatureFileLimit = 256 * 1024;
const maxSignatureFiles = 10;
/** Compressed bytes; more than the head of a signature file needs. */
const listHeadBytes = 4 * 1024;

const schemeNumbers: Readonly<Record<string, BlockSignature['scheme']>> = { 2: 'v2', 3: 'v3' };

export type Signing = {
  readonly info: SigningInfo;
  readonly found: FoundSignatures;
};

/** Reads the certificates of the newest scheme. An unreadable signature is listed without a certificate. */
export async function readSigning(source: ByteSource, directory: ZipDirectory): Promise<Signing> {
  const files = directory.names.filter((name) => /^META-INF\/[^/]+\.(RSA|DSA|EC)$/i.test(name));
  const { signatures, displaced } = await readSigningBlock(source, directory);
  const newest = signatures.at(-1);
  const certificates = newest ? newest.certificates : await jarCertificates(source, directory, files);
  const jar = files.length > 0 ? (['v1'] as const) : [];
  const block = signatures.map(({ scheme }) => scheme);
  return {
    info: {
      schemesPresent: [...new Set([...jar, ...block])],
      certificates: certificates.flatMap((der) => certificateOf(der) ?? []),
    },
    found: {
      schemes: new Set([...jar, ...(displaced ? [] : block)]),
      requiredSchemes: {
        v1: await jarRequiredSchemes(source, directory),
        ...Object.fromEntries(signatures.map(({ scheme, requiredSchemes }) => [scheme, requiredSchemes])),
      },
      displaced,
    },
  };
}

/** Returns the other schemes that a signature file names in its head: `X-Android-APK-Signed: 2, 3`. */
async function jarRequiredSchemes(
  source: ByteSource,
  directory: ZipDirectory,
): Promise<readonly BlockSignature['scheme'][]> {
  const lists = directory.names.filter((name) => /^META-INF\/[^/]+\.SF$/i.test(name));
  const found: BlockSignature['scheme'][] = [];
  for (const name of lists.slice(0, maxSignatureFiles)) {
    const head = await withFallback(async () => {
      const entry = directory.find(name);
      return entry && readEntryPrefix(source, directory, entry, listHeadBytes);
    }, null);
    const [main = ''] = (head?.toString('latin1') ?? '').split(/\r?\n\r?\n/);
    const numbers = /^X-Android-APK-Signed: *([\d, ]*)/im.exec(main)?.[1] ?? '';
    found.push(...numbers.split(',').flatMap((number) => schemeNumbers[number.trim()] ?? []));
  }
  return found;
}

async function jarCertificates(
  source: ByteSource,
  directory: ZipDirectory,
  files: readonly string[],
): Promise<readonly Buffer[]> {
  const found: Buffer[] = [];
  for (const name of files.slice(0, maxSignatureFiles)) {
    found.push(...(await jarSigners(source, directory, name)));
  }
  return found;
}

async function jarSigners(
  source: ByteSource,
  directory: ZipDirectory,
  name: string,
): Promise<readonly Buffer[]> {
  // A damaged signature does not make the build unreadable; devices verify it.
  return withFallback(async () => {
    const entry = directory.find(name);
    if (!entry) return [];
    const { bytes } = await readEntry(source, directory, entry, signatureFileLimit);
    const { certificates, serials } = readOrElse(() => signersOf(bytes), noSigners);
    return certificates.filter((der) => serials.includes(serialOf(der)));
  }, []);
}

function serialOf(der: Buffer): string {
  return parseCertificate(der)?.serialNumber.toLowerCase().replace(/^0+/, '') ?? '';
}

function certificateOf(der: Buffer): SigningCertificate | null {
  const certificate = parseCertificate(der);
  if (!certificate) return null;
  return {
    subject: truncateText(certificate.subject.replaceAll('\n', ', ')) ?? '',
    // Not OpenSSL's fingerprint, which it computes over a re-encoded certificate.
    sha256: createHash('sha256').update(der).digest('hex'),
    expires: certificateExpiry(certificate),
  };
}

/** The MANIFEST.MF of a build with 40,000 files is about 5 MB in size. */
const fileListLimit = 8 * 1024 * 1024;

/**
 * Warns of files that are only in the list of a v1 signature, or only in the zip. Without a newer signature,
 * devices refuse the build. Sources: AOSP, `StrictJarFile`, `ApkSignatureVerifier`.
 */
export async function jarWarnings(
  source: ByteSource,
  directory: ZipDirectory,
  { schemesPresent }: SigningInfo,
): Promise<Message[]> {
  if (schemesPresent.join() !== 'v1') return [];
  const list = await withFallback(async () => {
    const entry = directory.find('META-INF/MANIFEST.MF');
    return entry && (await readEntry(source, directory, entry, fileListLimit)).bytes;
  }, null);
  if (!list) return [];
  const [names, listed] = [new Set(directory.names), listedNames(list)];
  const missing = [...listed].find((name) => !names.has(name));
  if (missing !== undefined) return [messageOf('warning/signedFileMissing', { part: displayName(missing) })];
  const unsigned = directory.names.find((name) => isSignedFile(name) && !listed.has(name));
  return unsigned === undefined ? [] : [messageOf('warning/unsignedFile', { part: displayName(unsigned) })];
}

/** Long lines continue on the next line, after a space, even in the middle of a UTF-8 character. */
function listedNames(list: Buffer): ReadonlySet<string> {
  const text = list.toString('latin1').replace(/\r\n?/g, '\n').replaceAll('\n ', '');
  const lines = Buffer.from(text, 'latin1').toString('utf8').split('\n');
  const start = 'Name: ';
  return new Set(lines.filter((line) => line.startsWith(start)).map((line) => line.slice(start.length)));
}

/** Folders and the signature itself need no signature. */
function isSignedFile(name: string): boolean {
  return !name.endsWith('/') && !name.startsWith('META-INF/');
}

export function certificateWarnings({ certificates }: SigningInfo): Message[] {
  const isDebugKey = certificates.some(({ subject }) => /(^|, )CN=Android Debug(,|$)/.test(subject));
  return isDebugKey ? [messageOf('warning/debugKey')] : [];
}
