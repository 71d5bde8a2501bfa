/** What counts as an e-mail address here. Pure. */

/** Longer ones no mail server takes (RFC 5321). */
const longest = 254;

/** The address without the spaces around it; null when it is none. Names like `Ann <ann@…>` are not addresses. */
export function emailAddress(text: string): string | null {
  const address = text.trim();
  // Invisible characters, spaces, what stands for a letter that was lost, and what mail headers give a meaning to are in
  // neither part; labels of a host have up to 63. Not made when the program starts: its classes of letters take milliseconds.
  const shape =
    /^[^\s\p{C}\p{Z}\ufffd@<>()[\]\\,;:"]{1,64}@(?:localhost|[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?)+)$/u;
  if (address.length > longest || !shape.test(address)) return null;
  const local = address.slice(0, address.indexOf('@'));
  return local.startsWith('.') || local.endsWith('.') || local.includes('..') ? null : address;
}

/** Two addresses with the same key reach the same person. */
export function emailKey(address: string): string {
  return address.normalize('NFC').toLowerCase();
}
