/** Decodes UTF-16 after its byte order mark, else UTF-8. Returns null if too large, unreadable or invalid. */
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
    // Neither the browser's read error nor the decoder's has a useful cause.
    return null;
  }
}
