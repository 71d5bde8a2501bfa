import { EventEmitter } from 'node:events';

type Handler = (event: unknown, ...values: unknown[]) => unknown | Promise<unknown>;

/** Test double of `ipcMain`. Values are passed as structured clones, as they are between processes. */
export class IpcMainDouble extends EventEmitter {
  readonly #handlers = new Map<string, Handler>();

  constructor() {
    super();
    // A channel may be named “error”. EventEmitter would throw without a listener for it.
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

  /** Returns the result of the channel's handler, or its error as text. */
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
