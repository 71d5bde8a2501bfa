import type { Clock } from '../../base/clock.ts';
import { Events } from '../../base/events.ts';
import type { Log } from '../../base/log/log.ts';
import type { ServiceChange } from '../views/service.ts';

/** Deliveries within this time result in one event. */
const batchMs = 500;

export type ServiceChangeFeed = {
  readonly events: Events<{ changed: ServiceChange }>;
  notify(what: ServiceChange['what']): void;
  /** Reports changes in batches, because thousands of messages may be delivered at once. */
  mailChanged(): void;
  stop(): void;
};

export function createServiceChangeFeed(clock: Clock, log: Log): ServiceChangeFeed {
  const events = new Events<{ changed: ServiceChange }>(log.scope('built-in'));
  const notify = (what: ServiceChange['what']): void => events.emit('changed', { what });
  let cancelTimer: (() => void) | null = null;
  return {
    events,
    notify,
    mailChanged: () => {
      cancelTimer ??= clock.after(batchMs, () => {
        cancelTimer = null;
        notify('outbox');
      });
    },
    stop: () => cancelTimer?.(),
  };
}
