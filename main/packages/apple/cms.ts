/** Reads CMS messages (RFC 5652), the format of provisioning profiles and jar signatures. Pure. */
import { type BerNode, berTags, childrenOf, firstNode } from './ber.ts';

/** Returns the unverified content; null if there is none. May throw a `RangeError` for damaged bytes. */
export function signedContent(bytes: Buffer): Buffer | null {
  const signed = signedData(bytes);
  const enclosed = signed.find((node) => node.tag === berTags.sequence);
  const wrapped = enclosed && childrenOf(bytes, enclosed).find((node) => node.tag === berTags.firstContext);
  const content = wrapped && childrenOf(bytes, wrapped)[0];
  if (!content) return null;
  if (content.tag === berTags.octetString) return bytes.subarray(content.start, content.end);
  if (content.tag !== berTags.constructedOctetString) return null;
  const parts = childrenOf(bytes, content).filter((node) => node.tag === berTags.octetString);
  return Buffer.concat(parts.map((part) => bytes.subarray(part.start, part.end)));
}

export type Signers = {
  /** Certificates in DER, in the order of the message. */
  readonly certificates: readonly Buffer[];
  /** Serial numbers of the signing certificates, as hex without leading zeros. */
  readonly serials: readonly string[];
};

export const noSigners: Signers = { certificates: [], serials: [] };

/** Returns the signers in a message; none if it is invalid. May throw like `signedContent`. */
export function signersOf(bytes: Buffer): Signers {
  const signed = signedData(bytes);
  const certificateSet = signed.find((node) => node.tag === berTags.firstContext);
  const infos = signed.findLast((node) => node.tag === berTags.set);
  return {
    certificates: (certificateSet ? childrenOf(bytes, certificateSet) : [])
      .filter((node) => node.tag === berTags.sequence)
      .map((node) => bytes.subarray(node.position, node.end)),
    serials: (infos ? childrenOf(bytes, infos) : []).flatMap((info) => serialOf(bytes, info) ?? []),
  };
}

/** Returns the elements of SignedData; none if invalid. May throw like `signedContent`. */
export function signedData(bytes: Buffer): readonly BerNode[] {
  const message = firstNode(bytes);
  if (message?.tag !== berTags.sequence) return [];
  const wrapped = childrenOf(bytes, message).find((node) => node.tag === berTags.firstContext);
  const signed = wrapped && childrenOf(bytes, wrapped).find((node) => node.tag === berTags.sequence);
  return signed ? childrenOf(bytes, signed) : [];
}

/** A SignerInfo names its certificate by issuer and serial number. */
function serialOf(bytes: Buffer, info: BerNode): string | null {
  const named = childrenOf(bytes, info).find((node) => node.tag === berTags.sequence);
  const serial = named && childrenOf(bytes, named).find((node) => node.tag === berTags.integer);
  return serial ? bytes.toString('hex', serial.start, serial.end).replace(/^0+/, '') : null;
}
