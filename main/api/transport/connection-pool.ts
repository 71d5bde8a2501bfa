import type { Dials } from './dial.ts';
import { createRoutes, type Routes } from './routes.ts';

/** Connections that serve one request at a time. */
export type ConnectionPool = {
  /**
   * Returns connections for one request to `origin`, until they are released or destroyed; idle ones if
   * available. If `isCareful`, reuses only those that the service promised to keep alive; for requests that
   * change something.
   */
  acquire(origin: string, isMutating: boolean): Routes;
  release(origin: string, routes: Routes, isPromised: boolean): void;
  /** Closes idle connections. */
  destroy(): Promise<void>;
};

type IdleConnection = { readonly origin: string; readonly routes: Routes; readonly isKeepAlive: boolean };

/** The maximum number of concurrent uploads of an account. */
const maxIdle = 8;

/** Reuses a connection for requests in quick succession; an idle one closes soon. */
export function createConnectionPool(dials: Dials): ConnectionPool {
  const idle: IdleConnection[] = [];
  return {
    acquire: (origin, isCareful) => {
      const last = idle.findLastIndex((each) => each.origin === origin && (each.isKeepAlive || !isCareful));
      const [found] = last === -1 ? [] : idle.splice(last, 1);
      return found?.routes ?? createRoutes(dials, { connections: 1 });
    },
    release: (origin, routes, isKeepAlive) => {
      idle.push({ origin, routes, isKeepAlive });
      if (idle.length > maxIdle) void idle.shift()?.routes.destroy();
    },
    destroy: async () => {
      await Promise.all(idle.splice(0).map(({ routes }) => routes.destroy()));
    },
  };
}
