/** Decodes a file as UTF-16 if it has that byte order mark, else as UTF-8. Returns null if invalid. */
export function decodeWholeText(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  const isLittle = first === 0xff && second === 0xfe;
  const isBig = first === 0xfe && second === 0xff;
  const decoder = new TextDecoder(isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8', { fatal: true });
  try {
    const text = decoder.decode(bytes);
    // A NUL character shows that this is UTF-16 without a byte order mark, or a binary file.
    return text.includes('\0') ? null : text;
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** Decodes UTF-8 or UTF-16. Detects UTF-16 by its byte order mark or a zero byte in the first character. */
export function decodeText(bytes: Buffer): { readonly text: string; readonly wide: boolean } {
  const [first = 0, second = 0] = bytes;
  const isLittle = (first === 0xff && second === 0xfe) || (first !== 0 && second === 0);
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second !== 0);
  if (!isLittle && !isBig) return { text: withoutMark(bytes.toString('utf8')), wide: false };
  const even = bytes.subarray(0, bytes.length - (bytes.length % 2));
  const text = (isLittle ? even : Buffer.from(even).swap16()).toString('utf16le');
  return { text: withoutMark(text), wide: true };
}

function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
