/** The way to main: the window's own bridge, or the same over loopback HTTP in a browser tab. */
import type { Bridge } from '../preload/contract.ts';
import { connectLoopback } from './loopback-bridge.ts';
import { createStore, type Store } from './state/store.ts';

declare global {
  interface Window {
    readonly slipway?: Bridge;
  }
}

/** `lost`: the host does not answer and is being tried again. `no-session`: a new link is needed. */
export type ConnectionState = 'connected' | 'lost' | 'no-session';

export type Connection = {
  readonly bridge: Bridge;
  /** True in the application's own window, false in a browser tab. */
  readonly inWindow: boolean;
  readonly state: Pick<Store<ConnectionState>, 'get' | 'subscribe'>;
  /** Calls back when events may have been missed and everything has to be read again. */
  onReconnect(listener: () => void): () => void;
};

/** Connects this page. A browser tab without a session calls `onNoSession` and waits for one. */
export async function connect(page: Window, onNoSession: () => void): Promise<Connection> {
  if (page.slipway) {
    return {
      bridge: page.slipway,
      inWindow: true,
      state: createStore<ConnectionState>('connected'),
      onReconnect: () => () => {},
    };
  }
  return connectLoopback(page, onNoSession);
}
