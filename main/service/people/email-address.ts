/** What counts as an e-mail address here. Pure. */

const shape =
  /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@(?=.{1,253}$)(?:localhost|[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)+)$/u;

/** The address without the spaces around it; null when it is none. Names like `Ann <ann@…>` are not addresses. */
export function emailAddress(text: string): string | null {
  const address = text.trim();
  const local = address.split('@')[0] ?? '';
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..')) return null;
  return address.length <= 254 && shape.test(address) ? address : null;
}

/** Two addresses with the same key reach the same person. */
export function emailKey(address: string): string {
  return address.normalize('NFC').toLowerCase();
}
