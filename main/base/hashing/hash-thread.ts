/**
 * Code of the hash worker, passed as source text, so it must not refer to anything outside itself. This
 * avoids another file in the bundle.
 */
import type { CheckedPart, PartCheck } from './part-check.ts';

/**
 * `update` hashes a range of the shared memory, and `finish` the last range. `file` reads and hashes a whole
 * file, and `drop` cancels a hash.
 */
export type HashRequest =
  | {
      readonly kind: 'update' | 'finish';
      readonly id: number;
      /** Set only in the first request of a hash. */
      readonly memory: SharedArrayBuffer | null;
      readonly parts: readonly CheckedPart[] | null;
      readonly at: number;
      readonly length: number;
    }
  | {
      readonly kind: 'file';
      readonly id: number;
      readonly memory: SharedArrayBuffer;
      readonly parts: readonly CheckedPart[] | null;
      readonly path: string;
      readonly length: number;
    }
  | { readonly kind: 'drop'; readonly id: number };

/**
 * Report for each range, in order; the last contains the hash in hex. A `file` request causes two reports:
 * after reading and after hashing.
 */
export type HashReport = {
  readonly id: number;
  readonly sha256: string | null;
  /** True if the file is unreadable, has another length, or changed while it was read. */
  readonly unreadable?: boolean;
  /** Name of the first part whose checksum does not match; null if none so far. */
  readonly damaged?: string | null;
};

export function hashThread(Check: typeof PartCheck): void {
  const { parentPort } = process.getBuiltinModule('node:worker_threads');
  const { createHash } = process.getBuiltinModule('node:crypto');
  const { closeSync, fstatSync, openSync, readSync, statSync } = process.getBuiltinModule('node:fs');
  const zlib = process.getBuiltinModule('node:zlib');
  type RunningHash = {
    readonly hash: ReturnType<typeof createHash>;
    readonly memory: SharedArrayBuffer;
    readonly check: PartCheck | null;
    /** Keeps the order of the requests, because parts are decompressed asynchronously. */
    reported: Promise<unknown>;
  };
  const running = new Map<number, RunningHash>();
  const report = (message: HashReport): void => parentPort?.postMessage(message);
  type Stats = ReturnType<typeof fstatSync>;
  const same = (a: Stats, b: Stats): boolean =>
    a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs && a.ino === b.ino;
  const fill = (file: number, bytes: Uint8Array): boolean => {
    const before = fstatSync(file);
    let filled = 0;
    for (let more = -1; filled < bytes.length && more !== 0; filled += more) {
      more = readSync(file, bytes, filled, bytes.length - filled, filled);
    }
    return before.size === bytes.length && filled === bytes.length && same(before, fstatSync(file));
  };
  const readWhole = (path: string, bytes: Uint8Array): boolean => {
    let file: number | null = null;
    try {
      file = openSync(path, 'r');
      return fill(file, bytes) && same(fstatSync(file), statSync(path));
    } catch {
      // The caller then reads the file in chunks, which reports the error.
      return false;
    } finally {
      if (file !== null) closeSync(file);
    }
  };
  const begin = (memory: SharedArrayBuffer, parts: readonly CheckedPart[] | null): RunningHash => ({
    hash: createHash('sha256'),
    memory,
    check: parts && new Check(parts, zlib),
    reported: Promise.resolve(),
  });
  const hashRange = (id: number, found: RunningHash, bytes: Uint8Array, isLast: boolean): void => {
    found.hash.update(bytes);
    const sha256 = isLast ? found.hash.digest('hex') : null;
    const { check } = found;
    if (check === null) report({ id, sha256 });
    else {
      found.reported = found.reported
        .then(() => check.update(bytes, isLast))
        .then((damaged) => report({ id, sha256, damaged }));
    }
  };
  parentPort?.on('message', (order: HashRequest) => {
    const { id } = order;
    if (order.kind === 'drop') {
      running.get(id)?.check?.end();
      running.delete(id);
      return;
    }
    const { memory, parts } = order;
    if (order.kind === 'file') {
      const bytes = new Uint8Array(order.memory, 0, order.length);
      const unreadable = !readWhole(order.path, bytes);
      // Lets the caller send the file while it is hashed.
      report({ id, sha256: null, unreadable });
      if (unreadable) report({ id, sha256: null, unreadable });
      else hashRange(id, begin(order.memory, parts), bytes, true);
      return;
    }
    if (memory) running.set(id, begin(memory, parts));
    const found = running.get(id);
    if (!found) return;
    const isLast = order.kind === 'finish';
    if (isLast) running.delete(id);
    hashRange(id, found, new Uint8Array(found.memory, order.at, order.length), isLast);
  });
}
