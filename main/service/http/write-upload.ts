import { createHash } from 'node:crypto';
import type { ReceivedBlob } from '../storage/storage.ts';

const batchBytes = 1024 * 1024;

export type WrittenUpload = { readonly size: number; readonly sha256: string };

/**
 * Writes a stream into `received` and hashes it in the same pass: batches of at least 1 MiB, one on its way to the
 * disk while the next is collected. Durable when resolved.
 */
export async function writeUpload(
  chunks: AsyncIterable<Uint8Array>,
  received: ReceivedBlob,
): Promise<WrittenUpload> {
  const hash = createHash('sha256');
  let size = 0;
  let batch: Uint8Array[] = [];
  let batched = 0;
  let writing: Promise<void> = Promise.resolve();
  const flush = async (): Promise<void> => {
    await writing;
    writing = received.append(batch);
    // The failure is met by the next await; without this it would count as unhandled until then.
    writing.catch(() => null);
    batch = [];
    batched = 0;
  };
  try {
    for await (const chunk of chunks) {
      hash.update(chunk);
      size += chunk.length;
      batched += chunk.length;
      batch.push(chunk);
      if (batched >= batchBytes) await flush();
    }
    await flush();
  } finally {
    await writing.catch(() => null);
  }
  await writing;
  await received.finish();
  return { size, sha256: hash.digest('hex') };
}
