import type { Bridge } from '../preload/page.ts';
import type { Store } from './state/store.ts';

/** `lost`: the host does not respond and is retried. `no-session`: a new link is needed. */
export type ConnectionState = 'connected' | 'lost' | 'no-session';

export type Connection = {
  readonly bridge: Bridge;
  /** True in the application's own window, false in a browser tab. */
  readonly inWindow: boolean;
  readonly state: Pick<Store<ConnectionState>, 'get' | 'subscribe'>;
  /** Calls `listener` when events may have been missed, so all data must be read again. */
  onReconnect(listener: () => void): () => void;
};
