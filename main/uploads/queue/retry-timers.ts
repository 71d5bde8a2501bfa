import type { Clock } from '../../base/clock.ts';
import type { UploadRecord } from '../record/record.ts';

/** Maximum wait, in case the system clock is set back by years. */
const maxWaitMs = 24 * 60 * 60_000;

export function createRetryTimers(clock: Clock, onDue: (id: string) => void) {
  const timers = new Map<string, () => void>();
  return {
    set: ({ id, machine }: UploadRecord): void => {
      timers.get(id)?.();
      timers.delete(id);
      if (machine.kind !== 'retrying') return;
      const wait = Math.min(maxWaitMs, Math.max(0, machine.at - clock.now()));
      const cancel = clock.after(wait, () => {
        timers.delete(id);
        onDue(id);
      });
      timers.set(id, cancel);
    },
    stop: (): void => {
      for (const cancel of timers.values()) cancel();
      timers.clear();
    },
  };
}
