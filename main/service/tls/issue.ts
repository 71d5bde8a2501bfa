/** Makes certificates. Loads a library of its own, so it is imported where one is made. */
import 'reflect-metadata/lite';
import { createPrivateKey, KeyObject, type webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';

/** A certificate and its private key, both PEM. */
export type KeyPair = { readonly cert: string; readonly key: string };

/** Milliseconds since 1970 UTC. */
export type Validity = { readonly from: number; readonly until: number };

/** All phones know it. */
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

/** An authority that signs certificates of servers, and no other authorities. */
export async function issueAuthority(name: string, validity: Validity): Promise<KeyPair> {
  const keys = await generateKeys();
  const made = await X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [name] }, { O: ['Slipway'] }],
    ...dates(validity),
    keys: forLibrary(keys),
    signingAlgorithm: algorithm,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(forLibrary(keys.publicKey)),
    ],
  });
  return { cert: made.toString('pem'), key: exported(keys) };
}

/** A server's certificate for host names and IP addresses, signed by an authority. */
export async function issueCertificate(
  authority: KeyPair,
  names: readonly string[],
  validity: Validity,
): Promise<KeyPair> {
  const issuer = new X509Certificate(authority.cert);
  const keys = await generateKeys();
  const made = await X509CertificateGenerator.create({
    issuer: issuer.subjectName,
    subject: [{ CN: ['Slipway'] }],
    ...dates(validity),
    signingKey: forLibrary(createPrivateKey(authority.key).toCryptoKey(algorithm, false, ['sign'])),
    publicKey: forLibrary(keys.publicKey),
    signingAlgorithm: algorithm,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension(
        names.map((value) => ({ type: isIP(value) === 0 ? ('dns' as const) : ('ip' as const), value })),
      ),
      await SubjectKeyIdentifierExtension.create(forLibrary(keys.publicKey)),
      await AuthorityKeyIdentifierExtension.create(issuer),
    ],
  });
  return { cert: made.toString('pem'), key: exported(keys) };
}

function generateKeys(): Promise<webcrypto.CryptoKeyPair> {
  return crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
}

/** The library names browsers' types of keys, which are the same. */
function forLibrary(keys: webcrypto.CryptoKey | webcrypto.CryptoKeyPair): never {
  return keys as never;
}

function exported({ privateKey }: webcrypto.CryptoKeyPair): string {
  return KeyObject.from(privateKey).export({ type: 'pkcs8', format: 'pem' }).toString();
}

function dates({ from, until }: Validity): { readonly notBefore: Date; readonly notAfter: Date } {
  return { notBefore: new Date(from), notAfter: new Date(until) };
}
