/** Inflates raw deflate data up to a hard limit. Pure. */
import { constants, createInflateRaw, inflateRawSync } from 'node:zlib';

/** Up to this size, inflating takes only a few milliseconds on this thread. */
const maxSyncBytes = 256 * 1024;
/** Maximum compression ratio of deflate. */
const maxRatio = 1032;

/** Returns the content if it has exactly `size` bytes, else null. Never allocates more memory. */
export async function inflateExactly(packed: Buffer, size: number): Promise<Buffer | null> {
  const bytes = size <= maxSyncBytes ? inflateUpTo(packed, size) : await inflateLarge(packed, size);
  return bytes && bytes.length === size ? bytes : null;
}

/** Inflates data that may be truncated. Returns null if it is not deflate data. */
export function inflatePrefix(packed: Buffer): Buffer | null {
  return inflateUpTo(packed, packed.length * maxRatio + 1024);
}

function inflateUpTo(packed: Buffer, size: number): Buffer | null {
  try {
    return inflateRawSync(packed, {
      maxOutputLength: Math.max(1, size),
      finishFlush: constants.Z_SYNC_FLUSH,
    });
  } catch {
    // Every zlib error means that the data is invalid.
    return null;
  }
}

async function inflateLarge(packed: Buffer, size: number): Promise<Buffer | null> {
  // Valid data cannot expand more than this, so no memory is allocated.
  if (size > packed.length * maxRatio + 1024) return null;
  const target = Buffer.allocUnsafe(size);
  const stream = createInflateRaw({ finishFlush: constants.Z_SYNC_FLUSH });
  stream.end(packed);
  let filled = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (filled + chunk.length > size) return null;
      filled += chunk.copy(target, filled);
    }
  } catch {
    return null;
  }
  return target.subarray(0, filled);
}
