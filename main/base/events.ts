/** A typed announcement: `emit` calls every listener in order; a listener that throws does not stop the others. */
export class Events<Table extends Record<string, unknown>> {
  readonly #listeners = new Map<keyof Table, Set<(value: never) => void>>();
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /** Listens; the returned function stops listening. */
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
        this.#onError(error);
      }
    }
  }
}
