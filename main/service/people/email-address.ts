/** Maximum length in SMTP (RFC 5321). */
const maxLength = 254;

/** Trims the address; null if invalid. Rejects display names such as `Ann <ann@…>`. */
export function emailAddress(text: string): string | null {
  const address = text.trim();
  // Excludes invisible characters, spaces, and characters with a meaning in headers. Compiled on demand: its
  // Unicode classes cost milliseconds.
  const shape =
    /^[^\s\p{C}\p{Z}\ufffd@<>()[\]\\,;:"]{1,64}@(?:localhost|[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?)+)$/u;
  if (address.length > maxLength || !shape.test(address)) return null;
  const local = address.slice(0, address.indexOf('@'));
  return local.startsWith('.') || local.endsWith('.') || local.includes('..') ? null : address;
}

/** Addresses with the same key belong to the same recipient. */
export function emailKey(address: string): string {
  return address.normalize('NFC').toLowerCase();
}
