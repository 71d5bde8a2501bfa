import type { Dials } from './dial.ts';
import { createRoutes, type Routes } from './routes.ts';

/** Connections that serve one request at a time. */
export type ConnectionPool = {
  /**
   * For one request to `origin`, until they are given back or destroyed: those another request was done with, if any. One
   * that changes something is `careful`: it takes only those the service has promised to keep.
   */
  take(origin: string, isCareful: boolean): Routes;
  /** After a request that was answered. */
  release(origin: string, routes: Routes, isPromised: boolean): void;
  /** Ends those nobody uses. */
  destroy(): Promise<void>;
};

type Kept = { readonly origin: string; readonly routes: Routes; readonly isPromised: boolean };

/** As many as uploads of one account run at once. */
const mostKept = 8;

/**
 * One request after another goes over the same connection while they follow each other closely: a connection that is not
 * used ends by itself soon, and the next request then opens another one.
 */
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
