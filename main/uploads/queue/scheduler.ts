import type { Clock } from '../../base/clock.ts';
import type { Failure } from '../../base/failure.ts';
import type { Log } from '../../base/log/log.ts';
import type { Journal } from '../journal/journal.ts';
import type { UploadStore } from '../journal/upload-store.ts';
import type { UploadRecord } from '../record/record.ts';
import { isLocal } from '../record/states.ts';
import type { AccountBlocks } from './account-blocks.ts';
import { createBulkChanges } from './bulk-changes.ts';
import { pickNext } from './queue.ts';
import { createRetryTimers } from './retry-timers.ts';
import { createRuns } from './runs.ts';

/** Begins runs when there are free slots, aborts those whose upload is no longer under way, and wakes retries. */
export type Scheduler = ReturnType<typeof createScheduler>;

/** Pause before a journal that could not be written is used again. */
const haltMs = 5_000;

/** A living connection moves within it: bytes are acknowledged, or an answer arrives. */
const signMs = 10_000;

export function createScheduler(deps: {
  readonly clock: Clock;
  readonly log: Log;
  readonly journal: Journal;
  readonly uploadStore: UploadStore;
  readonly parallel: () => number;
  /** Why an account that is not blocked has to wait; null if it need not. */
  readonly waitsFor: (accountId: string) => Failure | null;
  readonly blocks: AccountBlocks;
  readonly run: (id: string, signal: AbortSignal, onMove: () => void) => Promise<void>;
}) {
  const { clock, log, journal, uploadStore, blocks } = deps;
  let started = false;
  let excluded: ReadonlySet<string> = new Set();
  const slotsOf = (accountId: string): number =>
    deps.waitsFor(accountId) ? 0 : blocks.slots(accountId, deps.parallel());
  const bulk = createBulkChanges(uploadStore, deps.waitsFor);
  const pump = createPump({
    clock,
    log,
    isStarted: () => started,
    work: () => {
      blocks.keepOnly(new Set(uploadStore.unfinished().map(({ accountId }) => accountId)));
      if (journal.paused()) return bulk.pauseWaiting();
      const next = (): UploadRecord | null =>
        pickNext(uploadStore.unfinished(), runs.ids(), slotsOf, excluded);
      for (let record = next(); record; record = next()) runs.begin(record.id);
    },
    recover: () => bulk.interruptOrphans(runs.ids()),
    isActive: () =>
      runs.ids().size > 0 || (started && uploadStore.unfinished().some((record) => continues(record))),
  });
  const runs = createRuns({ run: deps.run, onError: pump.halt, onEnd: pump.soon });
  const timers = createRetryTimers(clock, (id) => pump.guarded(() => uploadStore.apply(id, { kind: 'due' })));
  /** What is queued and was not begun waits for another upload, which continues by itself or waits for the user. */
  const continues = ({ id, machine, accountId }: UploadRecord): boolean => {
    if (excluded.has(id) || machine.kind === 'paused' || machine.kind === 'asking') return false;
    if (machine.kind !== 'queued' || pump.isHalted() || isLocal(machine.step)) return true;
    return blocks.of(accountId)?.until !== null && slotsOf(accountId) === 0;
  };
  const interrupt = (id: string): void => {
    pump.guarded(() => uploadStore.apply(id, { kind: 'interrupted' }));
    runs.abort(id);
  };
  uploadStore.onSaved((record) => {
    if (started) timers.set(record);
    runs.follow(record);
    pump.soon();
  });
  blocks.onChange(pump.soon);
  return {
    /** `finish`: transfers are not aborted. */
    pauseAll: ({ finish }: { readonly finish: boolean }): void => {
      bulk.pauseWaiting();
      if (!finish) bulk.pauseTransfers();
    },
    resumeAll: bulk.resumeAll,
    /** Aborts the transfers of such accounts; not counted as an attempt. */
    breakOff: bulk.interruptTransfers,
    /** Checks again which accounts have to wait, and retries what the network failed. */
    wake: (): void => {
      pump.guarded(bulk.retryNetwork);
      pump.soon();
    },
    /** Aborts runs without a sign of progress within moments; not counted as an attempt. */
    probe: (): void => {
      const stalled = runs.watchMoves();
      clock.after(signMs, () => {
        for (const id of stalled()) {
          const machine = uploadStore.find(id)?.machine;
          if (machine?.kind !== 'working' || isLocal(machine.step)) continue;
          log.info('Nothing moves after the computer slept', { id });
          interrupt(id);
        }
      });
    },
    /** Uploads in `leaving` do not begin before the next start. */
    start: (leaving: ReadonlySet<string> = new Set()): void => {
      if (started) return;
      started = true;
      excluded = leaving;
      bulk.interruptOrphans(runs.ids());
      pump.guarded(bulk.retryNetwork);
      uploadStore.unfinished().forEach(timers.set);
      pump.soon();
    },
    stop: async (): Promise<void> => {
      started = false;
      pump.stop();
      timers.stop();
      blocks.stop();
      for (const id of runs.ids()) {
        if (uploadStore.find(id)?.machine.kind === 'working') interrupt(id);
        else runs.abort(id);
      }
      await runs.ended();
      pump.settle();
    },
    idle: pump.idle,
  };
}

/** Does the work of the scheduler soon after each change, but not while the journal cannot be written. */
function createPump(deps: {
  readonly clock: Clock;
  readonly log: Log;
  readonly isStarted: () => boolean;
  readonly work: () => void;
  /** Repairs the state of uploads after the journal could not be written. */
  readonly recover: () => void;
  readonly isActive: () => boolean;
}) {
  let isDue = false;
  let cancelHalt: (() => void) | null = null;
  let waiting: (() => void)[] = [];
  const soon = (): void => {
    if (isDue) return;
    isDue = true;
    queueMicrotask(() => {
      isDue = false;
      guarded(() => {
        if (deps.isStarted() && !cancelHalt) deps.work();
        settle();
      });
    });
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
    deps.log.error('The queue stands still because its journal could not be written', { error });
    if (!deps.isStarted()) return;
    cancelHalt ??= deps.clock.after(haltMs, () => {
      cancelHalt = null;
      guarded(deps.recover);
      soon();
    });
  };
  const settle = (): void => {
    if (deps.isActive()) return;
    const resolved = waiting;
    waiting = [];
    for (const resolve of resolved) resolve();
  };
  return {
    soon,
    guarded,
    halt,
    settle,
    isHalted: () => cancelHalt !== null,
    /** Resolves when nothing is active. */
    idle: () =>
      new Promise<void>((resolve) => {
        waiting.push(resolve);
        soon();
      }),
    stop: (): void => {
      cancelHalt?.();
      cancelHalt = null;
    },
  };
}
