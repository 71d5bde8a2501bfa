/** Numbers as variable-length integers: seven bits in each byte, lowest bits first. */

import { deltaErrors } from './errors.ts';

export function encodeNumbers(values: readonly number[]): Buffer {
  const bytes: number[] = [];
  for (let value of values) {
    for (; value >= 128; value = Math.floor(value / 128)) bytes.push((value % 128) | 128);
    bytes.push(value);
  }
  return Buffer.from(bytes);
}

/** Returns functions that read the next number or bytes, and throw `delta/damaged` at the end. */
export function createNumberReader(bytes: Buffer) {
  let at = 0;
  const next = (): number => {
    let value = 0;
    for (let unit = 1; unit <= 2 ** 42; unit *= 128) {
      const byte = bytes[at];
      if (byte === undefined) break;
      at += 1;
      value += (byte & 127) * unit;
      if (byte < 128) return value;
    }
    throw deltaErrors.damaged({});
  };
  const nextBytes = (length: number): Buffer => {
    if (length > bytes.length - at) throw deltaErrors.damaged({});
    at += length;
    return bytes.subarray(at - length, at);
  };
  return { next, nextBytes, isAtEnd: () => at === bytes.length };
}
