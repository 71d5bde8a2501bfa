import { createHash } from 'node:crypto';
import type { Clock } from './clock.ts';

/** Distinct wrong secrets allowed without delay: open pages and commands may repeat outdated secrets. */
const allowedFailures = 30;
/** Must be short, because it also delays clients with the right secret. */
const maxDelayMs = 8_000;

/** Delays attempts after wrong secrets. All clients share one limiter. */
export type RateLimiter = {
  /** Returns the seconds until the next attempt is allowed; 0 if it is allowed now. */
  waitSeconds(): number;
  /** Counts a wrong secret. Repetitions of the same secret count once. */
  failed(credential: string): void;
  succeeded(): void;
};

export function createRateLimiter(clock: Clock): RateLimiter {
  const wrong = new Set<string>();
  let lastAt = 0;
  return {
    waitSeconds: () => {
      const excess = wrong.size - allowedFailures;
      if (excess < 0) return 0;
      const delay = Math.min(maxDelayMs, 1_000 * 2 ** excess);
      return Math.max(0, Math.ceil((lastAt + delay - clock.monotonic()) / 1_000));
    },
    failed: (credential) => {
      const digest = createHash('sha256').update(credential).digest('base64');
      if (wrong.has(digest)) return;
      wrong.add(digest);
      lastAt = clock.monotonic();
      const [oldest] = wrong;
      if (wrong.size > 2 * allowedFailures && oldest !== undefined) wrong.delete(oldest);
    },
    succeeded: () => wrong.clear(),
  };
}
