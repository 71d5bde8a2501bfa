import type { Clock } from '../../base/clock.ts';

/** Runs tasks one at a time, now or after a delay, until it is stopped. */
export class SerialQueue {
  readonly #clock: Clock;
  readonly #onError: (error: unknown) => void;
  readonly #stopping = new AbortController();
  readonly #timers = new Map<string, () => void>();
  #last: Promise<unknown> = Promise.resolve();

  /** `onError` receives the errors of delayed tasks. */
  constructor(clock: Clock, onError: (error: unknown) => void) {
    this.#clock = clock;
    this.#onError = onError;
  }

  get signal(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Runs `work` after all earlier tasks. Rejects with the reason of `stop` or the error of `work`. */
  run(work: () => Promise<void>): Promise<void> {
    const result = this.#last.then(() => {
      this.signal.throwIfAborted();
      return work();
    });
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Queues `work` after `ms`. Replaces a delayed task of the same name. */
  runAfter(name: string, ms: number, work: () => Promise<void>): void {
    this.cancel(name);
    if (this.signal.aborted) return;
    const start = (): void => {
      this.run(work).catch((error: unknown) => {
        if (!this.signal.aborted) this.#onError(error);
      });
    };
    this.#timers.set(name, this.#clock.after(ms, start));
  }

  cancel(name: string): void {
    this.#timers.get(name)?.();
    this.#timers.delete(name);
  }

  /** Starts no further task. Resolves when the current task has ended. */
  async stop(reason: Error): Promise<void> {
    this.#stopping.abort(reason);
    for (const name of [...this.#timers.keys()]) this.cancel(name);
    await this.#last;
  }
}
