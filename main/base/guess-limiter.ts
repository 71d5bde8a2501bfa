import { createHash } from 'node:crypto';
import type { Clock } from './clock.ts';

/** Different wrong guesses that cost no delay: pages and programs of before each repeat an old secret. */
const freeGuesses = 30;
/** Short, because it also delays whoever has the right secret. */
const maxDelayMs = 8_000;

/** Slows down guessing at random secrets, for all callers together. */
export type GuessLimiter = {
  /** Returns the seconds until the next guess may be compared, 0 if it may be now. */
  waitSeconds(): number;
  /** Counts a wrong guess; the same one counts once. */
  failed(guess: string): void;
  /** Forgets the wrong guesses. */
  succeeded(): void;
};

export function createGuessLimiter(clock: Clock): GuessLimiter {
  const wrong = new Set<string>();
  let lastAt = 0;
  return {
    waitSeconds: () => {
      const excess = wrong.size - freeGuesses;
      if (excess < 0) return 0;
      const delay = Math.min(maxDelayMs, 1_000 * 2 ** excess);
      return Math.max(0, Math.ceil((lastAt + delay - clock.monotonic()) / 1_000));
    },
    failed: (guess) => {
      const digest = createHash('sha256').update(guess).digest('base64');
      if (wrong.has(digest)) return;
      wrong.add(digest);
      lastAt = clock.monotonic();
      const [oldest] = wrong;
      if (wrong.size > 2 * freeGuesses && oldest !== undefined) wrong.delete(oldest);
    },
    succeeded: () => wrong.clear(),
  };
}
