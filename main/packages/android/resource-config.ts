/** Configuration of a resource value (ResTable_config), limited to what Slipway needs. Pure. */

export type ResourceConfig = {
  /** BCP 47 tag as written: `ja`, `zh-TW`, `sr-Latn`; empty if valid for every language. */
  readonly locale: string;
  /** Dots per inch; 0 any, 0xfffe anydpi, 0xffff nodpi. */
  readonly density: number;
  readonly sdkVersion: number;
  /** True for qualifiers other than language, density and SDK version, such as night mode. */
  readonly special: boolean;
};

/** Reads the configuration at a position; `end` is the end of its header. */
export function readConfig(bytes: Buffer, at: number, end: number): ResourceConfig {
  const size = Math.min(at + 4 <= end ? bytes.readUInt32LE(at) : 0, end - at, 64);
  // Old tools write shorter configurations. Missing fields count as zero.
  const padded = Buffer.alloc(64);
  bytes.copy(padded, 0, at, at + Math.max(0, size));
  return {
    locale: localeOf(padded),
    density: padded.readUInt16LE(14),
    sdkVersion: padded.readUInt16LE(24),
    special: isSpecial(padded),
  };
}

function isSpecial(config: Buffer): boolean {
  const parts = [config.subarray(4, 8), config.subarray(12, 14), config.subarray(16, 24)];
  return [...parts, config.subarray(28, 36), config.subarray(48, 52)].some((part) =>
    part.some((byte) => byte !== 0),
  );
}

function localeOf(config: Buffer): string {
  const language = decodeLetters(config.readUInt8(8), config.readUInt8(9), 0x61);
  const region = decodeLetters(config.readUInt8(10), config.readUInt8(11), 0x30);
  const scriptWasComputed = config.readUInt8(52) !== 0;
  const script = scriptWasComputed ? '' : text(config.subarray(36, 40));
  const variant = text(config.subarray(40, 48));
  if (!language) return '';
  return [language, script, region, variant].filter((part) => part !== '').join('-');
}

/** Decodes two plain letters, or three letters in 15 bits, relative to `base`. */
function decodeLetters(first: number, second: number, base: number): string {
  if (first === 0) return '';
  if ((first & 0x80) === 0) return String.fromCharCode(first, second);
  const packed = [second & 0x1f, ((second & 0xe0) >> 5) | ((first & 0x03) << 3), (first & 0x7c) >> 2];
  return String.fromCharCode(...packed.map((part) => part + base));
}

function text(bytes: Buffer): string {
  const end = bytes.indexOf(0);
  return bytes.toString('latin1', 0, end < 0 ? bytes.length : end);
}
