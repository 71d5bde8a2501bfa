/** The way to main: the window's own bridge, or the same over loopback HTTP in a browser tab. */

import type { Bridge } from '../preload/page.ts';
import type { Connection, ConnectionState } from './bridge-connection.ts';
import { connectLoopback } from './loopback-bridge.ts';
import { createStore } from './state/store.ts';

declare global {
  interface Window {
    readonly slipway?: Bridge;
  }
}

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
