import { createHash } from 'node:crypto';
import type { Clock } from './clock.ts';

/** Distinct wrong guesses before delays begin: open pages and running commands repeat outdated secrets. */
const allowedFailures = 30;
/** Short, because it also delays clients with the right secret. */
const maxDelayMs = 8_000;

/** Rate limiter for wrong secrets, shared by all clients. */
export type RateLimiter = {
  /** Returns the seconds until the next guess is allowed; 0 if allowed now. */
  waitSeconds(): number;
  /** Counts a wrong guess; repetitions of the same guess count once. */
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
