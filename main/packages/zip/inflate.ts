/** Unpacks raw deflate data under a hard cap. Pure over bytes. */
import { constants, createInflateRaw, inflateRawSync } from 'node:zlib';

/** Up to here inflating takes under a few milliseconds and is not worth a thread. */
const smallBytes = 256 * 1024;
/** Deflate packs at most 1032 to 1. */
const mostGrowth = 1032;

/** Exactly `size` bytes; null when the data is no such thing. No more than that is ever held. */
export async function inflateExactly(packed: Buffer, size: number): Promise<Buffer | null> {
  const bytes = size <= smallBytes ? inflateUpTo(packed, size) : await inflateLarge(packed, size);
  return bytes && bytes.length === size ? bytes : null;
}

/** What the first bytes of packed data unpack to, as far as they go; null when they are no deflate data. */
export function inflateBeginning(packed: Buffer): Buffer | null {
  return inflateUpTo(packed, packed.length * mostGrowth + 1024);
}

function inflateUpTo(packed: Buffer, size: number): Buffer | null {
  try {
    return inflateRawSync(packed, {
      maxOutputLength: Math.max(1, size),
      finishFlush: constants.Z_SYNC_FLUSH,
    });
  } catch {
    // Every way in which zlib refuses means the same: these bytes are not what they are said to be.
    return null;
  }
}

/** Into one buffer of the stated size. */
async function inflateLarge(packed: Buffer, size: number): Promise<Buffer | null> {
  // A larger size is a lie that should not even be set aside.
  if (size > packed.length * mostGrowth + 1024) return null;
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
