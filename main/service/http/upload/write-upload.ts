import { createHash } from 'node:crypto';
import { serviceErrors } from '../../errors.ts';
import type { ReceivedBlob } from '../../storage/storage.ts';

const batchBytes = 1024 * 1024;
/** However small they are, so that many small chunks hold no more memory than a few large ones. */
const batchChunks = 64;
const batchesPerCheck = 64;

export type WrittenUpload = { readonly size: number; readonly sha256: string };

export type UploadLimits = { readonly largest: number | null; readonly stillFits: () => Promise<void> };

/**
 * Writes a stream into `received` and hashes it in the same pass: batches of at least 1 MiB, one on its way to the disk
 * while the next is collected. Durable when resolved. Takes the chunks over: what they hold is gone once it is written.
 * `stillFits` is asked before the first batch and every 64; it throws when the disk takes no more. Throws
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
  let batch: Uint8Array[] = [];
  let batched = 0;
  let writing: Promise<void> = Promise.resolve();
  const flush = async (): Promise<void> => {
    await writing;
    if (count % batchesPerCheck === 0) await stillFits();
    writing = writeBatch(batch, received);
    // The failure is met by the next await; without this it would count as unhandled until then.
    writing.catch(() => null);
    count += 1;
    batch = [];
    batched = 0;
  };
  try {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (largest !== null && size > largest) throw serviceErrors.tooLarge({ limit: largest });
      hash.update(chunk);
      batch.push(chunk);
      batched += chunk.length;
      if (batched >= batchBytes || batch.length >= batchChunks) await flush();
    }
    if (batch.length > 0) await flush();
    await writing;
  } finally {
    await writing.catch(() => null);
  }
  await received.finish();
  return { size, sha256: hash.digest('hex') };
}

async function writeBatch(batch: readonly Uint8Array[], received: ReceivedBlob): Promise<void> {
  await received.append(batch);
  batch.forEach(giveBack);
}

/**
 * Frees the memory of a chunk at once. Left to the garbage collector, which looks again only after 64 MiB outside its
 * heap, an upload would hold that much. Only memory that nothing but this chunk covers: small ones share theirs.
 */
function giveBack({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
