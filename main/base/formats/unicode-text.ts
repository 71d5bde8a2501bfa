/** Text in UTF-8 or UTF-16, which is told by its mark or by the zero beside the first character. */
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
