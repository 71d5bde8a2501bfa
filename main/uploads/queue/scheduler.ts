import type { Clock } from '../../base/clock.ts';
import type { Failure } from '../../base/failure.ts';
import type { Log } from '../../base/log/log.ts';
import { isHeldByNetwork, type UploadRecord } from '../machine/record.ts';
import type { Journal } from '../store/journal-types.ts';
import type { UploadStore } from '../store/upload-store.ts';
import type { AccountBlocks } from './account-blocks.ts';
import { isLocal, pickNext } from './queue.ts';

/** Begins runs when there is room, ends those whose upload has been saved as no longer under way, wakes retries. */
export type Scheduler = {
  /** `finish`: what is being sent is not broken off. */
  pauseAll(options: { readonly finish: boolean }): void;
  resumeAll(): void;
  /** Looks anew who has to wait; a try that waits for the network is made at once by an account that need not, as the first in a row. */
  wake(): void;
  /** Breaks off what gives no sign within moments; it is no failed try. */
  probe(): void;
  /** Ends what is being sent to such accounts; it is no failed try, and goes on when they need not wait any more. */
  breakOff(ofAccount: (accountId: string) => boolean): void;
  /** Uploads in `left` do not begin before the next start. */
  start(left?: ReadonlySet<string>): Promise<void>;
  stop(): Promise<void>;
  idle(): Promise<void>;
};

/** How long to wait before touching a journal again that could not be written. */
const haltMs = 5_000;

/** A living connection moves within it: something is acknowledged, or an answer comes. */
const signMs = 10_000;

/** The computer's clock may be set back by years while a try is due: nothing waits longer than a day. */
const longestWaitMs = 24 * 60 * 60_000;

type Run = {
  readonly controller: AbortController;
  readonly done: Promise<void>;
  moves: number;
  begun: boolean;
};

export function createScheduler(deps: {
  readonly clock: Clock;
  readonly log: Log;
  readonly journal: Journal;
  readonly uploadStore: UploadStore;
  readonly parallel: () => number;
  /** Why an account has to wait although it is not held up; null when it need not. */
  readonly waitsFor: (accountId: string) => Failure | null;
  readonly blocks: AccountBlocks;
  readonly run: (id: string, signal: AbortSignal, onMove: () => void) => Promise<void>;
}): Scheduler {
  const { clock, log, journal, uploadStore, blocks } = deps;
  const runs = new Map<string, Run>();
  const timers = new Map<string, () => void>();
  let idlers: (() => void)[] = [];
  let started = false;
  let left: ReadonlySet<string> = new Set();
  let pumpDue = false;
  let cancelHalt: (() => void) | null = null;

  const pumpSoon = (): void => {
    if (pumpDue) return;
    pumpDue = true;
    queueMicrotask(() => {
      pumpDue = false;
      guarded(pump);
    });
  };
  const pump = (): void => {
    if (started && !cancelHalt) {
      blocks.keepOnly(new Set([...uploadStore.unfinished()].map((record) => record.accountId)));
      if (journal.paused()) pauseWaiting();
      else beginAll();
    }
    settle();
  };
  const beginAll = (): void => {
    for (;;) {
      const record = pickNext(uploadStore.unfinished(), new Set(runs.keys()), placesOf, left);
      if (!record) return;
      begin(record.id);
    }
  };
  const placesOf = (accountId: string): number =>
    deps.waitsFor(accountId) ? 0 : blocks.places(accountId, deps.parallel());
  const begin = (id: string): void => {
    const controller = new AbortController();
    // The run starts in a later turn, so that it is listed here before it changes anything.
    const done = Promise.resolve()
      .then(() =>
        deps.run(id, controller.signal, () => {
          run.moves += 1;
        }),
      )
      .catch(halt)
      .finally(() => {
        runs.delete(id);
        pumpSoon();
      });
    const run: Run = { controller, done, moves: 0, begun: false };
    runs.set(id, run);
  };
  const guarded = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      halt(error);
    }
  };
  /** A journal that cannot be written must stop everything: no act without its saved transition. */
  const halt = (error: unknown): void => {
    log.error('The queue stands still because its journal could not be written', { error });
    if (!started) return;
    cancelHalt ??= clock.after(haltMs, () => {
      cancelHalt = null;
      guarded(requeueOrphans);
      pumpSoon();
    });
  };
  const requeueOrphans = (): void => {
    for (const record of uploadStore.unfinished()) {
      if (record.machine.kind === 'working' && !runs.has(record.id)) {
        uploadStore.apply(record.id, { kind: 'interrupted' });
      }
    }
  };
  const pauseWaiting = (): void => {
    for (const { id, machine } of uploadStore.unfinished()) {
      if (machine.kind === 'queued' || machine.kind === 'retrying') uploadStore.apply(id, { kind: 'pause' });
    }
  };
  const setTimer = (record: UploadRecord): void => {
    timers.get(record.id)?.();
    timers.delete(record.id);
    if (record.machine.kind !== 'retrying' || !started) return;
    const wait = Math.min(longestWaitMs, Math.max(0, record.machine.at - clock.now()));
    const cancel = clock.after(wait, () => {
      timers.delete(record.id);
      guarded(() => uploadStore.apply(record.id, { kind: 'due' }));
    });
    timers.set(record.id, cancel);
  };
  const settle = (): void => {
    if (isActive()) return;
    const waiting = idlers;
    idlers = [];
    for (const resolve of waiting) resolve();
  };
  const isActive = (): boolean => {
    if (runs.size > 0) return true;
    return started && [...uploadStore.unfinished()].some(goesOnByItself);
  };
  /** What is queued and was not begun waits for another one, which goes on by itself or is a person's matter. */
  const goesOnByItself = ({ id, machine, accountId }: UploadRecord): boolean => {
    if (left.has(id)) return false;
    if (machine.kind === 'paused' || machine.kind === 'asking') return false;
    if (machine.kind !== 'queued' || cancelHalt || isLocal(machine.step)) return true;
    const block = blocks.of(accountId);
    return block ? block.until !== null && placesOf(accountId) === 0 : placesOf(accountId) === 0;
  };
  const endRun = ({ id, machine }: UploadRecord): void => {
    const run = runs.get(id);
    if (!run) return;
    if (machine.kind === 'working') run.begun = true;
    else if (run.begun) run.controller.abort();
  };
  const retryNetwork = (): void => {
    for (const record of uploadStore.unfinished()) {
      if (!isHeldByNetwork(record) || deps.waitsFor(record.accountId) !== null) continue;
      const { network: _, ...attempts } = record.attempts;
      guarded(() => uploadStore.apply(record.id, { kind: 'due' }, { attempts }));
    }
  };

  uploadStore.onSaved((record) => {
    setTimer(record);
    endRun(record);
    pumpSoon();
  });
  blocks.onChange(pumpSoon);
  return {
    pauseAll: ({ finish }) => {
      pauseWaiting();
      if (finish) return;
      for (const { id, machine } of uploadStore.unfinished()) {
        if (isBeingSent(machine)) uploadStore.apply(id, { kind: 'pause' });
      }
    },
    resumeAll: () => {
      for (const record of uploadStore.unfinished()) {
        const { id, machine } = record;
        if (machine.kind === 'paused' && !machine.alone) uploadStore.apply(id, { kind: 'resume' });
      }
    },
    breakOff: (ofAccount) => {
      for (const { id, accountId, machine } of uploadStore.unfinished()) {
        if (ofAccount(accountId) && isBeingSent(machine)) uploadStore.apply(id, { kind: 'interrupted' });
      }
    },
    wake: () => {
      retryNetwork();
      pumpSoon();
    },
    probe: () => {
      const before = new Map([...runs.values()].map((run) => [run, run.moves]));
      clock.after(signMs, () => {
        for (const [id, run] of runs) {
          const machine = uploadStore.find(id)?.machine;
          if (before.get(run) !== run.moves || machine?.kind !== 'working' || isLocal(machine.step)) continue;
          log.info('Nothing moves after the computer slept', { id });
          guarded(() => uploadStore.apply(id, { kind: 'interrupted' }));
          run.controller.abort();
        }
      });
    },
    start: async (leaving = new Set()) => {
      if (started) return;
      started = true;
      left = leaving;
      requeueOrphans();
      retryNetwork();
      for (const record of uploadStore.unfinished()) setTimer(record);
      pumpSoon();
    },
    stop: async () => {
      started = false;
      cancelHalt?.();
      cancelHalt = null;
      for (const cancel of timers.values()) cancel();
      timers.clear();
      blocks.stop();
      for (const [id, run] of runs) {
        if (uploadStore.find(id)?.machine.kind === 'working') {
          guarded(() => uploadStore.apply(id, { kind: 'interrupted' }));
        }
        run.controller.abort();
      }
      await Promise.all([...runs.values()].map((run) => run.done));
      settle();
    },
    idle: () =>
      new Promise((resolve) => {
        idlers.push(resolve);
        pumpSoon();
      }),
  };
}

/** Short calls are left to end by themselves. */
function isBeingSent(machine: UploadRecord['machine']): boolean {
  return machine.kind === 'working' && (machine.step === 'choose' || machine.step === 'upload');
}
