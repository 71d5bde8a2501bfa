/**
 * What runs on the thread that hashes. The function is handed over as its text, so that it needs no file of its own
 * beside the bundle or inside the package: it uses nothing from outside itself.
 */
import type { CheckedPart, PartCheck } from './part-check.ts';

/**
 * To the thread: a part of the memory of a hash that is to be hashed, the last one, a whole file that is to be read into
 * the memory and hashed, or that a hash is not wanted any more.
 */
export type HashOrder =
  | {
      readonly kind: 'update' | 'finish';
      readonly id: number;
      /** With the first order of a hash. */
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
 * From the thread, for each part in the order they were given; after the last one with the hash in hex. Of a file twice:
 * when it is read, and with its hash.
 */
export type HashReport = {
  readonly id: number;
  readonly sha256: string | null;
  /** Of a file that could not be read, has another length, or of which anything moved meanwhile: there is no hash then. */
  readonly isUnread?: boolean;
  /** The first part found so far that does not match its checksum. */
  readonly damaged?: string | null;
};

export function hashThread(Check: typeof PartCheck): void {
  const { parentPort } = process.getBuiltinModule('node:worker_threads');
  const { createHash } = process.getBuiltinModule('node:crypto');
  const { closeSync, fstatSync, openSync, readSync, statSync } = process.getBuiltinModule('node:fs');
  const zlib = process.getBuiltinModule('node:zlib');
  type Running = {
    readonly hash: ReturnType<typeof createHash>;
    readonly memory: SharedArrayBuffer;
    readonly check: PartCheck | null;
    /** The reports go out in the order of the orders, also where parts are unpacked meanwhile. */
    reported: Promise<unknown>;
  };
  const running = new Map<number, Running>();
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
      // Whoever asked reads the file piece by piece then, and says what is wrong with it.
      return false;
    } finally {
      if (file !== null) closeSync(file);
    }
  };
  const begin = (memory: SharedArrayBuffer, parts: readonly CheckedPart[] | null): Running => ({
    hash: createHash('sha256'),
    memory,
    check: parts && new Check(parts, zlib),
    reported: Promise.resolve(),
  });
  const take = (id: number, found: Running, bytes: Uint8Array, isLast: boolean): void => {
    found.hash.update(bytes);
    const sha256 = isLast ? found.hash.digest('hex') : null;
    const { check } = found;
    if (check === null) report({ id, sha256 });
    else {
      found.reported = found.reported
        .then(() => check.take(bytes, isLast))
        .then((damaged) => report({ id, sha256, damaged }));
    }
  };
  parentPort?.on('message', (order: HashOrder) => {
    const { id } = order;
    if (order.kind === 'drop') {
      running.get(id)?.check?.end();
      running.delete(id);
      return;
    }
    const { memory, parts } = order;
    if (order.kind === 'file') {
      const bytes = new Uint8Array(order.memory, 0, order.length);
      const isUnread = !readWhole(order.path, bytes);
      // It is on its way already while it is hashed.
      report({ id, sha256: null, isUnread });
      if (isUnread) report({ id, sha256: null, isUnread });
      else take(id, begin(order.memory, parts), bytes, true);
      return;
    }
    if (memory) running.set(id, begin(memory, parts));
    const found = running.get(id);
    if (!found) return;
    const isLast = order.kind === 'finish';
    if (isLast) running.delete(id);
    take(id, found, new Uint8Array(found.memory, order.at, order.length), isLast);
  });
}
