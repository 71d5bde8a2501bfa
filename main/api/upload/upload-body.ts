import { randomBytes } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import { beginFileHash } from '../../base/hashing/hashed-chunks.ts';
import type { ContentCheck, Hashing } from '../../base/hashing/hashing.ts';
import type { Throttle } from '../transport/bandwidth.ts';
import { nextSlice, smallestSlice } from '../transport/slices.ts';
import { fileChunks } from './file-chunks.ts';
import { carefulSlice } from './interruptions.ts';

export type FileToUpload = {
  readonly path: string;
  /** The name the service is told. */
  readonly fileName: string;
  /** Bytes the file is known to have; it is refused as changed when it has others. */
  readonly size: number;
  /** What its content is held against while it is sent; null or absent: nothing. */
  readonly check?: ContentCheck | null;
};

/** One file as one `multipart/form-data` body, read as it is sent. For one attempt; another attempt needs another body. */
export type UploadBody = {
  readonly contentType: string;
  /** Of the whole body, in bytes. */
  readonly length: number;
  readonly chunks: AsyncIterable<Uint8Array>;
  /** True once every byte of the file was handed to the connection: from then on it may have arrived. */
  readonly handedOver: () => boolean;
  /** The error that ended the body: the file could not be read or was changed. Null when there was none. */
  readonly failure: () => unknown;
  /** In hex; null until the last bytes of the file may be taken: everything was read and checked then. */
  readonly sha256: () => string | null;
};

export type UploadBodyOptions = {
  readonly file: FileToUpload;
  readonly field: string;
  /** A text field of the form before the file; undefined: none. */
  readonly releaseNote?: string | undefined;
  readonly clock: Clock;
  readonly hashing: Hashing;
  readonly throttle: Throttle | null;
  /** Whether the next piece is to be a small one. */
  readonly isCareful: () => boolean;
  /** Whether the system tells what the other side has acknowledged. */
  readonly isTold: () => boolean;
  readonly signal?: AbortSignal | undefined;
  /** See `UploadOptions`. */
  readonly onOffered?: ((bytes: number) => void) | undefined;
  /** Told the bytes of the file the connection has taken so far. */
  readonly onProgress?: ((sentBytes: number) => void) | undefined;
  /** See `UploadOptions`. */
  readonly onWhole?: ((sha256: string) => void) | undefined;
};

export function createUploadBody(options: UploadBodyOptions): UploadBody {
  const boundary = `----slipway-${randomBytes(18).toString('hex')}`;
  const { file, field, releaseNote } = options;
  const head = Buffer.from(
    notePart(boundary, releaseNote) +
      `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(field)}"; filename="${quoted(file.fileName)}"\r\n` +
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
  const { file, clock, hashing, isTold, onOffered, onProgress, onWhole } = options;
  const throttle: Throttle = options.throttle ?? (async (wanted) => wanted);
  const hash = beginFileHash(hashing, file.size, file.check);
  /** A damaged build never arrives whole. */
  const finish = async (): Promise<void> => {
    state.sha256 = await hash.digest();
    onWhole?.(state.sha256);
    state.handedOver = true;
  };
  let sent = 0;
  let slice = smallestSlice;
  let isTaken = false;
  try {
    let lead: Buffer | null = head;
    for await (const chunk of fileChunks(file, hash, hashing)) {
      if (lead) yield lead;
      lead = null;
      for (let at = 0; at < chunk.length; ) {
        const begin = clock.monotonic();
        const most = options.isCareful() ? Math.min(slice, carefulSlice) : slice;
        const granted = await throttle(Math.min(most, chunk.length - at), options.signal);
        const part = chunk.subarray(at, at + granted);
        if (sent + part.length === file.size) await finish();
        onOffered?.(sent + part.length);
        // The socket may still hold a small one when its buffer is filled anew.
        yield part.length < smallestSlice ? Buffer.from(part) : part;
        at += part.length;
        sent += part.length;
        onProgress?.(sent);
        slice = nextSlice(slice, clock.monotonic() - begin, { taken: sent, isTold: isTold() });
      }
    }
    if (lead) yield lead;
    if (!state.handedOver) await finish();
    yield tail;
    // Who asks for more after it has handed over what it was given before.
    isTaken = true;
  } catch (error) {
    state.failure = error;
    throw error;
  } finally {
    hash.end(isTaken);
  }
}

function notePart(boundary: string, note: string | undefined): string {
  if (note === undefined) return '';
  return `--${boundary}\r\nContent-Disposition: form-data; name="releaseNote"\r\n\r\n${note.toWellFormed()}\r\n`;
}

/** As browsers write names into form data: UTF-8 as it is, only what would end the value is escaped. */
function quoted(name: string): string {
  return name.replace(/\r/g, '%0D').replace(/\n/g, '%0A').replace(/"/g, '%22');
}

function contentTypeOf(fileName: string): string {
  return /\.apk$/i.test(fileName) ? 'application/vnd.android.package-archive' : 'application/octet-stream';
}
