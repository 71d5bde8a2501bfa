import { type Message, messageOf } from '../../messages/message.ts';

/** As much of the beginning as `wavProblem` may need. */
export const wavHeadBytes = 4096;

/** What is wrong with a file that calls itself a WAV, as the end of a sentence; null for one. `head` is its beginning. */
export function wavProblem(head: Uint8Array, size: number): Message | null {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  const tag = (at: number): string => bytes.toString('latin1', at, at + 4);
  if (size === 0) return messageOf('check/empty');
  if (bytes.length < 12 || tag(0) !== 'RIFF' || tag(8) !== 'WAVE') return otherKind(bytes);
  if (bytes.readUInt32LE(4) + 8 > size + 1) return messageOf('check/cutOff');
  for (let at = 12; at + 8 <= bytes.length; ) {
    if (tag(at) === 'fmt ') return null;
    const length = bytes.readUInt32LE(at + 4);
    at += 8 + length + (length % 2);
  }
  return bytes.length < size ? null : messageOf('check/headerSilent');
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
