import { createCipheriv, createHash } from 'node:crypto';

/** Bytes that do not compress and are the same every time: a key stream drawn from `seed`, about 1 GB a second. */
export function padding(seed: string, length: number): Buffer {
  const key = createHash('sha256').update(seed).digest();
  return createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(length));
}
