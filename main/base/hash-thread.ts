/**
 * What runs on the thread that hashes. The function is handed over as its text, so that it needs no file of its own
 * beside the bundle or inside the package: it uses nothing from outside itself.
 */

/** To the thread: the memory the bytes of a hash will lie in; a part of it that is to be hashed; the end. */
export type HashOrder =
  | { readonly kind: 'begin'; readonly id: number; readonly memory: SharedArrayBuffer }
  | { readonly kind: 'update'; readonly id: number; readonly at: number; readonly length: number }
  | { readonly kind: 'digest' | 'drop'; readonly id: number };

/** From the thread: a part was hashed, in the order they were given; the hash in hex. */
export type HashReport =
  | { readonly kind: 'updated'; readonly id: number }
  | { readonly kind: 'digest'; readonly id: number; readonly sha256: string };

export function hashThread(): void {
  const { parentPort } = process.getBuiltinModule('node:worker_threads');
  const { createHash } = process.getBuiltinModule('node:crypto');
  const running = new Map<number, { hash: ReturnType<typeof createHash>; memory: SharedArrayBuffer }>();
  const report = (message: HashReport): void => parentPort?.postMessage(message);
  parentPort?.on('message', (order: HashOrder) => {
    const { id } = order;
    if (order.kind === 'begin') running.set(id, { hash: createHash('sha256'), memory: order.memory });
    const found = running.get(id);
    if (!found) return;
    switch (order.kind) {
      case 'update':
        found.hash.update(new Uint8Array(found.memory, order.at, order.length));
        report({ kind: 'updated', id });
        break;
      case 'digest':
        report({ kind: 'digest', id, sha256: found.hash.digest('hex') });
        running.delete(id);
        break;
      case 'drop':
        running.delete(id);
        break;
      default:
        break;
    }
  });
}
