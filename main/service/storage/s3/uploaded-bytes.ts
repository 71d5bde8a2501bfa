const blockSize = 256 * 1024;
const maxBlocks = 4;

/** Returns the bytes from `start` to `end`, both inclusive. */
type Fetch = (start: number, end: number) => Promise<Buffer>;

/**
 * Random access to a finished upload, for zip directories. The end is in memory; fetches other bytes in
 * aligned blocks of 256 KiB.
 */
export class UploadedBytes {
  readonly #size: number;
  readonly #end: Buffer;
  readonly #endAt: number;
  readonly #fetch: Fetch;
  readonly #blocks = new Map<number, Promise<Buffer>>();

  constructor(size: number, end: Buffer, fetch: Fetch) {
    this.#size = size;
    this.#end = end;
    this.#endAt = size - end.length;
    this.#fetch = fetch;
  }

  async read(position: number, length: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, this.#size - position)));
    let done = 0;
    while (done < bytes.length) {
      const at = position + done;
      const found = at >= this.#endAt ? this.#end.subarray(at - this.#endAt) : await this.#fromBlock(at);
      done += found.copy(bytes, done);
    }
    return bytes;
  }

  async #fromBlock(position: number): Promise<Buffer> {
    const number = Math.floor(position / blockSize);
    const block = await (this.#blocks.get(number) ?? this.#fetchBlock(number));
    return block.subarray(position - number * blockSize);
  }

  #fetchBlock(number: number): Promise<Buffer> {
    const start = number * blockSize;
    const end = Math.min(start + blockSize, this.#endAt) - 1;
    const block = this.#fetch(start, end).then((bytes) => {
      if (bytes.length !== end - start + 1) throw new Error('The object is shorter than the upload.');
      return bytes;
    });
    this.#blocks.set(number, block);
    block.catch(() => this.#blocks.delete(number));
    const [oldest] = this.#blocks.keys();
    if (this.#blocks.size > maxBlocks && oldest !== undefined) this.#blocks.delete(oldest);
    return block;
  }
}
