import { buffer } from 'node:stream/consumers';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Log } from '../../../base/log/log.ts';
import type { ObjectWriter } from '../objects.ts';
import { type PartBuffers, partSize } from './part-buffers.ts';
import type { S3Requests } from './s3-requests.ts';
import { UploadedBytes } from './uploaded-bytes.ts';

export type UploadParts = {
  readonly requests: S3Requests;
  readonly buffers: PartBuffers;
  /** Limits the parts in flight across all uploads. */
  readonly sending: LimitFunction;
  readonly log: Log;
};

const partsAtATime = 2;
/** Bytes kept from the end, where zip directories are. */
const keptBytes = 256 * 1024;

/**
 * Uploads one object: sends parts as they fill, and a small object in a single request on `finish`. Only the
 * part being filled and those in flight are in memory. With `@aws-sdk/lib-storage`, 16 uploads of one part at
 * a time used 365 MiB; an instance is limited to 300 MiB.
 */
export class S3Upload {
  readonly #name: string;
  readonly #shared: UploadParts;
  readonly #mine = pLimit(partsAtATime);
  readonly #aborting = new AbortController();
  readonly #running = new Set<Promise<void>>();
  readonly #tags: string[] = [];
  #state: 'arriving' | 'finished' | 'over' = 'arriving';
  #failure: unknown = null;
  #uploadId: string | null = null;
  /** True once the request that creates the object was sent, even if its response is unknown. */
  #mayExist = false;
  #part: Buffer | null = null;
  #filled = 0;
  #parts = 0;
  #size = 0;
  /** End of the last full part. */
  #before: Buffer | null = null;
  #uploaded: UploadedBytes | null = null;

  constructor(name: string, shared: UploadParts) {
    this.#name = name;
    this.#shared = shared;
    shared.buffers.openUpload(this);
  }

  asWriter(): ObjectWriter {
    return {
      append: (chunks) => this.#orFail(() => this.#append(chunks)),
      finish: () => this.#orFail(() => this.#finish()),
      read: async (position, length) => {
        this.#expect('finished');
        if (!this.#uploaded) throw new TypeError('The upload is over.');
        return this.#uploaded.read(position, length);
      },
      release: async () => {
        this.#expect('finished');
        this.#giveBack();
        this.#end();
      },
      discard: () => this.#discard(),
    };
  }

  /** Rethrows the first error on every later call. */
  async #orFail(work: () => Promise<void>): Promise<void> {
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
      let taken = 0;
      while (taken < chunk.length) {
        this.#part ??= this.#shared.buffers.take(partSize(this.#parts + 1));
        const piece = chunk.subarray(taken, taken + this.#part.length - this.#filled);
        this.#part.set(piece, this.#filled);
        this.#filled += piece.length;
        taken += piece.length;
        if (this.#filled === this.#part.length) await this.#sendFullPart(this.#part);
      }
      this.#size += chunk.length;
    }
  }

  async #sendFullPart(part: Buffer): Promise<void> {
    const giveBack = (): void => this.#shared.buffers.giveBack(part);
    // Copied before the buffer is reused for another part.
    const end = this.#before ?? Buffer.allocUnsafeSlow(keptBytes);
    part.copy(end, 0, part.length - keptBytes);
    await this.#send(part, giveBack);
    this.#before = end;
    this.#part = null;
    this.#filled = 0;
  }

  /** Resolves once the part is in flight, so that the next part does not fill while this one waits. */
  async #send(body: Buffer, onSent: () => void): Promise<void> {
    const { requests, sending } = this.#shared;
    this.#uploadId ??= await requests.begin(this.#name);
    this.#expect('arriving');
    const uploadId = this.#uploadId;
    this.#parts += 1;
    const number = this.#parts;
    await new Promise<void>((resolve) => {
      const sent = this.#mine(() =>
        sending(async () => {
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
    this.#uploaded = new UploadedBytes(this.#size, this.#keepEnd(last), (from, to) => this.#fetch(from, to));
  }

  /** Returns all bytes of a small upload, and only the end of a multipart upload. */
  #keepEnd(last: Buffer): Buffer {
    if (this.#parts === 0) return last;
    const end = Buffer.concat(
      last.length < keptBytes && this.#before ? [this.#before, last] : [last.subarray(-keptBytes)],
    );
    this.#giveBack();
    return end;
  }

  #giveBack(): void {
    if (this.#part) this.#shared.buffers.giveBack(this.#part);
    this.#part = null;
    this.#shared.buffers.closeUpload(this);
  }

  #fetch(start: number, end: number): Promise<Buffer> {
    const { requests, sending } = this.#shared;
    return sending(async () => {
      const stream = await requests.get(this.#name, { start, end });
      if (!stream) throw new Error('The object that was uploaded is gone.');
      return buffer(stream);
    });
  }

  async #discard(): Promise<void> {
    const isFinished = this.#state === 'finished';
    if (this.#state === 'over') return;
    this.#aborting.abort();
    this.#state = 'over';
    await Promise.all(this.#running);
    this.#end();
    const { requests, log } = this.#shared;
    try {
      if (this.#uploadId !== null && !isFinished) await requests.abort(this.#name, this.#uploadId);
      if (this.#mayExist) await requests.remove(this.#name);
    } catch (error) {
      log.warn('A discarded build was not removed; the next sweep does it', { object: this.#name, error });
    }
  }

  /** Leaves the current buffer to the garbage collector, because a failed request may still refer to it. */
  #end(): void {
    this.#state = 'over';
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
