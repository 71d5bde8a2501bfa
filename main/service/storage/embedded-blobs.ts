import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { systemCode } from '../../base/errors.ts';
import { freeBytes, readAt, syncFolder } from '../../base/files/files.ts';
import { privateFolderMode } from '../../base/files/private-folder.ts';
import type { Log } from '../../base/log/log.ts';
import { asDiskError } from '../errors.ts';
import type { BlobStorage, ReceivedBlob } from './storage.ts';

/** The blob storage plus what only the embedded records need: keeping and dropping files in step with them. */
export type EmbeddedBlobs = BlobStorage & {
  /** Runs `work` while nobody else keeps or drops a blob. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Gives a received file its final name. Durable when resolved. */
  keep(received: ReceivedBlob, sha256: string): Promise<void>;
  /** Removes a blob no record names. One that resists is left to the next sweep: its record is gone already. */
  drop(sha256: string): Promise<void>;
  /** Removes uploads that never ended and blobs no record names. */
  sweep(isUsed: (sha256: string) => boolean): Promise<{ readonly uploads: number; readonly blobs: number }>;
};

const hash = /^[0-9a-f]{64}$/;

/** Files under `folder`: `incoming/` for what is arriving, `blobs/ab/abcdef…` named by hash, on one disk. */
export async function openBlobs(folder: string, log: Log): Promise<EmbeddedBlobs> {
  const incoming = join(folder, 'incoming');
  const kept = join(folder, 'blobs');
  await mkdir(incoming, { recursive: true, mode: privateFolderMode });
  await mkdir(kept, { recursive: true, mode: privateFolderMode });
  const places = new WeakMap<ReceivedBlob, IncomingFile>();
  const pathOf = (sha256: string): string => join(kept, sha256.slice(0, 2), sha256);
  let turn: Promise<unknown> = Promise.resolve();

  return {
    freeBytes: () => freeBytes(folder),
    receive: async () => {
      const file = await IncomingFile.create(join(incoming, `${randomBytes(12).toString('hex')}.part`));
      const received = file.asReceived();
      places.set(received, file);
      return received;
    },
    read: async (sha256, range) => (hash.test(sha256) ? readBlob(pathOf(sha256), range) : null),
    alone: (work) => {
      const next = turn.then(work);
      turn = next.catch(() => null);
      return next;
    },
    keep: async (received, sha256) => {
      const file = places.get(received);
      if (!file) throw new TypeError('This upload belongs to another storage.');
      await mkdir(join(kept, sha256.slice(0, 2)), { recursive: true, mode: privateFolderMode });
      await file.moveTo(pathOf(sha256));
      await syncFolder(join(kept, sha256.slice(0, 2)));
      await syncFolder(kept);
    },
    drop: (sha256) =>
      rm(pathOf(sha256), { force: true }).catch((error: unknown) =>
        log.warn('A build nobody needs any more could not be removed', { sha256, error }),
      ),
    sweep: async (isUsed) => ({
      uploads: await sweepFolder(incoming, () => false),
      blobs: await sweepBlobs(kept, isUsed),
    }),
  };
}

class IncomingFile {
  readonly #path: string;
  #handle: FileHandle | null;
  #finished = false;
  #moved = false;

  private constructor(path: string, handle: FileHandle) {
    this.#path = path;
    this.#handle = handle;
  }

  static async create(path: string): Promise<IncomingFile> {
    return new IncomingFile(path, await open(path, 'wx+', 0o600).catch(rethrowDiskError));
  }

  asReceived(): ReceivedBlob {
    return {
      append: (chunks) => this.#append(chunks),
      finish: () => this.#finish(),
      read: (position, length) => this.#read(position, length),
      discard: () => this.#discard(),
    };
  }

  async moveTo(path: string): Promise<void> {
    this.#opened('finished');
    await this.#close();
    await rename(this.#path, path).catch(rethrowDiskError);
    this.#moved = true;
  }

  async #append(chunks: readonly Uint8Array[]): Promise<void> {
    const handle = this.#opened('arriving');
    let rest = chunks;
    while (rest.length > 0) {
      const { bytesWritten } = await handle.writev(rest).catch(rethrowDiskError);
      rest = skip(rest, bytesWritten);
    }
  }

  async #finish(): Promise<void> {
    await this.#opened('arriving').sync().catch(rethrowDiskError);
    this.#finished = true;
  }

  async #read(position: number, length: number): Promise<Buffer> {
    return readAt(this.#opened('finished'), position, length);
  }

  async #discard(): Promise<void> {
    await this.#close();
    if (!this.#moved) await rm(this.#path, { force: true });
  }

  #opened(state: 'arriving' | 'finished'): FileHandle {
    if (!this.#handle) throw new TypeError('The upload was recorded or discarded already.');
    if (this.#finished !== (state === 'finished')) throw new TypeError(`The upload is not ${state}.`);
    return this.#handle;
  }

  async #close(): Promise<void> {
    const handle = this.#handle;
    this.#handle = null;
    await handle?.close();
  }
}

function rethrowDiskError(error: unknown): never {
  throw asDiskError(error);
}

/** What is left after the first `written` bytes. */
function skip(chunks: readonly Uint8Array[], written: number): readonly Uint8Array[] {
  let left = written;
  for (const [index, chunk] of chunks.entries()) {
    if (left < chunk.length) return [chunk.subarray(left), ...chunks.slice(index + 1)];
    left -= chunk.length;
  }
  return [];
}

async function readBlob(
  path: string,
  range: { readonly start: number; readonly end: number } | undefined,
): Promise<Readable | null> {
  let handle: FileHandle;
  try {
    handle = await open(path, 'r');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  }
  return createReadStream(path, { fd: handle, highWaterMark: 256 * 1024, ...range });
}

async function sweepBlobs(folder: string, isUsed: (sha256: string) => boolean): Promise<number> {
  let removed = 0;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    // A file browser may have left one of its own here.
    if (entry.isDirectory()) removed += await sweepFolder(join(folder, entry.name), isUsed);
  }
  return removed;
}

async function sweepFolder(folder: string, keep: (name: string) => boolean): Promise<number> {
  const leftovers = (await readdir(folder)).filter((name) => !keep(name));
  for (const name of leftovers) await rm(join(folder, name), { recursive: true, force: true });
  return leftovers.length;
}
