/**
 * Pool of part buffers for all uploads, because buffers that await garbage collection would double memory
 * use. Keeps at most one free buffer for each open upload.
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

/** S3's minimum, used for the first 950 parts (5 GB). Determines the memory that an upload needs. */
const firstPartSize = 5 * mebibyte;

const partsPerSize = 950;

/**
 * Returns the bytes of the part with this number, from 1. Doubling every 950 parts covers 5 TiB, the maximum
 * object size, within the 10,000 parts that S3 allows.
 */
export function partSize(number: number): number {
  return firstPartSize * 2 ** Math.floor((number - 1) / partsPerSize);
}
