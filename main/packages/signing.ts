/** Who signed an apk, as it says itself: which schemes are there, and with which certificates. Nothing is verified. */

import { X509Certificate } from 'node:crypto';
import { CodedError } from '../base/errors.ts';
import type { PhraseText } from '../base/phrases.ts';
import type { ByteSource } from './byte-source.ts';
import { signersOf } from './cms.ts';
import { readInBounds } from './damage.ts';
import { packageErrors } from './errors.ts';
import type { SigningCertificate, SigningInfo } from './package-info.ts';
import { type BlockSignature, readSigningBlock } from './signing-block.ts';
import { shortText } from './text.ts';
import { packageWarnings } from './warnings.ts';
import type { ZipDirectory } from './zip.ts';
import { readEntry } from './zip-entry.ts';

/** Real ones stay below 20 KiB. */
const signatureFileLimit = 256 * 1024;
const mostSignatureFiles = 10;

/** Certificates are those of the newest scheme that is there. A signature that cannot be read counts without one. */
export async function readSigning(source: ByteSource, directory: ZipDirectory): Promise<SigningInfo> {
  const files = directory.names.filter((name) => /^META-INF\/[^/]+\.(RSA|DSA|EC)$/i.test(name));
  const block = await readSigningBlock(source, directory);
  const newest = block.at(-1);
  const certificates = newest ? newest.certificates : await jarCertificates(source, directory, files);
  return {
    schemesPresent: [...(files.length > 0 ? (['v1'] as const) : []), ...schemesOf(block)],
    certificates: certificates.flatMap((der) => certificateOf(der) ?? []),
  };
}

function schemesOf(block: readonly BlockSignature[]): BlockSignature['scheme'][] {
  return [...new Set(block.map((signature) => signature.scheme))];
}

async function jarCertificates(
  source: ByteSource,
  directory: ZipDirectory,
  files: readonly string[],
): Promise<readonly Buffer[]> {
  const found: Buffer[] = [];
  for (const name of files.slice(0, mostSignatureFiles)) {
    found.push(...(await jarSigners(source, directory, name)));
  }
  return found;
}

async function jarSigners(
  source: ByteSource,
  directory: ZipDirectory,
  name: string,
): Promise<readonly Buffer[]> {
  try {
    const entry = directory.find(name);
    if (!entry) return [];
    const { bytes } = await readEntry(source, directory, entry, signatureFileLimit);
    const { certificates, serials } = readInBounds(
      () => signersOf(bytes),
      (cause) =>
        packageErrors.partDamaged({ file: source.file, part: name, reason: 'is cut off' }, { cause }),
    );
    return certificates.filter((der) => serials.includes(serialOf(der)));
  } catch (error) {
    // A signature that cannot be read makes no build unreadable; whether it holds is for the device to say.
    if (error instanceof CodedError) return [];
    throw error;
  }
}

function serialOf(der: Buffer): string {
  return parse(der)?.serialNumber.toLowerCase().replace(/^0+/, '') ?? '';
}

function certificateOf(der: Buffer): SigningCertificate | null {
  const certificate = parse(der);
  if (!certificate) return null;
  return {
    subject: shortText(certificate.subject.replaceAll('\n', ', ')) ?? '',
    sha256: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    expires: timeOf(certificate.validTo),
  };
}

/** Null for what is no certificate OpenSSL can read. */
function parse(der: Buffer): X509Certificate | null {
  try {
    return new X509Certificate(der);
  } catch {
    return null;
  }
}

/** `Jan 31 12:00:00 2027 GMT` as ISO 8601 UTC in whole seconds. */
function timeOf(text: string): string | null {
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? null : new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');
}

/** What a release engineer should know about a signature, as sentences. */
export function signingWarnings({ schemesPresent, certificates }: SigningInfo): PhraseText[] {
  if (schemesPresent.length === 0) return [packageWarnings.notSigned()];
  const isDebugKey = certificates.some(({ subject }) => /(^|, )CN=Android Debug(,|$)/.test(subject));
  return isDebugKey ? [packageWarnings.debugKey()] : [];
}
