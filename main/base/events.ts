import type { Log } from './log/log.ts';

/** Typed event emitter. Logs the error of a listener and calls the next one. */
export class Events<Table extends Record<string, unknown>> {
  readonly #listeners = new Map<keyof Table, Set<(value: never) => void>>();
  readonly #log: Pick<Log, 'error'>;

  constructor(log: Pick<Log, 'error'>) {
    this.#log = log;
  }

  on<Name extends keyof Table>(name: Name, listener: (value: Table[Name]) => void): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }

  emit<Name extends keyof Table>(name: Name, value: Table[Name]): void {
    for (const listener of [...(this.#listeners.get(name) ?? [])]) {
      try {
        listener(value as never);
      } catch (error) {
        this.#log.error('Could not run a listener', { event: name, error });
      }
    }
  }
}
