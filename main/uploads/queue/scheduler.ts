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
import { createWorkLoop } from './work-loop.ts';

type SchedulerDependencies = {
  readonly clock: Clock;
  readonly log: Log;
  readonly journal: Journal;
  readonly uploadStore: UploadStore;
  readonly parallel: () => number;
  /** Returns why an account that is not blocked has to wait; null if it need not. */
  readonly waitsFor: (accountId: string) => Failure | null;
  readonly blocks: AccountBlocks;
  readonly run: (id: string, signal: AbortSignal, onMove: () => void) => Promise<void>;
};

/** Starts runs when slots are free, aborts runs whose upload left the working state, and times retries. */
export function createScheduler(deps: SchedulerDependencies) {
  const { clock, log, journal, uploadStore, blocks } = deps;
  let started = false;
  let excluded: ReadonlySet<string> = new Set();
  const slotsOf = (accountId: string): number =>
    deps.waitsFor(accountId) ? 0 : blocks.slots(accountId, deps.parallel());
  /** Returns false for a queued upload that waits for the user, or only for other active uploads. */
  const isActive = ({ id, machine, accountId }: UploadRecord): boolean =>
    !excluded.has(id) &&
    (machine.kind === 'queued' && !pump.isHalted() && !isLocal(machine.step)
      ? blocks.of(accountId)?.until !== null && slotsOf(accountId) === 0
      : machine.kind !== 'paused' && machine.kind !== 'asking');
  const bulk = createBulkChanges(uploadStore, deps.waitsFor);
  const pump = createWorkLoop({
    clock,
    log,
    isStarted: () => started,
    work: () => {
      blocks.releaseOthers(new Set(uploadStore.unfinished().map(({ accountId }) => accountId)));
      if (journal.paused()) return bulk.pauseWaiting();
      const next = (): UploadRecord | null =>
        pickNext(uploadStore.unfinished(), runs.ids(), slotsOf, excluded);
      for (let record = next(); record; record = next()) runs.begin(record.id);
    },
    recover: () => bulk.interruptOrphans(runs.ids()),
    isActive: () => runs.ids().size > 0 || (started && uploadStore.unfinished().some(isActive)),
  });
  const runs = createRuns({ clock, run: deps.run, onError: pump.halt, onEnd: pump.soon });
  const timers = createRetryTimers(clock, (id) => pump.guarded(() => uploadStore.apply(id, { kind: 'due' })));
  const interrupt = (id: string): void => {
    pump.guarded(() => uploadStore.apply(id, { kind: 'interrupted' }));
    runs.abort(id);
  };
  uploadStore.onSaved((record) => {
    if (started) timers.set(record);
    runs.abortIfStopped(record);
    pump.soon();
  });
  blocks.onChange(pump.soon);
  return {
    pauseAll: bulk.pauseAll,
    resumeAll: bulk.resumeAll,
    breakOff: bulk.breakOff,
    /** Starts uploads whose account no longer has to wait, and retries network failures. */
    wake: (): void => {
      pump.guarded(bulk.retryNetwork);
      pump.soon();
    },
    /** Interrupts transfers that make no progress in the next ten seconds. Not counted as an attempt. */
    probe: (): void =>
      runs.whenStalled((id) => {
        if (!isOnline(uploadStore.find(id))) return;
        log.info('Uploads stalled after sleep', { id });
        interrupt(id);
      }),
    /** Uploads in `excludedIds` do not run until the next start. */
    start: (excludedIds: ReadonlySet<string> = new Set()): void => {
      if (started) return;
      started = true;
      excluded = excludedIds;
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
      await runs.allEnded();
      pump.resolveIdle();
    },
    idle: pump.idle,
  };
}

function isOnline(record: UploadRecord | null): boolean {
  return record?.machine.kind === 'working' && !isLocal(record.machine.step);
}
