import { firstPartSize } from './part-size.ts';

/**
 * Buffers of parts, used again by all uploads of a store: with a new one for each part, garbage would take as much memory
 * as the parts do. No more of them wait for their next use than uploads are open.
 */
export class PartBuffers {
  readonly #free: Buffer[] = [];
  #uploads = 0;

  openUpload(): void {
    this.#uploads += 1;
  }

  closeUpload(): void {
    this.#uploads -= 1;
    this.#free.splice(this.#uploads);
  }

  take(size: number): Buffer {
    return (size === firstPartSize ? this.#free.pop() : null) ?? Buffer.allocUnsafeSlow(size);
  }

  /** Nothing may use the buffer any more. */
  giveBack(buffer: Buffer): void {
    if (buffer.length === firstPartSize && this.#free.length < this.#uploads) this.#free.push(buffer);
  }
}
