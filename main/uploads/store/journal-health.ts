import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../base/clock.ts';
import { CodedError, toFailure } from '../../base/errors.ts';
import type { Failure } from '../../base/failure.ts';
import { uploadErrors } from '../errors.ts';
import type { Journal } from './journal-types.ts';

/** How long to wait before a journal that could not be written is tried again. */
const probeMs = 5_000;

export type JournalHealth = {
  /** The journal, watched. */
  readonly journal: Journal;
  /** Why it cannot be written; null while it can. */
  problem(): Failure | null;
  /** Ends the trying. */
  stop(): void;
};

/** Notices that a journal cannot be written, says so, and tries until it can. */
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
        // It was noticed, and is tried again.
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
        set(toFailure(asNotSaved(error)));
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
      learnFolderApplication: watched(deps.journal.learnFolderApplication),
      nextBeginning: watched(deps.journal.nextBeginning),
      setPaused: watched(deps.journal.setPaused),
    },
    problem: () => problem,
    stop: () => {
      cancelProbe?.();
      cancelProbe = null;
    },
  };
}

function asNotSaved(error: unknown): CodedError {
  if (error instanceof CodedError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return uploadErrors.notSaved({ reason }, { cause: error });
}
