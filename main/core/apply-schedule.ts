import { createBandwidth, type Throttle } from '../api/upload/bandwidth.ts';
import type { Clock } from '../base/clock.ts';
import type { NetworkSettings } from '../settings/settings-schema.ts';
import { limitAt, localTime, nextChange } from './bandwidth-schedule.ts';
import type { NetworkView } from './view.ts';

/** Keeps all uploads together under the limit of the settings and their timetable. */
export type AppliedSchedule = {
  readonly throttle: Throttle;
  now(): NetworkView['limitNow'];
  /** To be called when the settings changed; counts at once. */
  follow(): void;
  /** Follows the clock from now on. */
  start(): void;
  stop(): void;
};

const minuteMs = 60_000;

/** `onChange` is told when the clock brought another limit. */
export function applySchedule(deps: {
  readonly clock: Clock;
  readonly limits: () => Pick<NetworkSettings, 'bytesPerSecond' | 'timetable'>;
  readonly onChange: () => void;
}): AppliedSchedule {
  const { clock, limits } = deps;
  const current = (): number | null => limitAt(limits(), localTime(clock.now()));
  let limit = current();
  const bandwidth = createBandwidth(clock, limit);
  let cancelTimer: (() => void) | null = null;
  let running = false;

  const apply = (): boolean => {
    const next = current();
    if (next === limit) return false;
    limit = next;
    bandwidth.limitTo(next);
    return true;
  };
  /** Every minute, not only when it should change: the clock may be set, and the computer may sleep. */
  const tick = (): void => {
    if (apply()) deps.onChange();
    schedule();
  };
  const schedule = (): void => {
    cancelTimer?.();
    cancelTimer = null;
    if (!running || limits().timetable.length === 0) return;
    cancelTimer = clock.after(minuteMs - (clock.now() % minuteMs), tick);
  };
  return {
    throttle: bandwidth.throttle,
    now: () => ({ bytesPerSecond: current(), until: nextChange(limits(), clock.now()) }),
    follow: () => {
      apply();
      schedule();
    },
    start: () => {
      running = true;
      apply();
      schedule();
    },
    stop: () => {
      running = false;
      schedule();
    },
  };
}
