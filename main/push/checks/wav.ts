import { type Message, messageOf } from '../../messages/message.ts';

export const wavHeadBytes = 4096;

/** Returns the problem as the end of a sentence; null if valid. `head`: the first `wavHeadBytes`. */
export function wavProblem(head: Uint8Array, size: number): Message | null {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  const tag = (at: number): string => bytes.toString('latin1', at, at + 4);
  if (size === 0) return messageOf('check/empty');
  if (bytes.length < 12 || tag(0) !== 'RIFF' || tag(8) !== 'WAVE') return otherKind(bytes);
  if (bytes.readUInt32LE(4) + 8 > size + 1) return messageOf('check/cutOff');
  const chunks = chunksOf(bytes);
  const format = chunks.get('fmt ');
  if (format === undefined || format + 24 > bytes.length)
    return bytes.length < size ? null : messageOf('check/headerSilent');
  return codingProblem(bytes, format) ?? lengthProblem(bytes, { format, data: chunks.get('data'), size });
}

function chunksOf(bytes: Buffer): ReadonlyMap<string, number> {
  const chunks = new Map<string, number>();
  for (let at = 12; at + 8 <= bytes.length; ) {
    chunks.set(bytes.toString('latin1', at, at + 4), at);
    const length = bytes.readUInt32LE(at + 4);
    at += 8 + length + (length % 2);
  }
  return chunks;
}

/** Format tags of the codecs that iOS plays: linear PCM, float, A-law, µ-law and IMA4. */
const playedTags: readonly number[] = [1, 3, 6, 7, 0x11];
const mp3Tag = 0x55;
const extensibleTag = 0xfffe;

function codingProblem(bytes: Buffer, format: number): Message | null {
  const declared = bytes.readUInt16LE(format + 8);
  const isExtensible = declared === extensibleTag && format + 34 <= bytes.length;
  const tag = isExtensible ? bytes.readUInt16LE(format + 32) : declared;
  if (playedTags.includes(tag)) return null;
  if (tag === mp3Tag) return messageOf('check/mp3Inside');
  return messageOf('check/wavCoding', { tag: `0x${tag.toString(16).padStart(4, '0')}` });
}

/** iOS plays its default sound instead of a longer file. */
const maxSeconds = 30;

function lengthProblem(
  bytes: Buffer,
  {
    format,
    data,
    size,
  }: { readonly format: number; readonly data: number | undefined; readonly size: number },
): Message | null {
  const bytesPerSecond = bytes.readUInt32LE(format + 16);
  if (bytesPerSecond === 0) return messageOf('check/headerSilent');
  // The stored length may be wrong, because programs that write to a pipe cannot fill it in.
  const length = data === undefined ? size : Math.min(bytes.readUInt32LE(data + 4), size - data - 8);
  const seconds = Math.round((length / bytesPerSecond) * 10) / 10;
  return seconds > maxSeconds ? messageOf('check/tooLong', { seconds, max: maxSeconds }) : null;
}

function otherKind(bytes: Buffer): Message {
  const begins = bytes.toString('latin1', 0, 4);
  if (begins.startsWith('ID3') || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0))
    return messageOf('check/mp3');
  if (begins === 'OggS') return messageOf('check/ogg');
  if (begins === 'fLaC') return messageOf('check/flac');
  if (begins === 'FORM') return messageOf('check/aiff');
  if (begins === 'caff') return messageOf('check/caf');
  if (bytes.toString('latin1', 4, 8) === 'ftyp') return messageOf('check/mpeg4');
  return messageOf('check/noWavInside');
}
