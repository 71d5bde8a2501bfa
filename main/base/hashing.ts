import { Worker } from 'node:worker_threads';
import { cancelled, errorTable } from './errors.ts';
import { type HashOrder, type HashReport, hashThread } from './hash-thread.ts';

const hashErrors = errorTable('hash', {
  broken: {
    remedy: 'retry',
    message: (p: { reason: string }) =>
      `The checksum of a file could not be made (${p.reason}). Slipway tries again.`,
  },
});

/** One sha-256 over bytes that are read into its buffers, part after part. */
export type RunningHash = {
  /** Where the bytes must lie. */
  readonly buffers: readonly Buffer[];
  /**
   * Hashes a part of one of the buffers, none after the last; it resolves when the part may be overwritten. Rejects with
   * `hash/broken`.
   */
  update(part: Buffer, isLast?: boolean): Promise<void>;
  /** In hex, of what was given before it was first asked for. Rejects with `hash/broken`. */
  digest(): Promise<string>;
  /** To be called when the hash is done or not wanted any more; what still waits is cancelled. */
  end(): void;
};

export type Hashing = {
  /** `count` buffers of `length` bytes. */
  begin(count: number, length: number): RunningHash;
  /** Ends the thread; whatever still runs is cancelled. It is started again when something begins. */
  close(): Promise<void>;
};

type Waiter = { readonly resolve: (sha256: string) => void; readonly reject: (reason: unknown) => void };

/** What waits for reports on one hash, in the order of the orders. */
type Waiting = Map<number, Waiter[]>;

type Thread = { readonly worker: Worker; readonly waiting: Waiting };

/**
 * Sha-256 on one thread for everything that is hashed at the same time, started when first needed. It works on memory
 * that both threads see, so not a byte is copied. The thread keeps the process alive only while something is hashed.
 */
export function createHashing(): Hashing {
  let thread: Thread | null = null;
  let lastId = 0;

  const lose = (lost: Thread, reason: unknown): void => {
    if (thread === lost) thread = null;
    const waiters = [...lost.waiting.values()].flat();
    lost.waiting.clear();
    for (const { reject } of waiters) reject(reason);
  };
  const start = (): Thread => {
    const worker = new Worker(`(${hashThread.toString()})()`, { eval: true, execArgv: [], name: 'hash' });
    const started: Thread = { worker, waiting: new Map() };
    worker.on('message', (report: HashReport) => {
      const waiter = started.waiting.get(report.id)?.shift();
      waiter?.resolve(report.sha256 ?? '');
    });
    worker.on('error', (cause) => lose(started, hashErrors.broken({ reason: cause.message }, { cause })));
    worker.on('exit', () => lose(started, hashErrors.broken({ reason: 'its thread ended' })));
    return started;
  };

  return {
    begin: (count, length) => {
      thread ??= start();
      lastId += 1;
      return beginOn(thread, lastId, { count, length });
    },
    close: async () => {
      if (thread === null) return;
      const closing = thread;
      lose(closing, cancelled());
      await closing.worker.terminate();
    },
  };
}

function beginOn(
  { worker, waiting }: Thread,
  id: number,
  { count, length }: { readonly count: number; readonly length: number },
): RunningHash {
  const memory = new SharedArrayBuffer(count * length);
  const waiters: Waiter[] = [];
  let sha256: Promise<string> | null = null;
  let known: 'nowhere' | 'running' | 'finished' = 'nowhere';
  const order = (message: HashOrder): void => worker.postMessage(message);
  const ask = (kind: 'update' | 'finish', part: Buffer): Promise<string> =>
    new Promise((resolve, reject) => {
      if (!waiting.has(id)) return reject(hashErrors.broken({ reason: 'its thread ended' }));
      waiters.push({ resolve, reject });
      const first = known === 'nowhere' ? memory : null;
      order({ kind, id, memory: first, at: part.byteOffset, length: part.length });
      known = kind === 'finish' ? 'finished' : 'running';
    });
  waiting.set(id, waiters);
  worker.ref();
  return {
    buffers: Array.from({ length: count }, (_, index) => Buffer.from(memory, index * length, length)),
    update: async (part, isLast = false) => {
      const asked = ask(isLast ? 'finish' : 'update', part);
      if (isLast) sha256 = asked;
      await asked;
    },
    digest: () => {
      sha256 ??= ask('finish', Buffer.from(memory, 0, 0));
      return sha256;
    },
    end: () => {
      if (!waiting.delete(id)) return;
      if (known === 'running') order({ kind: 'drop', id });
      for (const { reject } of waiters) reject(cancelled());
      if (waiting.size === 0) worker.unref();
    },
  };
}
