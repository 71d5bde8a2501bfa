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
};

/** One file as a `multipart/form-data` body, read while it is sent. Valid for one attempt. */
export type UploadBody = {
  readonly contentType: string;
  readonly length: number;
  readonly chunks: AsyncIterable<Uint8Array>;
  /** True once every byte of the file was passed to the connection: the file may have arrived. */
  readonly handedOver: () => boolean;
  /** Error that ended the body, such as a changed file; null if none. */
  readonly failure: () => unknown;
  /** SHA-256 in hex; null until the whole file is read and checked. Set before the last bytes are sent. */
  readonly sha256: () => string | null;
};

export type UploadBodyOptions = {
  readonly file: FileToUpload;
  readonly field: string;
  /** Form field before the file; omitted if undefined. */
  readonly releaseNote?: string | undefined;
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

export function createUploadBody(options: UploadBodyOptions): UploadBody {
  const boundary = `----slipway-${randomUUID()}`;
  const { file, field, releaseNote } = options;
  const head = Buffer.from(
    notePart(boundary, releaseNote) +
      `--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(field)}"; filename="${escapeName(file.fileName)}"\r\n` +
      `Content-Type: ${contentTypeOf(file.fileName)}\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const state: BodyState = { handedOver: false, failure: null, sha256: null };
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    length: head.length + file.size + tail.length,
    chunks: bodyChunks(options, head, tail, state),
    handedOver: () => state.handedOver,
    failure: () => state.failure,
    sha256: () => state.sha256,
  };
}

type BodyState = { handedOver: boolean; failure: unknown; sha256: string | null };

async function* bodyChunks(
  options: UploadBodyOptions,
  head: Buffer,
  tail: Buffer,
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
  let sent = 0;
  let slice = firstSliceSize(options.bytesPerSecond);
  let isComplete = false;
  try {
    let pendingHead: Buffer | null = head;
    for await (const chunk of fileChunks(file, hash, hashing)) {
      if (pendingHead) yield pendingHead;
      pendingHead = null;
      for (let offset = 0; offset < chunk.length; ) {
        const begin = clock.monotonic();
        const maxBytes = options.isCareful() ? Math.min(slice, carefulSlice) : slice;
        const granted = await throttle(Math.min(maxBytes, chunk.length - offset), options.signal);
        const part = chunk.subarray(offset, offset + granted);
        if (sent + part.length === file.size) await finish();
        onOffered?.(sent + part.length);
        // A small part may still be queued in the socket when its buffer is reused.
        yield part.length < minSlice ? Buffer.from(part) : part;
        offset += part.length;
        sent += part.length;
        onProgress?.(sent);
        slice = nextSliceSize(slice, clock.monotonic() - begin, {
          acceptedBytes: sent,
          hasAcknowledgements: hasAcknowledgements(),
        });
      }
    }
    if (pendingHead) yield pendingHead;
    if (!state.handedOver) await finish();
    yield tail;
    // The consumer requests another chunk only after the tail is sent.
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
