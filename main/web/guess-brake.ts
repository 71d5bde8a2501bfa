import type { Clock } from '../core.ts';

/** Enough for a person who opens old links again and again, and nothing for who tries all there are. */
const mostWrong = 20;
const withinMs = 60_000;

/** Slows down who guesses tokens: after so many wrong ones within a minute none is looked at until the minute is over. */
export type GuessBrake = {
  allows(): boolean;
  /** One was wrong. */
  wrong(): void;
};

export function createGuessBrake(clock: Pick<Clock, 'monotonic'>): GuessBrake {
  let times: readonly number[] = [];
  const recent = (): readonly number[] => times.filter((at) => clock.monotonic() - at < withinMs);
  return {
    allows: () => recent().length < mostWrong,
    wrong: () => {
      times = [...recent(), clock.monotonic()];
    },
  };
}
