/**
 * Buffers of parts, used again by all uploads of a store: with a new one for each part, garbage would take as much memory
 * as the parts do. No more of them wait for their next use than uploads are open.
 */
export class PartBuffers {
  readonly #free: Buffer[] = [];
  readonly #uploads = new Set<object>();

  openUpload(upload: object): void {
    this.#uploads.add(upload);
  }

  /** It takes no more buffers. */
  closeUpload(upload: object): void {
    this.#uploads.delete(upload);
    this.#free.splice(this.#uploads.size).forEach(free);
  }

  take(size: number): Buffer {
    return (size === firstPartSize ? this.#free.pop() : null) ?? Buffer.allocUnsafeSlow(size);
  }

  /** Nothing may use the buffer any more. */
  giveBack(buffer: Buffer): void {
    if (buffer.length === firstPartSize && this.#free.length < this.#uploads.size) this.#free.push(buffer);
    else free(buffer);
  }
}

/** At once: the garbage collector looks again only after 64 MiB outside its heap. */
function free({ buffer }: Buffer): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}

const mebibyte = 1024 * 1024;

/** The least that S3 takes, for the first 950 parts, 5 GB of a build: what an upload needs of memory. */
const firstPartSize = 5 * mebibyte;

const partsOfOneSize = 950;

/**
 * The size in bytes of the part with this number, from 1. An object has 10,000 parts at most, each up to 5 GiB but none
 * except the last under 5 MiB: doubled every 950 parts, they are enough for 5 TiB, the most an object can have.
 */
export function partSize(number: number): number {
  return firstPartSize * 2 ** Math.floor((number - 1) / partsOfOneSize);
}
