import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log/log.ts';

/** Pause before a journal that could not be written is used again. */
const haltMs = 5_000;

/** Does the work of the scheduler soon after each change, but not while the journal cannot be written. */
export function createPump(deps: {
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
