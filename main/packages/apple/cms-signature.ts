/** Verifies the signatures of a CMS message (RFC 5652), but not its certificates. Pure. */
import { constants, createHash, verify, X509Certificate } from 'node:crypto';
import { type BerNode, berTags, childrenOf } from './ber.ts';
import { signedContent, signedData, signersOf } from './cms.ts';

/** Hash algorithms by object identifier in hex. */
const hashes: Readonly<Record<string, string>> = {
  '2b0e03021a': 'sha1',
  '608648016503040201': 'sha256',
  '608648016503040202': 'sha384',
  '608648016503040203': 'sha512',
};
const messageDigest = '2a864886f70d010904';
const rsaPss = '2a864886f70d01010a';

/**
 * Returns true if each signature matches the content and a certificate in the message, as in
 * `openssl cms -verify -noverify`. May throw a `RangeError` for damaged bytes.
 */
export function verifySignature(bytes: Buffer): boolean {
  const content = signedContent(bytes);
  const infos = signedData(bytes).findLast((node) => node.tag === berTags.set);
  const signers = infos ? childrenOf(bytes, infos) : [];
  if (!content || signers.length === 0) return false;
  const { certificates } = signersOf(bytes);
  return signers.every((signer) => verifySigner(bytes, signer, content, certificates));
}

function verifySigner(
  bytes: Buffer,
  signer: BerNode,
  content: Buffer,
  certificates: readonly Buffer[],
): boolean {
  const parts = childrenOf(bytes, signer);
  const algorithms = parts
    .filter((part) => part.tag === berTags.sequence)
    .map((part) => identifierOf(bytes, part));
  const signatureAt = parts.findIndex((part) => part.tag === berTags.octetString);
  const signature = parts[signatureAt];
  // Attributes that follow the signature are unsigned.
  const attributes = parts.slice(0, signatureAt).findLast((part) => part.tag === berTags.firstContext);
  const hash = algorithms.map((identifier) => hashes[identifier]).find((name) => name !== undefined);
  if (!signature || !hash) return false;
  if (attributes && !digestMatches(bytes, attributes, createHash(hash).update(content).digest()))
    return false;
  return certificates.some((der) =>
    verifyWith(der, {
      hash,
      isPss: algorithms.includes(rsaPss),
      // The signature covers the attributes with the tag of a set, not with their tag in the message.
      data: attributes ? asSet(bytes.subarray(attributes.position, attributes.end)) : content,
      signature: bytes.subarray(signature.start, signature.end),
    }),
  );
}

function identifierOf(bytes: Buffer, sequence: BerNode): string {
  const first = childrenOf(bytes, sequence)[0];
  return first?.tag === berTags.objectIdentifier ? bytes.toString('hex', first.start, first.end) : '';
}

function digestMatches(bytes: Buffer, attributes: BerNode, digest: Buffer): boolean {
  return childrenOf(bytes, attributes)
    .filter((attribute) => identifierOf(bytes, attribute) === messageDigest)
    .some((attribute) => {
      const values = childrenOf(bytes, attribute)[1];
      const value = values && childrenOf(bytes, values)[0];
      return value !== undefined && bytes.subarray(value.start, value.end).equals(digest);
    });
}

function asSet(attributes: Buffer): Buffer {
  const copy = Buffer.from(attributes);
  copy[0] = berTags.set;
  return copy;
}

type Signed = {
  readonly hash: string;
  readonly isPss: boolean;
  readonly data: Buffer;
  readonly signature: Buffer;
};

/** Returns false also if OpenSSL does not support the certificate or the algorithm. */
function verifyWith(der: Buffer, { hash, isPss, data, signature }: Signed): boolean {
  try {
    const key = new X509Certificate(der).publicKey;
    return verify(hash, data, isPss ? { key, padding: constants.RSA_PKCS1_PSS_PADDING } : key, signature);
  } catch {
    return false;
  }
}
