/** Event stream of a tab. EventSource cannot send the header with the page secret. */
import { createParser } from 'eventsource-parser';
import type { Bridge, BridgeEvents, EventName } from '../preload/page.ts';
import type { Connection, ConnectionState } from './bridge-connection.ts';
import type { Store } from './state/store.ts';

const retryMilliseconds = 1_000;

type Events = Pick<Bridge, 'on'> &
  Pick<Connection, 'onReconnect'> & {
    /** Resolves when the stream is open, or after the first attempt has failed. */
    readonly firstTry: Promise<void>;
  };

/** Reads events and reconnects until the session ends. `ask` requests the stream; null if unreachable. */
export function openEvents(
  page: Window,
  ask: () => Promise<Response | null>,
  state: Store<ConnectionState>,
): Events {
  const listeners = new Map<string, Set<(value: never) => void>>();
  const reconnected = new Set<() => void>();
  const firstTry = Promise.withResolvers<void>();
  let tried = false;

  const dispatch = (name: string, value: unknown): void => {
    for (const listener of [...(listeners.get(name) ?? [])]) {
      try {
        listener(value as never);
      } catch (error) {
        // Like DOM events, reports the error and calls the next listener.
        page.reportError(error);
      }
    }
  };
  const endFirstTry = (): void => {
    tried = true;
    firstTry.resolve();
  };
  const follow = async (): Promise<void> => {
    const response = await ask();
    if (response?.status === 401) state.set('no-session');
    if (response?.ok && response.body) {
      state.set('connected');
      if (tried) for (const listener of [...reconnected]) listener();
      endFirstTry();
      await readEvents(response.body, dispatch);
    }
    endFirstTry();
    if (state.get() === 'no-session') return;
    state.set('lost');
    page.setTimeout(() => void follow(), retryMilliseconds);
  };
  void follow();
  return {
    firstTry: firstTry.promise,
    on: <Name extends EventName>(name: Name, listener: (value: BridgeEvents[Name]) => void) => {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set);
      set.add(listener);
      return () => set.delete(listener);
    },
    onReconnect: (listener) => {
      reconnected.add(listener);
      return () => reconnected.delete(listener);
    },
  };
}

async function readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  dispatch: (name: string, value: unknown) => void,
): Promise<void> {
  const parser = createParser({
    onEvent: ({ event, data }) => {
      if (event !== undefined) dispatch(event, JSON.parse(data));
    },
  });
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }) as const);
    if (done) return;
    parser.feed(value);
  }
}
