import { firstPartSize } from './part-size.ts';

/** Buffers of parts, used again by all uploads of a store: allocating each anew leaves much garbage at once. */
export class PartBuffers {
  readonly #kept: number;
  readonly #free: Buffer[] = [];

  /** At most `kept` buffers of the usual size wait for their next use. */
  constructor(kept: number) {
    this.#kept = kept;
  }

  take(size: number): Buffer {
    return (size === firstPartSize ? this.#free.pop() : null) ?? Buffer.allocUnsafeSlow(size);
  }

  /** Nothing may use the buffer any more. */
  giveBack(buffer: Buffer): void {
    if (buffer.length === firstPartSize && this.#free.length < this.#kept) this.#free.push(buffer);
  }
}
