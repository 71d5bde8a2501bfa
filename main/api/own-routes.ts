import type { Dials } from './dial.ts';
import { createRoutes, type Routes } from './routes.ts';

/** Connections that serve one request at a time. */
export type OwnRoutes = {
  /** For one request, until it is given back or destroyed. `again`: one that another request was done with will do. */
  take(again: boolean): Routes;
  /** After a request that was answered. */
  giveBack(routes: Routes): void;
  /** Ends those nobody uses. */
  destroy(): Promise<void>;
};

/** As many as uploads of one account run at once. */
const mostKept = 8;

/**
 * One upload after another goes over the same connection while they follow each other closely: a connection that is not
 * used ends by itself soon, and the next request then opens another one.
 */
export function createOwnRoutes(dials: Dials): OwnRoutes {
  const kept: Routes[] = [];
  return {
    take: (again) => (again ? kept.pop() : undefined) ?? createRoutes(dials, { connections: 1 }),
    giveBack: (routes) => {
      kept.push(routes);
      if (kept.length > mostKept) void kept.shift()?.destroy();
    },
    destroy: async () => {
      await Promise.all(kept.splice(0).map((routes) => routes.destroy()));
    },
  };
}
