/** Frames compressed with Brotli, whose output is smaller here than that of zstd for equal CPU time. */

import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** Maximum size of a block that is compressed at the higher quality, which takes five times as long. */
const smallBlock = 2 * 1024 * 1024;

/** Compresses a part of a block of `blockLength` bytes. */
export async function compressFrame(content: Buffer, blockLength = content.length): Promise<Buffer> {
  if (content.length === 0) return content;
  return compress(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: blockLength <= smallBlock ? 9 : 5,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    },
  });
}

/** Returns the content; null if it is larger than `maxSize` bytes or the frame is damaged. */
export async function decompressFrame(frame: Buffer, maxSize: number): Promise<Buffer | null> {
  if (frame.length === 0 || maxSize === 0) return frame.length === 0 ? frame : null;
  try {
    return await decompress(frame, { maxOutputLength: maxSize });
  } catch {
    // Every error of Brotli means that the frame is damaged or exceeds the limit.
    return null;
  }
}
