import { buffer } from 'node:stream/consumers';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Log } from '../../../base/log/log.ts';
import type { ObjectWriter } from '../objects.ts';
import { type BufferPool, partSize } from './buffer-pool.ts';
import type { S3Requests } from './s3-requests.ts';
import { UploadedBytes } from './uploaded-bytes.ts';

export type UploadContext = {
  readonly requests: S3Requests;
  readonly buffers: BufferPool;
  /** Limits the parts in flight across all uploads. */
  readonly limitParts: LimitFunction;
  readonly log: Log;
};

const maxPartsPerUpload = 2;
/** Bytes at the end of a build that stay in memory, because they contain the zip directory. */
const tailBytes = 256 * 1024;

/**
 * Uploads one object: each part when it is full, or a small object in one request. Only the current part and
 * parts in flight are in memory. With `@aws-sdk/lib-storage`, 16 uploads used 365 MiB; instances are limited
 * to 300 MiB.
 */
export class S3Upload {
  readonly #name: string;
  readonly #shared: UploadContext;
  readonly #limitOwnParts = pLimit(maxPartsPerUpload);
  readonly #aborting = new AbortController();
  readonly #running = new Set<Promise<void>>();
  readonly #tags: string[] = [];
  #state: 'arriving' | 'finished' | 'closed' = 'arriving';
  #failure: unknown = null;
  #uploadId: string | null = null;
  /** True once the request that creates the object has been sent, even if it may have failed. */
  #mayExist = false;
  #part: Buffer | null = null;
  #filled = 0;
  #parts = 0;
  #size = 0;
  /** Last `tailBytes` bytes of the previous full part. */
  #previousTail: Buffer | null = null;
  #uploaded: UploadedBytes | null = null;

  constructor(name: string, shared: UploadContext) {
    this.#name = name;
    this.#shared = shared;
    shared.buffers.openUpload(this);
  }

  asWriter(): ObjectWriter {
    return {
      append: (chunks) => this.#rethrowing(() => this.#append(chunks)),
      finish: () => this.#rethrowing(() => this.#finish()),
      read: async (position, length) => {
        this.#expect('finished');
        if (!this.#uploaded) throw new TypeError('The upload has ended.');
        return this.#uploaded.read(position, length);
      },
      keep: async () => {
        this.#expect('finished');
        this.#releaseBuffer();
        this.#close();
      },
      discard: () => this.#discard(),
    };
  }

  /** Runs `work`. After an error, every later call rethrows that error. */
  async #rethrowing(work: () => Promise<void>): Promise<void> {
    this.#expect('arriving');
    this.#throwFailure();
    try {
      await work();
    } catch (error) {
      this.#failure ??= error;
      throw error;
    }
  }

  async #append(chunks: readonly Uint8Array[]): Promise<void> {
    for (const chunk of chunks) {
      let offset = 0;
      while (offset < chunk.length) {
        this.#part ??= this.#shared.buffers.acquire(partSize(this.#parts + 1));
        const piece = chunk.subarray(offset, offset + this.#part.length - this.#filled);
        this.#part.set(piece, this.#filled);
        this.#filled += piece.length;
        offset += piece.length;
        if (this.#filled === this.#part.length) await this.#sendFullPart(this.#part);
      }
      this.#size += chunk.length;
    }
  }

  async #sendFullPart(part: Buffer): Promise<void> {
    const releaseBuffer = (): void => this.#shared.buffers.release(part);
    // Copied before the buffer is reused for another part.
    const end = this.#previousTail ?? Buffer.allocUnsafeSlow(tailBytes);
    part.copy(end, 0, part.length - tailBytes);
    await this.#send(part, releaseBuffer);
    this.#previousTail = end;
    this.#part = null;
    this.#filled = 0;
  }

  /** Resolves when the request starts. To limit memory, the caller must not fill another part until then. */
  async #send(body: Buffer, onSent: () => void): Promise<void> {
    const { requests, limitParts } = this.#shared;
    this.#uploadId ??= await requests.createUpload(this.#name);
    this.#expect('arriving');
    const uploadId = this.#uploadId;
    this.#parts += 1;
    const number = this.#parts;
    await new Promise<void>((resolve) => {
      const sent = this.#limitOwnParts(() =>
        limitParts(async () => {
          resolve();
          if (this.#failure !== null || this.#aborting.signal.aborted) return;
          const { signal } = this.#aborting;
          this.#tags[number - 1] = await requests.sendPart({
            name: this.#name,
            uploadId,
            number,
            body,
            signal,
          });
          onSent();
        }),
      )
        .catch((error: unknown) => {
          this.#failure ??= error;
          this.#aborting.abort();
        })
        .finally(() => this.#running.delete(sent));
      this.#running.add(sent);
    });
    this.#throwFailure();
  }

  async #finish(): Promise<void> {
    const { requests } = this.#shared;
    const last = this.#part?.subarray(0, this.#filled) ?? Buffer.alloc(0);
    if (this.#parts === 0) {
      this.#mayExist = true;
      await requests.put(this.#name, last);
    } else {
      if (last.length > 0) await this.#send(last, () => undefined);
      await Promise.all(this.#running);
      this.#throwFailure();
      this.#mayExist = true;
      await requests.complete(this.#name, this.#uploadId ?? '', this.#tags, this.#size);
    }
    this.#expect('arriving');
    this.#state = 'finished';
    this.#uploaded = new UploadedBytes(this.#size, this.#tail(last), (from, to) => this.#fetch(from, to));
  }

  /** Returns all bytes of a small upload, but only the end of a multipart upload. */
  #tail(last: Buffer): Buffer {
    if (this.#parts === 0) return last;
    const end = Buffer.concat(
      last.length < tailBytes && this.#previousTail
        ? [this.#previousTail, last]
        : [last.subarray(-tailBytes)],
    );
    this.#releaseBuffer();
    return end;
  }

  #releaseBuffer(): void {
    if (this.#part) this.#shared.buffers.release(this.#part);
    this.#part = null;
    this.#shared.buffers.closeUpload(this);
  }

  #fetch(start: number, end: number): Promise<Buffer> {
    const { requests, limitParts } = this.#shared;
    return limitParts(async () => {
      const stream = await requests.get(this.#name, { start, end });
      if (!stream) throw new Error('The uploaded object no longer exists.');
      return buffer(stream);
    });
  }

  async #discard(): Promise<void> {
    const isFinished = this.#state === 'finished';
    if (this.#state === 'closed') return;
    this.#aborting.abort();
    this.#state = 'closed';
    await Promise.all(this.#running);
    this.#close();
    const { requests, log } = this.#shared;
    try {
      if (this.#uploadId !== null && !isFinished) await requests.abort(this.#name, this.#uploadId);
      if (this.#mayExist) await requests.remove(this.#name);
    } catch (error) {
      log.warn('Could not remove a discarded build; the next sweep retries', { object: this.#name, error });
    }
  }

  /** Leaves the current buffer to the garbage collector, because a failed request may still refer to it. */
  #close(): void {
    this.#state = 'closed';
    this.#uploaded = null;
    this.#part = null;
    this.#shared.buffers.closeUpload(this);
  }

  #expect(state: 'arriving' | 'finished'): void {
    if (this.#state !== state) throw new TypeError(`The upload is ${this.#state}, not ${state}.`);
  }

  #throwFailure(): void {
    if (this.#failure !== null) throw this.#failure;
  }
}
