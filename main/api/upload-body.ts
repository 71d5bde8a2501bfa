import { createHash, randomBytes } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { fileError } from '../base/files.ts';
import { apiErrors } from './errors.ts';

export type FileToUpload = { readonly path: string; readonly fileName: string; readonly size: number };

export type UploadBody = {
  readonly contentType: string;
  readonly contentLength: number;
  /** The multipart bytes; the file is opened when the first is asked for. One use only. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Bytes of the file handed over and flushed so far. */
  readonly sentBytes: number;
  /** True once the last byte of the body was handed over: from then on the service may have it. */
  readonly complete: boolean;
  /** Hex, once complete. */
  sha256(): string;
};

const chunkBytes = 1024 * 1024;

/**
 * One file as `multipart/form-data` (RFC 7578) at constant memory: two buffers of 1 MiB, one being read while the
 * other is on the wire. Reusing them is safe because a chunk is larger than the socket's mark, so the next is asked for
 * only after the last was flushed. Throws `api/changedWhileSending` before the closing boundary when size or time of
 * the file moved, so a service never sees a whole body of a mixed file; throws coded file errors.
 */
export function createUploadBody(
  field: string,
  file: FileToUpload,
  onProgress: (sentBytes: number) => void,
): UploadBody {
  const boundary = `slipway-${randomBytes(18).toString('hex')}`;
  const head = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${escapedName(file.fileName)}"\r\n` +
      'Content-Type: application/octet-stream\r\n\r\n',
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const hash = createHash('sha256');
  let sentBytes = 0;
  let complete = false;
  let digest = '';

  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield head;
    for await (const chunk of fileChunks(file)) {
      hash.update(chunk);
      yield chunk;
      sentBytes += chunk.length;
      onProgress(sentBytes);
    }
    digest = hash.digest('hex');
    complete = true;
    yield tail;
  }
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    contentLength: head.length + file.size + tail.length,
    chunks: chunks(),
    get sentBytes() {
      return sentBytes;
    },
    get complete() {
      return complete;
    },
    sha256: () => digest,
  };
}

async function* fileChunks(file: FileToUpload): AsyncGenerator<Uint8Array> {
  let handle: FileHandle | null = null;
  let pending: Promise<Buffer> = Promise.resolve(Buffer.alloc(0));
  try {
    handle = await open(file.path, 'r');
    const before = await handle.stat();
    if (before.size !== file.size) throw apiErrors.changedWhileSending({ fileName: file.fileName });
    const buffers = [Buffer.allocUnsafe(chunkBytes), Buffer.allocUnsafe(chunkBytes)] as const;
    let position = 0;
    pending = fill(handle, buffers[0], position, file.size);
    for (let turn = 1; position < file.size; turn += 1) {
      const chunk = await pending;
      if (chunk.length === 0) throw apiErrors.changedWhileSending({ fileName: file.fileName });
      position += chunk.length;
      pending = fill(handle, turn % 2 === 0 ? buffers[0] : buffers[1], position, file.size);
      yield chunk;
    }
    await pending;
    const after = await handle.stat();
    if (after.size !== before.size || after.mtimeMs !== before.mtimeMs) {
      throw apiErrors.changedWhileSending({ fileName: file.fileName });
    }
  } catch (error) {
    throw fileError(error, file.path);
  } finally {
    await pending.catch(() => null);
    await handle?.close();
  }
}

/** Fills the buffer as far as the file goes, so that only the last chunk is ever short. */
async function fill(handle: FileHandle, buffer: Buffer, position: number, end: number): Promise<Buffer> {
  const wanted = Math.min(buffer.length, end - position);
  let filled = 0;
  while (filled < wanted) {
    const { bytesRead } = await handle.read(buffer, filled, wanted - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

/** As browsers write it (WHATWG HTML, multipart/form-data encoding algorithm). */
function escapedName(name: string): string {
  return name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
}
