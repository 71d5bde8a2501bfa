import { randomUUID } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import { beginFileHash } from '../../base/hashing/hashed-chunks.ts';
import type { ContentCheck, Hashing } from '../../base/hashing/hashing.ts';
import type { Throttle } from '../transport/bandwidth.ts';
import { firstSliceSize, minSlice, nextSliceSize } from '../transport/slices.ts';
import { fileChunks } from './file-chunks.ts';
import { carefulSlice } from './interruptions.ts';

export type FileToUpload = {
  readonly path: string;
  readonly fileName: string;
  /** Expected size in bytes; any other size throws `api/fileChanged`. */
  readonly size: number;
  readonly check?: ContentCheck | null;
  /** Set if the file is a recipe: SHA-256 (hex) of its base, and the size of the build that it creates. */
  readonly recipe?: { readonly base: string; readonly size: number };
};

/** Body of one request, read while it is sent. Valid for one attempt. */
export type UploadBody = {
  readonly headers: Readonly<Record<string, string>>;
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Reads the bytes before the offset, so that the first byte is ready when the request begins. */
  readonly prepare: () => Promise<void>;
  /** Releases the file, even if `chunks` was never read. */
  readonly close: () => Promise<void>;
  /** True once every byte of the file was passed to the connection: the file may have arrived. */
  readonly handedOver: () => boolean;
  /** Error that ended the body, such as a changed file; null if none. */
  readonly failure: () => unknown;
  /** SHA-256 in hex; null until the whole file is read and checked. Set before the last bytes are sent. */
  readonly sha256: () => string | null;
};

export type UploadBodyOptions = {
  readonly file: FileToUpload;
  readonly clock: Clock;
  readonly hashing: Hashing;
  readonly throttle: Throttle | null;
  /** Speed of the previous upload to this service; 0 before the first. */
  readonly bytesPerSecond: number;
  /** True near the byte at which the previous attempt lost its connection. Slices are then small. */
  readonly isCareful: () => boolean;
  /** True if the operating system reports acknowledgements. */
  readonly hasAcknowledgements: () => boolean;
  readonly signal?: AbortSignal | undefined;
  readonly onOffered?: ((bytes: number) => void) | undefined;
  readonly onProgress?: ((sentBytes: number) => void) | undefined;
  readonly onVerified?: ((sha256: string) => void) | undefined;
};

export type FormFields = {
  readonly field: string;
  /** Form field before the file; omitted if undefined. */
  readonly releaseNote: string | undefined;
};

/** Returns the file as a `multipart/form-data` body. */
export function createFormBody(options: UploadBodyOptions, { field, releaseNote }: FormFields): UploadBody {
  const boundary = `----slipway-${randomUUID()}`;
  const { file } = options;
  const head = Buffer.from(
    notePart(boundary, releaseNote) +
      `--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(field)}"; filename="${escapeName(file.fileName)}"\r\n` +
      `Content-Type: ${contentTypeOf(file.fileName)}\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  return createBody(options, { head, tail, offset: 0 }, `multipart/form-data; boundary=${boundary}`);
}

/** Returns the bytes of the file from `offset`. The bytes before it are hashed and checked too. */
export function createOffsetBody(options: UploadBodyOptions, offset: number): UploadBody {
  const nothing = Buffer.alloc(0);
  return createBody(options, { head: nothing, tail: nothing, offset }, 'application/offset+octet-stream');
}

type BodyParts = { readonly head: Buffer; readonly tail: Buffer; readonly offset: number };

function createBody(options: UploadBodyOptions, parts: BodyParts, contentType: string): UploadBody {
  const state: BodyState = { handedOver: false, failure: null, sha256: null };
  const source = bodyChunks(options, parts, state);
  let first: IteratorResult<Uint8Array> | null = null;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    if (first && !first.done) yield first.value;
    yield* source;
  }
  const length = parts.head.length + options.file.size - parts.offset + parts.tail.length;
  return {
    headers: { 'content-type': contentType, 'content-length': String(length) },
    chunks: chunks(),
    prepare: async () => {
      first ??= await source.next();
    },
    close: async () => {
      await source.return(undefined);
    },
    handedOver: () => state.handedOver,
    failure: () => state.failure,
    sha256: () => state.sha256,
  };
}

type BodyState = { handedOver: boolean; failure: unknown; sha256: string | null };

async function* bodyChunks(
  options: UploadBodyOptions,
  { head, tail, offset }: BodyParts,
  state: BodyState,
): AsyncGenerator<Uint8Array> {
  const { file, clock, hashing, hasAcknowledgements, onOffered, onProgress, onVerified } = options;
  const throttle: Throttle = options.throttle ?? (async (wanted) => wanted);
  const hash = beginFileHash(hashing, file.size, file.check);
  /** Throws if the build is damaged. Its last bytes are then never sent, so the service cannot store it. */
  const finish = async (): Promise<void> => {
    state.sha256 = await hash.digest();
    onVerified?.(state.sha256);
    state.handedOver = true;
  };
  let position = 0;
  let slice = firstSliceSize(options.bytesPerSecond);
  let isComplete = false;
  try {
    let pendingHead: Buffer | null = head.length > 0 ? head : null;
    for await (const chunk of fileChunks(file, hash, hashing)) {
      if (pendingHead) yield pendingHead;
      pendingHead = null;
      if (position < offset) options.signal?.throwIfAborted();
      const begin = position;
      position = Math.min(begin + chunk.length, Math.max(begin, offset));
      while (position < begin + chunk.length) {
        const startedAt = clock.monotonic();
        const maxBytes = options.isCareful() ? Math.min(slice, carefulSlice) : slice;
        const granted = await throttle(Math.min(maxBytes, begin + chunk.length - position), options.signal);
        const part = chunk.subarray(position - begin, position - begin + granted);
        if (position + part.length === file.size) await finish();
        onOffered?.(position + part.length);
        // A small part may still be queued in the socket when its buffer is reused.
        yield part.length < minSlice ? Buffer.from(part) : part;
        position += part.length;
        onProgress?.(position);
        slice = nextSliceSize(slice, clock.monotonic() - startedAt, {
          acceptedBytes: position - offset,
          hasAcknowledgements: hasAcknowledgements(),
        });
      }
    }
    if (pendingHead) yield pendingHead;
    if (!state.handedOver) await finish();
    if (tail.length > 0) yield tail;
    // The consumer requests another chunk only after the previous one is sent.
    isComplete = true;
  } catch (error) {
    state.failure = error;
    throw error;
  } finally {
    hash.end(isComplete);
  }
}

function notePart(boundary: string, note: string | undefined): string {
  if (note === undefined) return '';
  return `--${boundary}\r\nContent-Disposition: form-data; name="releaseNote"\r\n\r\n${note.toWellFormed()}\r\n`;
}

/** Escapes a name as browsers do in form data: only line breaks and quotes. */
function escapeName(name: string): string {
  return name.replace(/\r/g, '%0D').replace(/\n/g, '%0A').replace(/"/g, '%22');
}

function contentTypeOf(fileName: string): string {
  return /\.apk$/i.test(fileName) ? 'application/vnd.android.package-archive' : 'application/octet-stream';
}
