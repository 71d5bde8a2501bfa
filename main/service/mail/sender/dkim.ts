import { createPublicKey } from 'node:crypto';
import { readTags, type TxtLookup } from './txt-lookup.ts';

/** `short`: an RSA key of fewer than 1024 bits, which receivers ignore. */
export type DkimResult = {
  readonly state: 'valid' | 'missing' | 'revoked' | 'invalid' | 'short' | 'unknown';
};

const minBits = 1024;

export async function readDkim(domain: string, selector: string, lookup: TxtLookup): Promise<DkimResult> {
  const answer = await lookup(`${selector}._domainkey.${domain}`);
  if (answer.state === 'unknown') return { state: 'unknown' };
  const [record] = answer.state === 'found' ? answer.records : [];
  if (record === undefined) return { state: 'missing' };
  const tags = readTags(record);
  const key = tags?.get('p');
  if (!tags || key === undefined || (tags.get('v') ?? 'DKIM1') !== 'DKIM1') return { state: 'invalid' };
  if (key === '') return { state: 'revoked' };
  const bytes = Buffer.from(key, 'base64');
  // RFC 8463: an Ed25519 key is 32 bytes.
  if (tags.get('k') === 'ed25519') return { state: bytes.length === 32 ? 'valid' : 'invalid' };
  if ((tags.get('k') ?? 'rsa') !== 'rsa') return { state: 'invalid' };
  const bits = rsaBits(bytes);
  if (bits === null) return { state: 'invalid' };
  return { state: bits < minBits ? 'short' : 'valid' };
}

/** Returns the modulus length in bits; null if not an RSA key. Providers publish keys as SPKI or PKCS #1. */
function rsaBits(key: Buffer): number | null {
  return modulusLength(key, 'spki') ?? modulusLength(key, 'pkcs1');
}

function modulusLength(key: Buffer, type: 'spki' | 'pkcs1'): number | null {
  try {
    return createPublicKey({ key, format: 'der', type }).asymmetricKeyDetails?.modulusLength ?? null;
  } catch {
    // OpenSSL throws for any bytes that are not a key of this type.
    return null;
  }
}
