import { createPrivateKey, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';

export function covers(certificate: X509Certificate, name: string): boolean {
  const found =
    isIP(name) === 0 ? certificate.checkHost(name, { subject: 'never' }) : certificate.checkIP(name);
  return found !== undefined;
}

/** Throws if `key` is not a private key in PEM. */
export function isKeyOf(certificate: X509Certificate, key: string): boolean {
  return certificate.checkPrivateKey(createPrivateKey(key));
}

/** Returns the certificates of a PEM text in order. Throws if any is damaged. */
export function certificatesIn(pem: string): readonly X509Certificate[] {
  const texts = pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  return texts.map((text) => new X509Certificate(text));
}

export function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

export function commonName({ subject }: X509Certificate): string {
  return /^CN=(.*)$/m.exec(subject)?.[1] ?? subject;
}

export function issuerOf({ issuer }: X509Certificate): string {
  return /^CN=(.*)$/m.exec(issuer)?.[1] ?? /^O=(.*)$/m.exec(issuer)?.[1] ?? issuer;
}

export function namesOf({ subjectAltName = '' }: X509Certificate): readonly string[] {
  return subjectAltName
    .split(', ')
    .filter((name) => name !== '')
    .map((name) => name.replace(/^(DNS|IP Address):/, ''));
}

/** Returns the date in UTC, such as `2026-11-21`. */
export function dateOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** Returns the SHA-256 of the certificate in groups of two bytes: `1A2B 3C4D …`. */
export function fingerprintOf({ fingerprint256 }: X509Certificate): string {
  return (fingerprint256.replaceAll(':', '').match(/.{4}/g) ?? []).join(' ');
}
