/**
 * Pool of part buffers, shared by all uploads of a store. A new buffer for each part would double memory use
 * through garbage. The pool keeps at most one free buffer for each open upload.
 */
export class BufferPool {
  readonly #free: Buffer[] = [];
  readonly #uploads = new Set<object>();

  openUpload(upload: object): void {
    this.#uploads.add(upload);
  }

  /** The upload must not acquire buffers afterwards. */
  closeUpload(upload: object): void {
    this.#uploads.delete(upload);
    this.#free.splice(this.#uploads.size).forEach(free);
  }

  acquire(size: number): Buffer {
    return (size === firstPartSize ? this.#free.pop() : null) ?? Buffer.allocUnsafeSlow(size);
  }

  /** The caller must not use the buffer afterwards. */
  release(buffer: Buffer): void {
    if (buffer.length === firstPartSize && this.#free.length < this.#uploads.size) this.#free.push(buffer);
    else free(buffer);
  }
}

/** Frees the memory at once; the garbage collector only runs after 64 MiB of external memory. */
function free({ buffer }: Buffer): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}

const mebibyte = 1024 * 1024;

/**
 * Minimum part size of S3, used for the first 950 parts (5 GB). It also determines the memory that an upload
 * needs.
 */
const firstPartSize = 5 * mebibyte;

const partsPerSize = 950;

/**
 * Returns the size in bytes of the part with this number, from 1. S3 allows 10,000 parts of 5 MiB to 5 GiB;
 * the last may be smaller. Doubling every 950 parts covers 5 TiB, the maximum object size.
 */
export function partSize(number: number): number {
  return firstPartSize * 2 ** Math.floor((number - 1) / partsPerSize);
}
