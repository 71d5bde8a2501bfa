import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log/log.ts';

/** Pause before work resumes after a failed journal write. */
const retryWriteMs = 5_000;

/** Runs `work` in a microtask after each change, but not while the journal cannot be written. */
export function createWorkLoop(deps: {
  readonly clock: Clock;
  readonly log: Log;
  readonly isStarted: () => boolean;
  readonly work: () => void;
  /** Repairs the state of uploads after a failed journal write. */
  readonly recover: () => void;
  readonly isActive: () => boolean;
}) {
  let isDue = false;
  let cancelHalt: (() => void) | null = null;
  let waiting: (() => void)[] = [];
  const schedule = (): void => {
    if (isDue) return;
    isDue = true;
    queueMicrotask(() => {
      isDue = false;
      guarded(() => {
        if (deps.isStarted() && !cancelHalt) deps.work();
        resolveIdle();
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
  /** Stops all work after a failed write: no step may run before its transition is saved. */
  const halt = (error: unknown): void => {
    deps.log.error('Could not write the journal; the queue is halted', { error });
    if (!deps.isStarted()) return;
    cancelHalt ??= deps.clock.after(retryWriteMs, () => {
      cancelHalt = null;
      guarded(deps.recover);
      schedule();
    });
  };
  const resolveIdle = (): void => {
    if (deps.isActive()) return;
    const resolved = waiting;
    waiting = [];
    for (const resolve of resolved) resolve();
  };
  return {
    soon: schedule,
    guarded,
    halt,
    resolveIdle,
    isHalted: () => cancelHalt !== null,
    idle: () =>
      new Promise<void>((resolve) => {
        waiting.push(resolve);
        schedule();
      }),
    stop: (): void => {
      cancelHalt?.();
      cancelHalt = null;
    },
  };
}
