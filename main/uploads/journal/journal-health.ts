import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../base/clock.ts';
import { toFailure } from '../../base/errors.ts';
import type { Failure } from '../../base/failure.ts';
import type { Journal } from './journal.ts';

const probeMs = 5_000;

export type JournalHealth = {
  readonly journal: Journal;
  /** Returns the error that prevents writing; null if there is none. */
  problem(): Failure | null;
  stop(): void;
};

/** Reports a journal's write errors, and probes it until a write succeeds. */
export function watchJournal(deps: {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly onChange: (problem: Failure | null) => void;
}): JournalHealth {
  const { clock } = deps;
  let problem: Failure | null = null;
  let cancelProbe: (() => void) | null = null;

  const set = (next: Failure | null): void => {
    if (isDeepStrictEqual(next, problem)) return;
    problem = next;
    deps.onChange(next);
  };
  const probeLater = (): void => {
    cancelProbe ??= clock.after(probeMs, () => {
      cancelProbe = null;
      try {
        watched(deps.journal.probe)();
      } catch {
        // `watched` has reported the error and scheduled the next probe.
      }
    });
  };
  const watched =
    <Values extends readonly unknown[], Result>(act: (...values: Values) => Result) =>
    (...values: Values): Result => {
      try {
        const result = act(...values);
        cancelProbe?.();
        cancelProbe = null;
        set(null);
        return result;
      } catch (error) {
        set(toFailure(error));
        probeLater();
        throw error;
      }
    };
  return {
    journal: {
      ...deps.journal,
      save: watched(deps.journal.save),
      saveAll: watched(deps.journal.saveAll),
      learnApplication: watched(deps.journal.learnApplication),
      learnSizeUnit: watched(deps.journal.learnSizeUnit),
      nextTransferNumber: watched(deps.journal.nextTransferNumber),
      setPaused: watched(deps.journal.setPaused),
    },
    problem: () => problem,
    stop: () => {
      cancelProbe?.();
      cancelProbe = null;
    },
  };
}
