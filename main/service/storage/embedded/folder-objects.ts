import { createReadStream } from 'node:fs';
import { access, constants, type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../../../base/errors.ts';
import { freeBytes, readAt, syncFolder, writeAtomically } from '../../../base/files/files.ts';
import { privateFolderMode } from '../../../base/files/private-folder.ts';
import { toDiskError } from '../../errors.ts';
import { objectNamePattern, ownerMarkPrefix, ownerOfMark } from '../object-names.ts';
import type { ObjectStore, ObjectWriter } from '../objects.ts';

/** Stores objects in `folder/blobs/ab/abcdef…`. Unfinished objects are in `folder/incoming`. */
export async function openFolderObjects(folder: string): Promise<ObjectStore> {
  const incoming = join(folder, 'incoming');
  const blobs = join(folder, 'blobs');
  await mkdir(incoming, { recursive: true, mode: privateFolderMode });
  await mkdir(blobs, { recursive: true, mode: privateFolderMode });
  const folderOf = (name: string): string => join(blobs, name.slice(0, 2));
  const pathOf = (name: string): string => join(folderOf(name), name);
  const markOf = (serviceId: string): string => join(blobs, `${ownerMarkPrefix}${serviceId}`);

  return {
    freeBytes: () => freeBytes(folder),
    create: async (name) => {
      const path = join(incoming, `${name}.part`);
      const handle = await open(path, 'wx+', 0o600).catch(rethrowDiskError);
      return new IncomingFile(handle, path, pathOf(name), async () => {
        await mkdir(folderOf(name), { recursive: true, mode: privateFolderMode });
        await rename(path, pathOf(name));
        await syncFolder(folderOf(name));
        await syncFolder(blobs);
      }).asWriter();
    },
    read: (name, range) => readFile(pathOf(name), range),
    remove: (name) => rm(pathOf(name), { force: true }),
    async *list() {
      for (const entry of await readdir(blobs, { withFileTypes: true })) {
        // Skips files that file managers create, such as `.DS_Store`.
        if (!entry.isDirectory()) continue;
        for (const name of await readdir(join(blobs, entry.name))) {
          const found = objectNamePattern.test(name) ? await statOrNull(pathOf(name)) : null;
          if (found) yield { name, size: found.size, changedAt: found.mtimeMs };
        }
      }
    },
    abortUnfinished: async (before) => {
      let removed = 0;
      for (const name of await readdir(incoming)) {
        const found = await statOrNull(join(incoming, name));
        if (!found || found.mtimeMs >= before) continue;
        await rm(join(incoming, name), { recursive: true, force: true });
        removed += 1;
      }
      return removed;
    },
    listOwners: async () => (await readdir(blobs)).flatMap((name) => ownerOfMark(name) ?? []),
    addOwner: (serviceId) => writeAtomically(markOf(serviceId), ''),
    removeOwner: (serviceId) => rm(markOf(serviceId), { force: true }),
    check: () => access(incoming, constants.W_OK),
    close: async () => undefined,
  };
}

class IncomingFile {
  readonly #path: string;
  readonly #finalPath: string;
  readonly #moveInPlace: () => Promise<void>;
  #handle: FileHandle | null;
  #state: 'arriving' | 'finished' | 'released' = 'arriving';

  constructor(handle: FileHandle, path: string, finalPath: string, publish: () => Promise<void>) {
    this.#handle = handle;
    this.#path = path;
    this.#finalPath = finalPath;
    this.#moveInPlace = publish;
  }

  asWriter(): ObjectWriter {
    return {
      append: (chunks) => this.#append(chunks),
      finish: () => this.#finish(),
      read: async (position, length) => readAt(this.#handleIn('finished'), position, length),
      keep: async () => {
        this.#handleIn('finished');
        this.#state = 'released';
        await this.#close();
      },
      discard: async () => {
        await this.#close();
        if (this.#state === 'released') return;
        await rm(this.#path, { force: true });
        await rm(this.#finalPath, { force: true });
      },
    };
  }

  async #append(chunks: readonly Uint8Array[]): Promise<void> {
    const handle = this.#handleIn('arriving');
    let rest = chunks;
    while (rest.length > 0) {
      const { bytesWritten } = await handle.writev(rest).catch(rethrowDiskError);
      rest = dropBytes(rest, bytesWritten);
    }
  }

  async #finish(): Promise<void> {
    await this.#handleIn('arriving').sync().catch(rethrowDiskError);
    // Windows cannot rename an open file.
    await this.#close();
    await this.#moveInPlace().catch(rethrowDiskError);
    this.#handle = await open(this.#finalPath, 'r');
    this.#state = 'finished';
  }

  #handleIn(state: 'arriving' | 'finished'): FileHandle {
    if (!this.#handle) throw new TypeError('The upload was recorded or discarded already.');
    if (this.#state !== state) throw new TypeError(`The upload is not ${state}.`);
    return this.#handle;
  }

  async #close(): Promise<void> {
    const handle = this.#handle;
    this.#handle = null;
    await handle?.close();
  }
}

function rethrowDiskError(error: unknown): never {
  throw toDiskError(error);
}

function dropBytes(chunks: readonly Uint8Array[], written: number): readonly Uint8Array[] {
  let remaining = written;
  for (const [index, chunk] of chunks.entries()) {
    if (remaining < chunk.length) return [chunk.subarray(remaining), ...chunks.slice(index + 1)];
    remaining -= chunk.length;
  }
  return [];
}

async function readFile(
  path: string,
  range: { readonly start: number; readonly end: number } | undefined,
): ReturnType<ObjectStore['read']> {
  let handle: FileHandle;
  try {
    handle = await open(path, 'r');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  }
  return createReadStream(path, { fd: handle, highWaterMark: 256 * 1024, ...range });
}

async function statOrNull(path: string): Promise<{ readonly size: number; readonly mtimeMs: number } | null> {
  try {
    return await stat(path);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  }
}
