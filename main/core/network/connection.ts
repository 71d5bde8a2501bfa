import type { Clock } from '../../base/clock.ts';
import { toFailure } from '../../base/errors.ts';
import { Events } from '../../base/events.ts';
import type { Failure } from '../../base/failure.ts';
import type { Log } from '../../base/log/log.ts';
import { coreErrors } from '../errors.ts';
import type { Connection } from '../views/network.ts';

export type ConnectionSource = {
  /** False only if this computer has no network. */
  online(): boolean;
  /** Null if unknown. */
  metered(): Promise<boolean | null>;
};

export type ConnectionWatch = {
  readonly events: Events<{ changed: Connection }>;
  now(): Connection;
  /** Returns the reason if uploads over the network must wait, else null. */
  waitsFor(): Failure | null;
  /** Checks the network now and reports changes. */
  checkNow(): Promise<void>;
  start(): void;
  stop(): void;
};

/** Checked often, because a check takes less than a millisecond. */
const offlineEveryMs = 2_000;
const onlineEveryMs = 10_000;
/** Checked less often, because this check starts a process. */
const meteredEveryMs = 60_000;

export function createConnectionWatch(deps: {
  readonly source: ConnectionSource;
  readonly pauseOnMetered: () => boolean;
  readonly clock: Clock;
  readonly log: Log;
}): ConnectionWatch {
  const { source, pauseOnMetered, clock } = deps;
  const log = deps.log.scope('network');
  const events = new Events<{ changed: Connection }>(log);
  let metered: boolean | null = null;
  let meteredAt = Number.NEGATIVE_INFINITY;
  let lastReported: Connection | null = null;
  let cancelTimer: (() => void) | null = null;
  let running = false;

  let cachedOnline: boolean | null = null;
  /** Cached for the current task, which may check many uploads. */
  const online = (): boolean => {
    if (cachedOnline === null) {
      cachedOnline = source.online();
      queueMicrotask(() => {
        cachedOnline = null;
      });
    }
    return cachedOnline;
  };
  const blockReason = (): Failure | null => {
    if (!online()) return toFailure(coreErrors.offline({}));
    return pauseOnMetered() && metered === true ? toFailure(coreErrors.metered({})) : null;
  };
  const now = (): Connection => ({ online: online(), metered, waiting: blockReason() });
  const updateMetered = async (): Promise<void> => {
    if (!pauseOnMetered() || !online()) return;
    if (lastReported?.online && clock.monotonic() - meteredAt < meteredEveryMs) return;
    meteredAt = clock.monotonic();
    metered = await source.metered();
  };
  const refresh = async (): Promise<void> => {
    await updateMetered();
    const next = now();
    const before = lastReported;
    lastReported = next;
    if (before !== null && JSON.stringify(before) === JSON.stringify(next)) return;
    if (before !== null) log.info('The network changed', { online: next.online, metered: next.metered });
    events.emit('changed', next);
  };
  const poll = (): void => {
    refresh()
      .catch((error: unknown) => log.warn('Could not check the network', { error }))
      .finally(() => {
        if (!running) return;
        cancelTimer?.();
        cancelTimer = clock.after(online() ? onlineEveryMs : offlineEveryMs, poll);
      });
  };
  return {
    events,
    now,
    waitsFor: blockReason,
    checkNow: async () => {
      meteredAt = Number.NEGATIVE_INFINITY;
      await refresh();
    },
    start: () => {
      if (running) return;
      running = true;
      poll();
    },
    stop: () => {
      running = false;
      cancelTimer?.();
      cancelTimer = null;
    },
  };
}
