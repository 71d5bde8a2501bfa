import type { Bridge } from '../preload/page.ts';
import type { Store } from './state/store.ts';

/** `lost`: the host does not respond; the page retries. `no-session`: the user must open a new link. */
export type ConnectionState = 'connected' | 'lost' | 'no-session';

export type Connection = {
  readonly bridge: Bridge;
  readonly inWindow: boolean;
  readonly state: Pick<Store<ConnectionState>, 'get' | 'subscribe'>;
  /** Calls `listener` after a reconnection. Events may have been missed, so all data must be read again. */
  onReconnect(listener: () => void): () => void;
};
