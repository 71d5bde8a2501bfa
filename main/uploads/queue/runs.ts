import type { Clock } from '../../base/clock.ts';
import type { UploadRecord } from '../record/record.ts';

/** Maximum time without progress on a live connection. */
const stallMs = 10_000;

type Run = {
  readonly controller: AbortController;
  readonly done: Promise<void>;
  progressCount: number;
  begun: boolean;
};

/** Manages active runs, at most one per upload. */
export function createRuns(deps: {
  readonly clock: Clock;
  readonly run: (id: string, signal: AbortSignal, onMove: () => void) => Promise<void>;
  readonly onError: (error: unknown) => void;
  readonly onEnd: () => void;
}) {
  const { clock } = deps;
  const runs = new Map<string, Run>();
  return {
    ids: (): ReadonlySet<string> => new Set(runs.keys()),
    begin: (id: string): void => {
      const controller = new AbortController();
      const onMove = (): void => {
        run.progressCount += 1;
      };
      // Starts asynchronously, so that `runs` contains the run before it changes the upload.
      const done = Promise.resolve()
        .then(() => deps.run(id, controller.signal, onMove))
        .catch(deps.onError)
        .finally(() => {
          runs.delete(id);
          deps.onEnd();
        });
      const run: Run = { controller, done, progressCount: 0, begun: false };
      runs.set(id, run);
    },
    /** Aborts the run if its upload has left the working state. */
    abortIfStopped: ({ id, machine }: UploadRecord): void => {
      const run = runs.get(id);
      if (!run) return;
      if (machine.kind === 'working') run.begun = true;
      else if (run.begun) run.controller.abort();
    },
    abort: (id: string): void => runs.get(id)?.controller.abort(),
    /** Calls `listener` for each current run that makes no progress in the next ten seconds. */
    whenStalled: (listener: (id: string) => void): void => {
      const before = new Map([...runs.values()].map((run) => [run, run.progressCount]));
      clock.after(stallMs, () => {
        for (const [id, run] of runs) if (before.get(run) === run.progressCount) listener(id);
      });
    },
    allEnded: async (): Promise<void> => {
      await Promise.all([...runs.values()].map((run) => run.done));
    },
  };
}
