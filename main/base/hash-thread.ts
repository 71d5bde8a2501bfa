/**
 * What runs on the thread that hashes. The function is handed over as its text, so that it needs no file of its own
 * beside the bundle or inside the package: it uses nothing from outside itself.
 */

/** To the thread: a part of the memory of a hash that is to be hashed, the last one, or that it is not wanted any more. */
export type HashOrder =
  | {
      readonly kind: 'update' | 'finish';
      readonly id: number;
      /** With the first order of a hash. */
      readonly memory: SharedArrayBuffer | null;
      readonly at: number;
      readonly length: number;
    }
  | { readonly kind: 'drop'; readonly id: number };

/** From the thread, for each part in the order they were given; after the last one with the hash in hex. */
export type HashReport = { readonly id: number; readonly sha256: string | null };

export function hashThread(): void {
  const { parentPort } = process.getBuiltinModule('node:worker_threads');
  const { createHash } = process.getBuiltinModule('node:crypto');
  const running = new Map<number, { hash: ReturnType<typeof createHash>; memory: SharedArrayBuffer }>();
  const report = (message: HashReport): void => parentPort?.postMessage(message);
  parentPort?.on('message', (order: HashOrder) => {
    const { id } = order;
    if (order.kind === 'drop') {
      running.delete(id);
      return;
    }
    const { memory } = order;
    if (memory) running.set(id, { hash: createHash('sha256'), memory });
    const found = running.get(id);
    if (!found) return;
    found.hash.update(new Uint8Array(found.memory, order.at, order.length));
    const isLast = order.kind === 'finish';
    if (isLast) running.delete(id);
    report({ id, sha256: isLast ? found.hash.digest('hex') : null });
  });
}
