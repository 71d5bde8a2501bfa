import type { Clock } from '../../base/clock.ts';
import { Events } from '../../base/events.ts';
import type { Log } from '../../base/log/log.ts';
import type { ServiceChange } from '../views/service.ts';

/** Changes within this time are combined into one event. */
const batchMs = 500;

export type ServiceChangeFeed = {
  readonly events: Events<{ changed: ServiceChange }>;
  notify(what: ServiceChange['what']): void;
  /** Reports changes in batches, as thousands of messages may be mailed. `versionId`: null if unknown. */
  mailChanged(versionId: number | null): void;
  stop(): void;
};

/** Calls `onMail` with the versions whose messages changed. */
export function createServiceChangeFeed(
  clock: Clock,
  log: Log,
  onMail: (versionIds: readonly number[]) => void,
): ServiceChangeFeed {
  const events = new Events<{ changed: ServiceChange }>(log.scope('built-in'));
  const notify = (what: ServiceChange['what']): void => events.emit('changed', { what });
  let cancelTimer: (() => void) | null = null;
  const changed = new Set<number>();
  return {
    events,
    notify,
    mailChanged: (versionId) => {
      if (versionId !== null) changed.add(versionId);
      cancelTimer ??= clock.after(batchMs, () => {
        cancelTimer = null;
        onMail([...changed]);
        changed.clear();
        notify('outbox');
      });
    },
    stop: () => cancelTimer?.(),
  };
}
