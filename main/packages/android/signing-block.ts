/**
 * Reads the APK Signing Block, right before the zip directory: signatures of scheme v2 and later. Layout:
 * source.android.com, "APK Signature Scheme v2". Nothing is verified: devices do that.
 */
import type { ByteSource } from '../zip/byte-source.ts';
import type { ZipDirectory } from '../zip/zip.ts';

export type BlockScheme = 'v2' | 'v3' | 'v3.1';

export type BlockSignature = {
  readonly scheme: BlockScheme;
  /** DER certificate of each signer. */
  readonly certificates: readonly Buffer[];
  /** Other schemes that the signer requires. If one is missing, its signature was removed. */
  readonly requiredSchemes: readonly BlockScheme[];
};

export type SigningBlock = {
  /** Oldest scheme first; empty without a block. */
  readonly signatures: readonly BlockSignature[];
  /** True if data was added after the block, so that devices do not find the block. */
  readonly displaced: boolean;
};

const magic = Buffer.from('APK Sig Block 42');
const footerBytes = 8 + magic.length;
const pairHeaderBytes = 12;

/** Real blocks have fewer than ten pairs; signatures stay below 100 KiB. */
const maxPairs = 100;
const maxSignatureBytes = 1024 * 1024;
const maxSigners = 10;

const schemes: Readonly<Record<number, BlockScheme>> = {
  1896449818: 'v2',
  4031998144: 'v3',
  462663009: 'v3.1',
};

/** Attribute of a v2 signer that names another required scheme, and the number of scheme v3. */
const strippingAttribute = 0xbeeff00d;
const v3SchemeNumber = 3;

/** Below the size of any block with a signature. */
const minBlockBytes = 256;
const maxGaps = 8;

/**
 * Reads the signatures in the block. Data added to a signed apk is between block and directory, so devices do
 * not find the block: it is `displaced`. They also reject a block if anything but the directory separates it
 * from the end record, as in zip64.
 */
export async function readSigningBlock(source: ByteSource, directory: ZipDirectory): Promise<SigningBlock> {
  const found = await readBlockBefore(source, directory.start);
  if (found) return { signatures: found, displaced: !directory.endsAtRecord };
  for (const position of directory.positionsAfterGaps(minBlockBytes).slice(0, maxGaps)) {
    const displaced = await readBlockBefore(source, position);
    if (displaced) return { signatures: displaced, displaced: true };
  }
  return { signatures: [], displaced: false };
}

async function readBlockBefore(
  source: ByteSource,
  position: number,
): Promise<readonly BlockSignature[] | null> {
  const start = await pairsStart(source, position);
  if (start === null) return null;
  const end = position - footerBytes;
  const found: BlockSignature[] = [];
  let at = start;
  for (let pairs = 0; at + pairHeaderBytes <= end && pairs < maxPairs; pairs += 1) {
    const header = await source.read(at, pairHeaderBytes);
    const length = Number(header.readBigUInt64LE(0));
    const next = at + 8 + length;
    if (length < 4 || next > end) break;
    const scheme = schemes[header.readUInt32LE(8)];
    if (scheme) found.push({ scheme, ...(await readSigners(source, at + pairHeaderBytes, next)) });
    at = next;
  }
  return found.toSorted((a, b) => a.scheme.localeCompare(b.scheme));
}

/** Returns the start of the block that ends at `position`; null if there is none. */
export async function signingBlockStart(source: ByteSource, position: number): Promise<number | null> {
  const start = await pairsStart(source, position);
  return start === null ? null : start - 8;
}

async function pairsStart(source: ByteSource, position: number): Promise<number | null> {
  const end = position - footerBytes;
  if (end < 8) return null;
  const footer = await source.read(end, footerBytes);
  if (footer.length < footerBytes || !footer.subarray(8).equals(magic)) return null;
  const start = position - Number(footer.readBigUInt64LE(0));
  return start < 8 || start > end ? null : start;
}

async function readSigners(
  source: ByteSource,
  start: number,
  end: number,
): Promise<Pick<BlockSignature, 'certificates' | 'requiredSchemes'>> {
  if (end - start > maxSignatureBytes) return { certificates: [], requiredSchemes: [] };
  const value = await source.read(start, end - start);
  // Signed data: digests, certificates and attributes.
  const signed = slices(sliceAt(value, 0))
    .slice(0, maxSigners)
    .map((signer) => slices(slices(signer)[0] ?? emptyBuffer));
  return {
    certificates: signed.flatMap(([, certificates = emptyBuffer]) => slices(certificates).slice(0, 1)),
    requiredSchemes: signed.some(([, , attributes = emptyBuffer]) => requiresV3(attributes)) ? ['v3'] : [],
  };
}

function requiresV3(attributes: Buffer): boolean {
  return slices(attributes).some(
    (attribute) =>
      attribute.length >= 8 &&
      attribute.readUInt32LE(0) === strippingAttribute &&
      attribute.readUInt32LE(4) === v3SchemeNumber,
  );
}

const emptyBuffer = Buffer.alloc(0);

function sliceAt(bytes: Buffer, at: number): Buffer {
  if (at + 4 > bytes.length) return emptyBuffer;
  const end = at + 4 + bytes.readUInt32LE(at);
  return end > bytes.length ? emptyBuffer : bytes.subarray(at + 4, end);
}

/** Returns consecutive length-prefixed slices, up to the first that does not fit. */
function slices(bytes: Buffer): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 0; at + 4 <= bytes.length; ) {
    const end = at + 4 + bytes.readUInt32LE(at);
    if (end > bytes.length) break;
    found.push(bytes.subarray(at + 4, end));
    at = end;
  }
  return found;
}
