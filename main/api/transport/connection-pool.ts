import type { Dials } from './dial.ts';
import { createRoutes, type Routes } from './routes.ts';

/** Connections that serve one request at a time. */
export type ConnectionPool = {
  /**
   * Returns connections for one request, until they are released or destroyed. If `isMutating`, reuses only
   * connections that the service promised to keep alive.
   */
  acquire(origin: string, isMutating: boolean): Routes;
  release(origin: string, routes: Routes, isPromised: boolean): void;
  destroy(): Promise<void>;
};

type IdleConnection = { readonly origin: string; readonly routes: Routes; readonly isKeepAlive: boolean };

/** Equals an account's maximum number of concurrent uploads. */
const maxIdle = 8;

/** Reuses connections for requests in quick succession; idle connections close soon. */
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
