/** Zstandard frames whose dictionary is a part of the base. */

import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** First bytes of a dictionary in the format of zstd. */
const dictionaryMagic = Buffer.from([0x37, 0xa4, 0x30, 0xec]);

export async function compressFrame(content: Buffer, dictionary: Buffer, level: number): Promise<Buffer> {
  if (content.length === 0) return Buffer.alloc(0);
  return compress(content, {
    ...withDictionary(dictionary),
    pledgedSrcSize: content.length,
    params: {
      [constants.ZSTD_c_compressionLevel]: level,
      // The window covers the whole dictionary up to the last byte.
      [constants.ZSTD_c_windowLog]: windowLog(content.length + dictionary.length),
    },
  });
}

/** Returns the content of exactly `size` bytes; null if the frame has another size or is damaged. */
export async function decompressFrame(
  frame: Buffer,
  dictionary: Buffer,
  size: number,
): Promise<Buffer | null> {
  if (size === 0 || frame.length === 0) return size === frame.length ? frame : null;
  try {
    const content = await decompress(frame, {
      ...withDictionary(dictionary),
      maxOutputLength: size,
      params: { [constants.ZSTD_d_windowLogMax]: windowLog(size + dictionary.length) },
    });
    return content.length === size ? content : null;
  } catch {
    // Every error of zstd means that the frame is damaged or exceeds the limits.
    return null;
  }
}

function withDictionary(dictionary: Buffer): { readonly dictionary?: Buffer } {
  if (dictionary.length === 0) return {};
  const isFormatted = dictionary.subarray(0, 4).equals(dictionaryMagic);
  return { dictionary: isFormatted ? dictionary.subarray(1) : dictionary };
}

function windowLog(size: number): number {
  return Math.max(10, Math.ceil(Math.log2(size)));
}
