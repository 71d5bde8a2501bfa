import { createHash } from 'node:crypto';
import { serviceErrors } from '../errors.ts';
import type { ReceivedBlob } from '../storage/storage.ts';

const batchBytes = 1024 * 1024;
const batchesPerCheck = 64;

export type WrittenUpload = { readonly size: number; readonly sha256: string };

export type UploadLimits = { readonly largest: number | null; readonly stillFits: () => Promise<void> };

/**
 * Writes a stream into `received` and hashes it in the same pass: batches of 1 MiB, one on its way to the disk while
 * the next is filled. Durable when resolved. Takes the chunks over: what they hold is gone once it is copied.
 * `stillFits` is asked before the first byte and every 64 MiB; it throws when the disk takes no more. Throws
 * `service/tooLarge` for more than `largest` bytes.
 */
export async function writeUpload(
  chunks: AsyncIterable<Uint8Array>,
  received: ReceivedBlob,
  { largest, stillFits }: UploadLimits,
): Promise<WrittenUpload> {
  const hash = createHash('sha256');
  let size = 0;
  let count = 0;
  let writing: Promise<void> = Promise.resolve();
  try {
    for await (const batch of inBatches(chunks, largest)) {
      hash.update(batch);
      size += batch.length;
      await writing;
      if (count % batchesPerCheck === 0) await stillFits();
      count += 1;
      writing = received.append([batch]);
      // The failure is met by the next await; without this it would count as unhandled until then.
      writing.catch(() => null);
    }
  } finally {
    await writing.catch(() => null);
  }
  await writing;
  await received.finish();
  return { size, sha256: hash.digest('hex') };
}

/** In two buffers that take turns: a batch stays as it is until the one after the next is asked for. */
async function* inBatches(
  chunks: AsyncIterable<Uint8Array>,
  largest: number | null,
): AsyncGenerator<Uint8Array> {
  let filling = Buffer.allocUnsafeSlow(batchBytes);
  let resting = Buffer.allocUnsafeSlow(batchBytes);
  let filled = 0;
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (largest !== null && size > largest) throw serviceErrors.tooLarge({ limit: largest });
    for (let at = 0; at < chunk.length; ) {
      const piece = chunk.subarray(at, at + batchBytes - filled);
      filling.set(piece, filled);
      filled += piece.length;
      at += piece.length;
      if (filled < batchBytes) continue;
      yield filling;
      [filling, resting] = [resting, filling];
      filled = 0;
    }
    giveBack(chunk);
  }
  if (filled > 0) yield filling.subarray(0, filled);
}

/**
 * Frees the memory of a chunk at once. Left to the garbage collector, which looks again only after 64 MiB outside its
 * heap, an upload would hold that much. Only memory that nothing but this chunk covers: small ones share theirs.
 */
function giveBack({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
