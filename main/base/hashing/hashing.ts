import { Worker } from 'node:worker_threads';
import { cancelled, errorTable } from '../errors.ts';
import { type HashOrder, type HashReport, hashThread } from './hash-thread.ts';
import { type CheckedPart, PartCheck } from './part-check.ts';

export const hashErrors = errorTable('hash', {
  broken: 'retry',
});

/** What a file has to match besides being read whole. */
export type ContentCheck = {
  readonly parts: readonly CheckedPart[];
  /** What is said of a part that does not match its checksum. */
  readonly damaged: (part: string) => Error;
};

/** One sha-256 over bytes that are read into its buffers, part after part. */
export type RunningHash = {
  /** Where the bytes must lie. */
  readonly buffers: readonly Buffer[];
  /**
   * Hashes a part of one of the buffers, none after the last; it resolves when the part may be overwritten. Rejects with
   * `hash/broken`, and with what `ContentCheck` says of damage.
   */
  update(part: Buffer, isLast?: boolean): Promise<void>;
  /**
   * Reads a whole file of `length` bytes that fits into the first buffer, and goes on to hash it: much faster for a
   * small one. Null, and nothing has happened, when it cannot be read, has another length, or moved meanwhile.
   */
  readFile(path: string, length: number): Promise<Buffer | null>;
  /** In hex, of what was given before it was first asked for; everything was checked then. Rejects as `update` does. */
  digest(): Promise<string>;
  /**
   * To be called when the hash is done or not wanted any more; what still waits is cancelled. `isSpare`: nobody looks
   * into the buffers any more either, so that the next hash may have them.
   */
  end(isSpare?: boolean): void;
};

export type Hashing = {
  /** Starts the thread, which takes longer than much of what comes before a hash. */
  prepare(): void;
  /** `count` buffers of `length` bytes. With a check, the bytes are those of a file from its beginning. */
  begin(count: number, length: number, check?: ContentCheck | null): RunningHash;
  /** Ends the thread; whatever still runs is cancelled. It is started again when something begins. */
  close(): Promise<void>;
};

type Waiter = {
  readonly resolve: (report: HashReport) => void;
  readonly reject: (reason: unknown) => void;
};

/** What waits for reports on one hash, in the order of the orders. */
type Waiting = Map<number, Waiter[]>;

type Thread = {
  readonly worker: Worker;
  readonly waiting: Waiting;
  /** The memory it was given to look at, and how many bytes of it. */
  readonly shown: WeakSet<SharedArrayBuffer>;
  shownBytes: number;
  /** Takes nothing new and ends with its last hash. */
  retired: boolean;
};

/**
 * A thread that does so little besides never cleans up, and what it has looked at stays in memory as long as it lives:
 * after this much another one takes over.
 */
const mostShownBytes = 32 * 1024 * 1024;

/**
 * Sha-256 on one thread for everything that is hashed at the same time, started when first needed. It works on memory
 * that both threads see, so not a byte is copied. The thread keeps the process alive only while something is hashed.
 */
export function createHashing(): Hashing {
  const spare = createSpareMemory();
  let thread: Thread | null = null;
  const retired = new Set<Thread>();
  let lastId = 0;

  const lose = (lost: Thread, reason: unknown): void => {
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
      shown: new WeakSet(),
      shownBytes: 0,
      retired: false,
    };
    worker.on('message', (report: HashReport) => {
      const waiter = started.waiting.get(report.id)?.shift();
      waiter?.resolve(report);
    });
    worker.on('error', (cause) => lose(started, hashErrors.broken({ reason: cause.message }, { cause })));
    worker.on('exit', () => lose(started, hashErrors.broken({ reason: 'its thread ended' })));
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
      const memory = spare.take(count * length);
      if (thread !== null && !thread.shown.has(memory) && thread.shownBytes >= mostShownBytes) retire(thread);
      thread ??= start();
      lastId += 1;
      return beginOn(thread, lastId, { count, length, memory, check }, spare);
    },
    close: async () => {
      const closing = thread === null ? [...retired] : [thread, ...retired];
      for (const one of closing) lose(one, cancelled());
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
  if (!thread.shown.has(memory)) thread.shownBytes += memory.byteLength;
  thread.shown.add(memory);
  const parts = check?.parts ?? null;
  const waiters: Waiter[] = [];
  let sha256: Promise<string> | null = null;
  let known: 'nowhere' | 'running' | 'finished' = 'nowhere';
  const order = (message: HashOrder): void => worker.postMessage(message);
  const answered = (): Promise<HashReport> =>
    new Promise((resolve, reject) => {
      if (!waiting.has(id)) reject(hashErrors.broken({ reason: 'its thread ended' }));
      else waiters.push({ resolve, reject });
    });
  const hashIn = ({ sha256: hex, damaged }: HashReport): string => {
    if (check && typeof damaged === 'string') throw check.damaged(damaged);
    return hex ?? '';
  };
  const ask = async (kind: 'update' | 'finish', part: Buffer): Promise<string> => {
    const answer = answered();
    if (waiting.has(id)) {
      const first = known === 'nowhere' ? { memory, parts } : { memory: null, parts: null };
      order({ kind, id, ...first, at: part.byteOffset, length: part.length });
      known = kind === 'finish' ? 'finished' : 'running';
    }
    return hashIn(await answer);
  };
  waiting.set(id, waiters);
  worker.ref();
  return {
    buffers: Array.from({ length: count }, (_, index) => Buffer.from(memory, index * length, length)),
    update: async (part, isLast = false) => {
      const asked = ask(isLast ? 'finish' : 'update', part);
      if (isLast) sha256 = asked;
      await asked;
    },
    readFile: async (path, fileLength) => {
      const [read, hashed] = [answered(), answered()];
      // Heard of from the digest.
      hashed.catch(() => null);
      if (waiting.has(id)) order({ kind: 'file', id, memory, parts, path, length: fileLength });
      if ((await read).isUnread) return null;
      sha256 = hashed.then(hashIn);
      sha256.catch(() => null);
      known = 'finished';
      return Buffer.from(memory, 0, fileLength);
    },
    digest: () => {
      sha256 ??= ask('finish', Buffer.from(memory, 0, 0));
      return sha256;
    },
    end: (isSpare = false) => {
      if (!waiting.delete(id)) return;
      if (known === 'running') order({ kind: 'drop', id });
      if (isSpare && known === 'finished' && waiters.length === 0) spare.giveBack(memory);
      for (const { reject } of waiters) reject(cancelled());
      if (waiting.size > 0) return;
      if (thread.retired) void worker.terminate();
      else worker.unref();
    },
  };
}

type SpareMemory = { take(length: number): SharedArrayBuffer; giveBack(memory: SharedArrayBuffer): void };

/** Enough for eight large files at once. */
const mostSpareBytes = 32 * 1024 * 1024;
const smallestMemory = 64 * 1024;

/**
 * Memory of hashes that are done, for the next ones: the system takes longer to give it than a small file takes to hash,
 * and what two threads have seen is freed only when both happen to tidy up. In few sizes, so that it fits again.
 */
function createSpareMemory(): SpareMemory {
  let spare: readonly SharedArrayBuffer[] = [];
  let bytes = 0;
  return {
    take: (length) => {
      const size = Math.max(smallestMemory, 2 ** Math.ceil(Math.log2(length)));
      const found = spare.find((memory) => memory.byteLength === size);
      if (!found) return new SharedArrayBuffer(size);
      spare = spare.filter((memory) => memory !== found);
      bytes -= size;
      return found;
    },
    giveBack: (memory) => {
      if (bytes + memory.byteLength > mostSpareBytes) return;
      spare = [...spare, memory];
      bytes += memory.byteLength;
    },
  };
}
