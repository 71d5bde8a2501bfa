/** What certificates say. Pure. */
import { createPrivateKey, type X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';

/** Whether it is for a host name or an IP address. */
export function covers(certificate: X509Certificate, name: string): boolean {
  const found =
    isIP(name) === 0 ? certificate.checkHost(name, { subject: 'never' }) : certificate.checkIP(name);
  return found !== undefined;
}

/** Throws for what is no private key in PEM. */
export function isKeyOf(certificate: X509Certificate, key: string): boolean {
  return certificate.checkPrivateKey(createPrivateKey(key));
}

/** The names it is for, as people write them. */
export function namesOf({ subjectAltName = '' }: X509Certificate): readonly string[] {
  return subjectAltName
    .split(', ')
    .filter((name) => name !== '')
    .map((name) => name.replace(/^(DNS|IP Address):/, ''));
}

/** `2026-11-21`, in UTC. */
export function dateOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** SHA-256 of the certificate in groups of two bytes, as people compare it: `1A2B 3C4D …`. */
export function fingerprintOf({ fingerprint256 }: X509Certificate): string {
  return (fingerprint256.replaceAll(':', '').match(/.{4}/g) ?? []).join(' ');
}
