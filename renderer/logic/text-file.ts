/** Text of a chosen file: UTF-16 if it begins with that byte order mark, UTF-8 otherwise. Null if larger, unreadable or neither. */
export async function textOfFile(file: File, maxBytes: number): Promise<string | null> {
  if (file.size > maxBytes) return null;
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const [first, second] = bytes;
    const isLittle = first === 0xff && second === 0xfe;
    const isBig = first === 0xfe && second === 0xff;
    const encoding = isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8';
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    // The browser gives one error for a file that cannot be read, the decoder one for other bytes: neither has a cause.
    return null;
  }
}
