import { createHash } from 'node:crypto';
import { serviceErrors } from '../../errors.ts';
import type { PartHashes } from '../../storage/records.ts';
import type { BlobUpload } from '../../storage/upload-storage.ts';
import { createPartHashes } from './part-hashes.ts';

const batchBytes = 256 * 1024;
/** Limits the memory used by many small chunks. */
const batchChunks = 64;
const batchesPerCheck = 64;

export type WrittenUpload = {
  readonly size: number;
  readonly sha256: string;
  readonly partHashes: PartHashes | null;
};

export type UploadLimits = {
  readonly maxBytes: number;
  readonly ensureSpace: () => Promise<void>;
  readonly hashesParts: boolean;
};

/**
 * Hashes and writes a stream. Data is durable when the promise resolves. Throws `service/tooLarge` and the
 * errors of `ensureSpace`.
 */
export async function writeUpload(
  chunks: AsyncIterable<Uint8Array>,
  received: BlobUpload,
  { maxBytes, ensureSpace, hashesParts }: UploadLimits,
): Promise<WrittenUpload> {
  const hash = createHash('sha256');
  const partHashes = hashesParts ? createPartHashes() : null;
  let size = 0;
  const onChunk = (chunk: Uint8Array): void => {
    size += chunk.length;
    if (size > maxBytes) throw serviceErrors.tooLarge({ limit: maxBytes });
    hash.update(chunk);
    partHashes?.update(chunk);
  };
  await writeChunks(chunks, received, { ensureSpace, onChunk });
  await received.finish();
  return { size, sha256: hash.digest('hex'), partHashes: partHashes?.end() ?? null };
}

/**
 * Writes a stream in batches, and collects the next batch during each write. Calls `ensureSpace` before the
 * first batch and every 64 batches, and `onChunk` for each chunk.
 */
export async function writeChunks(
  chunks: AsyncIterable<Uint8Array>,
  received: BlobUpload,
  {
    ensureSpace,
    onChunk,
  }: Pick<UploadLimits, 'ensureSpace'> & { readonly onChunk: (chunk: Uint8Array) => void },
): Promise<void> {
  let count = 0;
  let batch: Uint8Array[] = [];
  let batched = 0;
  let writing: Promise<void> = Promise.resolve();
  const flush = async (): Promise<void> => {
    await writing;
    if (count % batchesPerCheck === 0) await ensureSpace();
    writing = writeBatch(batch, received);
    // The next await reports the error; this avoids an unhandled rejection until then.
    writing.catch(() => null);
    count += 1;
    batch = [];
    batched = 0;
  };
  try {
    for await (const chunk of chunks) {
      onChunk(chunk);
      batch.push(chunk);
      batched += chunk.length;
      if (batched >= batchBytes || batch.length >= batchChunks) await flush();
    }
    if (batch.length > 0) await flush();
    await writing;
  } finally {
    await writing.catch(() => null);
  }
}

async function writeBatch(batch: readonly Uint8Array[], received: BlobUpload): Promise<void> {
  await received.append(batch);
  batch.forEach(releaseMemory);
}

/** Frees the chunk before garbage collection, except small chunks, which share a buffer. */
function releaseMemory({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
