import { Worker } from 'node:worker_threads';
import { cancelled, errorTable } from '../errors.ts';
import { type HashReport, type HashRequest, hashThread } from './hash-thread.ts';
import { type CheckedPart, PartCheck } from './part-check.ts';

export const hashErrors = errorTable('hash', {
  broken: 'retry',
});

/** Checksums of a file's parts, verified while the file is hashed. */
export type ContentCheck = {
  readonly parts: readonly CheckedPart[];
  readonly damaged: (part: string) => Error;
};

/** SHA-256 in progress. Callers read the bytes into its shared buffers. */
export type RunningHash = {
  readonly buffers: readonly Buffer[];
  /**
   * Hashes a range of a buffer; resolves when it may be overwritten. No call may follow `isLast`. Rejects
   * with `hash/broken`, or the error of `ContentCheck.damaged`.
   */
  update(part: Buffer, isLast?: boolean): Promise<void>;
  /**
   * Reads a whole file into the first buffer and hashes it, which is faster than chunks for a small file.
   * Returns null if the file is unreadable, not `length` bytes long, or changes during the read.
   */
  readFile(path: string, length: number): Promise<Buffer | null>;
  /** Returns the hash in hex after the checks are complete. Rejects like `update`. */
  digest(): Promise<string>;
  /** Ends the hash and cancels pending calls. `recycle`: the buffers are unused and may be recycled. */
  end(recycle?: boolean): void;
};

export type Hashing = {
  /** Starts the worker ahead of time, because starting takes longer than hashing a small file. */
  prepare(): void;
  /** Allocates `count` buffers of `length` bytes. With `check`, the file must be hashed from its start. */
  begin(count: number, length: number, check?: ContentCheck | null): RunningHash;
  /** Stops the worker and cancels everything pending. The next `begin` starts it again. */
  close(): Promise<void>;
};

type Waiter = {
  readonly resolve: (report: HashReport) => void;
  readonly reject: (reason: unknown) => void;
};

type Waiting = Map<number, Waiter[]>;

type Thread = {
  readonly worker: Worker;
  readonly waiting: Waiting;
  /** Shared memory that this worker has accessed, and its total size in bytes. */
  readonly seen: WeakSet<SharedArrayBuffer>;
  shownBytes: number;
  /** True if the worker accepts no further hash and stops after its current ones. */
  retired: boolean;
};

/**
 * Maximum bytes of shared memory per worker. A worker that reaches the limit is replaced: when idle, a worker
 * rarely collects garbage, so it does not free the memory it has accessed.
 */
const maxSharedBytes = 32 * 1024 * 1024;

/**
 * Computes SHA-256 on a worker, which reads shared memory and keeps the process alive only while it hashes.
 */
export function createHashing(): Hashing {
  const spare = createSpareMemory();
  let thread: Thread | null = null;
  const retired = new Set<Thread>();
  let lastId = 0;

  const failPending = (lost: Thread, reason: unknown): void => {
    if (thread === lost) thread = null;
    const waiters = [...lost.waiting.values()].flat();
    lost.waiting.clear();
    for (const { reject } of waiters) reject(reason);
  };
  const start = (): Thread => {
    const worker = new Worker(`(${hashThread.toString()})(${PartCheck.toString()})`, {
      eval: true,
      execArgv: [],
      name: 'hash',
    });
    const started: Thread = {
      worker,
      waiting: new Map(),
      seen: new WeakSet(),
      shownBytes: 0,
      retired: false,
    };
    worker.on('message', (report: HashReport) => {
      const waiter = started.waiting.get(report.id)?.shift();
      waiter?.resolve(report);
    });
    worker.on('error', (cause) =>
      failPending(started, hashErrors.broken({ reason: cause.message }, { cause })),
    );
    worker.on('exit', () => failPending(started, hashErrors.broken({ reason: 'its thread ended' })));
    return started;
  };

  const retire = (used: Thread): void => {
    used.retired = true;
    retired.add(used);
    used.worker.once('exit', () => retired.delete(used));
    thread = null;
    if (used.waiting.size === 0) void used.worker.terminate();
  };

  return {
    prepare: () => {
      if (thread !== null) return;
      thread = start();
      thread.worker.unref();
    },
    begin: (count, length, check = null) => {
      const memory = spare.allocate(count * length);
      if (thread !== null && !thread.seen.has(memory) && thread.shownBytes >= maxSharedBytes) retire(thread);
      thread ??= start();
      lastId += 1;
      return beginOn(thread, lastId, { count, length, memory, check }, spare);
    },
    close: async () => {
      const closing = thread === null ? [...retired] : [thread, ...retired];
      for (const one of closing) failPending(one, cancelled());
      await Promise.all(closing.map(({ worker }) => worker.terminate()));
    },
  };
}

function beginOn(
  thread: Thread,
  id: number,
  {
    count,
    length,
    memory,
    check,
  }: {
    readonly count: number;
    readonly length: number;
    readonly memory: SharedArrayBuffer;
    readonly check: ContentCheck | null;
  },
  spare: SpareMemory,
): RunningHash {
  const { worker, waiting } = thread;
  if (!thread.seen.has(memory)) thread.shownBytes += memory.byteLength;
  thread.seen.add(memory);
  const parts = check?.parts ?? null;
  const waiters: Waiter[] = [];
  let sha256: Promise<string> | null = null;
  let state: 'nowhere' | 'running' | 'finished' = 'nowhere';
  const order = (message: HashRequest): void => worker.postMessage(message);
  const answered = (): Promise<HashReport> =>
    new Promise((resolve, reject) => {
      if (!waiting.has(id)) reject(hashErrors.broken({ reason: 'its thread ended' }));
      else waiters.push({ resolve, reject });
    });
  const hashIn = ({ sha256: hex, damaged }: HashReport): string => {
    if (check && typeof damaged === 'string') throw check.damaged(damaged);
    return hex ?? '';
  };
  const request = async (kind: 'update' | 'finish', part: Buffer): Promise<string> => {
    const answer = answered();
    if (waiting.has(id)) {
      const first = state === 'nowhere' ? { memory, parts } : { memory: null, parts: null };
      order({ kind, id, ...first, at: part.byteOffset, length: part.length });
      state = kind === 'finish' ? 'finished' : 'running';
    }
    return hashIn(await answer);
  };
  waiting.set(id, waiters);
  worker.ref();
  return {
    buffers: Array.from({ length: count }, (_, index) => Buffer.from(memory, index * length, length)),
    update: async (part, isLast = false) => {
      const asked = request(isLast ? 'finish' : 'update', part);
      if (isLast) sha256 = asked;
      await asked;
    },
    readFile: async (path, fileLength) => {
      const [read, hashed] = [answered(), answered()];
      // `digest` reports the error.
      hashed.catch(() => null);
      if (waiting.has(id)) order({ kind: 'file', id, memory, parts, path, length: fileLength });
      if ((await read).unreadable) return null;
      sha256 = hashed.then(hashIn);
      sha256.catch(() => null);
      state = 'finished';
      return Buffer.from(memory, 0, fileLength);
    },
    digest: () => {
      sha256 ??= request('finish', Buffer.from(memory, 0, 0));
      return sha256;
    },
    end: (isSpare = false) => {
      if (!waiting.delete(id)) return;
      if (state === 'running') order({ kind: 'drop', id });
      if (isSpare && state === 'finished' && waiters.length === 0) spare.release(memory);
      for (const { reject } of waiters) reject(cancelled());
      if (waiting.size > 0) return;
      if (thread.retired) void worker.terminate();
      else worker.unref();
    },
  };
}

type SpareMemory = { allocate(length: number): SharedArrayBuffer; release(memory: SharedArrayBuffer): void };

/** Enough for eight large files at once. */
const maxSpareBytes = 32 * 1024 * 1024;
const minMemoryBytes = 64 * 1024;

/**
 * Recycles shared memory: allocating it takes longer than hashing a small file, and it is freed only after
 * garbage collection on both threads. Sizes are powers of two, so that other files can reuse a block.
 */
function createSpareMemory(): SpareMemory {
  let spare: readonly SharedArrayBuffer[] = [];
  let bytes = 0;
  return {
    allocate: (length) => {
      const size = Math.max(minMemoryBytes, 2 ** Math.ceil(Math.log2(length)));
      const found = spare.find((memory) => memory.byteLength === size);
      if (!found) return new SharedArrayBuffer(size);
      spare = spare.filter((memory) => memory !== found);
      bytes -= size;
      return found;
    },
    release: (memory) => {
      if (bytes + memory.byteLength > maxSpareBytes) return;
      spare = [...spare, memory];
      bytes += memory.byteLength;
    },
  };
}
