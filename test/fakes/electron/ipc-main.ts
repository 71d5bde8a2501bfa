import { EventEmitter } from 'node:events';

type Handler = (event: unknown, ...values: unknown[]) => unknown | Promise<unknown>;

/** One handler for each channel; values cross as structured clones, as between processes. */
export class IpcMainDouble extends EventEmitter {
  readonly #handlers = new Map<string, Handler>();

  constructor() {
    super();
    // A channel may be called “error”.
    this.on('error', () => undefined);
  }

  handle(channel: string, handler: Handler): void {
    if (this.#handlers.has(channel))
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    if (typeof handler !== 'function')
      throw new TypeError(`Expected handler to be a function, but found type '${typeof handler}'`);
    this.#handlers.set(channel, handler);
  }

  removeHandler(channel: string): void {
    this.#handlers.delete(channel);
  }

  /** The answer of the channel's handler, or what it threw as text. */
  async invoke(
    event: object,
    channel: string,
    values: readonly unknown[],
  ): Promise<{ value?: unknown; error?: string }> {
    const handler = this.#handlers.get(channel);
    if (!handler) return { error: `Error: No handler registered for '${channel}'` };
    try {
      return { value: structuredClone(await Promise.resolve(handler(event, ...values))) };
    } catch (error) {
      process.stderr.write(`Error occurred in handler for '${channel}': ${String(error)}\n`);
      return { error: String(error) };
    }
  }
}
