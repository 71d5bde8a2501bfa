/** Whether bytes are a WAV sound, by the header of the RIFF container. Pure. */

/** As much of the beginning as `wavProblem` may need. */
export const wavHeadBytes = 4096;

/** What is wrong with a file that calls itself a WAV, in words; null for one. `head` is its beginning. */
export function wavProblem(head: Uint8Array, size: number): string | null {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  const tag = (at: number): string => bytes.toString('latin1', at, at + 4);
  if (size === 0) return 'it is empty';
  if (bytes.length < 12 || tag(0) !== 'RIFF' || tag(8) !== 'WAVE') return `it is ${otherKind(bytes)}`;
  if (bytes.readUInt32LE(4) + 8 > size + 1) return 'it is cut off: its header promises more than there is';
  for (let at = 12; at + 8 <= bytes.length; ) {
    if (tag(at) === 'fmt ') return null;
    const length = bytes.readUInt32LE(at + 4);
    at += 8 + length + (length % 2);
  }
  return bytes.length < size ? null : 'its header does not say which kind of sound it holds';
}

function otherKind(bytes: Buffer): string {
  const begins = bytes.toString('latin1', 0, 4);
  if (begins.startsWith('ID3') || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0)) return 'an MP3';
  if (begins === 'OggS') return 'an Ogg sound';
  if (begins === 'fLaC') return 'a FLAC sound';
  if (begins === 'FORM') return 'an AIFF sound';
  if (begins === 'caff') return 'a CAF sound';
  if (bytes.toString('latin1', 4, 8) === 'ftyp') return 'an MPEG-4 file';
  return 'no WAV sound inside';
}
