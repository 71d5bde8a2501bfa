/** Whether bytes are a WAV sound, by the header of the RIFF container. Pure. */
import type { Sentence } from '../../base/sentences.ts';
import { checkWords as words } from './words-check.ts';

/** As much of the beginning as `wavProblem` may need. */
export const wavHeadBytes = 4096;

/** What is wrong with a file that calls itself a WAV, as the end of a sentence; null for one. `head` is its beginning. */
export function wavProblem(head: Uint8Array, size: number): Sentence | null {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  const tag = (at: number): string => bytes.toString('latin1', at, at + 4);
  if (size === 0) return words.empty();
  if (bytes.length < 12 || tag(0) !== 'RIFF' || tag(8) !== 'WAVE') return otherKind(bytes);
  if (bytes.readUInt32LE(4) + 8 > size + 1) return words.cutOff();
  for (let at = 12; at + 8 <= bytes.length; ) {
    if (tag(at) === 'fmt ') return null;
    const length = bytes.readUInt32LE(at + 4);
    at += 8 + length + (length % 2);
  }
  return bytes.length < size ? null : words.headerSilent();
}

function otherKind(bytes: Buffer): Sentence {
  const begins = bytes.toString('latin1', 0, 4);
  if (begins.startsWith('ID3') || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0))
    return words.mp3();
  if (begins === 'OggS') return words.ogg();
  if (begins === 'fLaC') return words.flac();
  if (begins === 'FORM') return words.aiff();
  if (begins === 'caff') return words.caf();
  if (bytes.toString('latin1', 4, 8) === 'ftyp') return words.mpeg4();
  return words.noWavInside();
}
