import { X509Certificate } from 'node:crypto';

/** Returns null if the bytes are not a DER certificate. */
export function parseCertificate(der: Uint8Array): X509Certificate | null {
  try {
    return new X509Certificate(der);
  } catch {
    return null;
  }
}

/** Returns the expiry in ISO 8601 UTC, whole seconds; null if it is not a valid time. */
export function certificateExpiry({ validTo }: X509Certificate): string | null {
  const ms = Date.parse(validTo);
  return Number.isNaN(ms) ? null : new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');
}
