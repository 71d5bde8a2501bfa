import type { Bridge } from '../preload/page.ts';
import type { Store } from './state/store.ts';

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
