/** From the bytes of a text file to its text. Pure. */

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
export type DecodedText = { readonly text: string; readonly encoding: TextEncoding };

/**
 * UTF-8 with or without its mark, UTF-16 with its mark (Excel's “Unicode text”); what is neither is taken for
 * Windows-1252 (Excel's plain CSV in Western countries). Null when the bytes are no text: a workbook, a picture.
 */
export function decodeText(bytes: Uint8Array): DecodedText | null {
  for (const encoding of possibleEncodings(bytes)) {
    const text = decode(bytes, encoding);
    if (text !== null) return text.includes('\0') ? null : { text, encoding };
  }
  return null;
}

function possibleEncodings([first, second]: Uint8Array): readonly TextEncoding[] {
  if (first === 0xff && second === 0xfe) return ['utf-16le'];
  if (first === 0xfe && second === 0xff) return ['utf-16be'];
  return ['utf-8', 'windows-1252'];
}

function decode(bytes: Uint8Array, encoding: TextEncoding): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    // A TextDecoder says only “not this encoding”.
    return null;
  }
}
