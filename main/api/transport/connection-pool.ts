import type { Dials } from './dial.ts';
import { createRoutes, type Routes } from './routes.ts';

/** Connections that serve one request at a time. */
export type ConnectionPool = {
  /**
   * Returns connections for one request to `origin`, until they are released or destroyed; idle ones if
   * available. If `isCareful`, reuses only those that the service promised to keep alive; for requests that
   * change something.
   */
  take(origin: string, isCareful: boolean): Routes;
  release(origin: string, routes: Routes, isPromised: boolean): void;
  /** Closes idle connections. */
  destroy(): Promise<void>;
};

type Kept = { readonly origin: string; readonly routes: Routes; readonly isPromised: boolean };

/** The maximum number of concurrent uploads of an account. */
const mostKept = 8;

/** Reuses a connection for requests in quick succession; an idle one closes soon. */
export function createConnectionPool(dials: Dials): ConnectionPool {
  const kept: Kept[] = [];
  return {
    take: (origin, isCareful) => {
      const last = kept.findLastIndex((each) => each.origin === origin && (each.isPromised || !isCareful));
      const [found] = last === -1 ? [] : kept.splice(last, 1);
      return found?.routes ?? createRoutes(dials, { connections: 1 });
    },
    release: (origin, routes, isPromised) => {
      kept.push({ origin, routes, isPromised });
      if (kept.length > mostKept) void kept.shift()?.routes.destroy();
    },
    destroy: async () => {
      await Promise.all(kept.splice(0).map(({ routes }) => routes.destroy()));
    },
  };
}
