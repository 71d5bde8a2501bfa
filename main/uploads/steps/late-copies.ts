import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log/log.ts';
import type { Message } from '../../messages/message.ts';
import type { UploadStore } from '../store/upload-store.ts';

/** When it is looked again after a build was sent once more, as multiples of the first pause between tries. */
const looksAfter = [30, 120, 300];

/** Looks a few times for a first try of an upload that arrives after the second one did. */
export type LateCopies = {
  /** `look` gives what is to be noted of one that is there; nothing when there is none. Not kept over a restart. */
  watch(id: string, look: (signal: AbortSignal) => Promise<readonly Message[]>): void;
  stop(): void;
};

export function createLateCopies(deps: {
  readonly clock: Clock;
  readonly log: Log;
  readonly uploadStore: Pick<UploadStore, 'find' | 'note'>;
  readonly firstDelayMs: number;
}): LateCopies {
  const { clock, log, uploadStore } = deps;
  const timers = new Set<() => void>();
  const stopping = new AbortController();
  const found = (id: string, notes: readonly Message[]): void => {
    const record = uploadStore.find(id);
    if (!record) return;
    log.warn('A try that was given up has arrived as well', { id, path: record.path });
    uploadStore.note(id, { notes: [...record.notes, ...notes] });
  };
  return {
    watch: (id, look) => {
      const lookAt = (pauses: readonly number[]): void => {
        const [pause, ...later] = pauses;
        if (pause === undefined || stopping.signal.aborted) return;
        const cancel = clock.after(pause * deps.firstDelayMs, () => {
          timers.delete(cancel);
          look(stopping.signal)
            .then((notes) =>
              notes.length === 0 || stopping.signal.aborted ? lookAt(later) : found(id, notes),
            )
            .catch((error: unknown) => log.warn('A copy could not be noted', { id, error }));
        });
        timers.add(cancel);
      };
      lookAt(looksAfter.map((at, index) => at - (looksAfter[index - 1] ?? 0)));
    },
    stop: () => {
      stopping.abort();
      for (const cancel of timers) cancel();
    },
  };
}
