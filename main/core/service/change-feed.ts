import type { Clock } from '../../base/clock.ts';
import { Events } from '../../base/events.ts';
import type { Log } from '../../base/log/log.ts';
import type { ServiceChange } from '../views/service.ts';

/** A message that is delivered is told of together with those of this long after it. */
const togetherMs = 500;

/** What of the built-in service changed. */
export type ServiceChangeFeed = {
  readonly events: Events<{ changed: ServiceChange }>;
  tell(what: ServiceChange['what']): void;
  /** One of perhaps thousands: told of soon. */
  mailChanged(): void;
  stop(): void;
};

export function createServiceChangeFeed(clock: Clock, log: Log): ServiceChangeFeed {
  const events = new Events<{ changed: ServiceChange }>(log.scope('built-in'));
  const tell = (what: ServiceChange['what']): void => events.emit('changed', { what });
  let cancelTimer: (() => void) | null = null;
  return {
    events,
    tell,
    mailChanged: () => {
      cancelTimer ??= clock.after(togetherMs, () => {
        cancelTimer = null;
        tell('outbox');
      });
    },
    stop: () => cancelTimer?.(),
  };
}
