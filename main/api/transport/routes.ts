import type { Socket } from 'node:net';
import type { Agent, buildConnector, Dispatcher, Pool, ProxyAgent } from 'undici';
import { deferWriteErrors } from './defer-write-errors.ts';
import { type Dial, type Dials, tlsOptions } from './dial.ts';
import type { ReadProxy } from './proxy/proxy.ts';

/** How one request reaches its address: directly, through a proxy's tunnel, or asked of a proxy. */
export type Route = {
  readonly dispatcher: Dispatcher;
  readonly origin: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
};

export type Routes = {
  /** Through `proxy`; null goes straight. */
  route(url: URL, proxy: ReadProxy | null): Promise<Route>;
  /** The TCP connection opened last that is still open; null when there is none. */
  socket(): Socket | null;
  /**
   * Breaks every connection in such a way that the other side learns of it and what still waits to be sent is dropped: an
   * ordinary end would let the system deliver it later.
   */
  reset(): void;
  /** Ends every connection. */
  destroy(): Promise<void>;
};

/** Connections opened in the same way. */
type Connections = {
  readonly undici: typeof import('undici');
  readonly dial: Dial;
  readonly direct: Agent;
  readonly tunnels: Map<string, ProxyAgent>;
};

/**
 * How long a connection that nobody uses is kept: services keep theirs for several seconds, so that the next request does
 * not meet one that is being given up at that moment. Longer where the service says that it keeps it for two seconds more.
 */
const idleMs = 1_000;
const longestIdleMs = 4_000;

/** HTTP/1.1 only: a single HTTP/2 window halves the speed of uploads. */
const common = {
  ...{ allowH2: false, headersTimeout: 0, bodyTimeout: 0 },
  ...{ keepAliveTimeout: idleMs, keepAliveMaxTimeout: longestIdleMs },
} as const;

/** How many connect timeouts a proxy may take to open a tunnel: it has to reach the service first. */
const tunnelPatience = 3;

/** What undici makes the connections inside of tunnels with. */
type TunnelOptions = Pool.Options & { readonly connect: buildConnector.connector };

/** The socket inside of a tunnel is made by undici, above the one that was dialled. */
function withDeferredWriteErrors(connect: buildConnector.connector): buildConnector.connector {
  return (target, taken) =>
    connect(target, (...result) => {
      if (result[1]) deferWriteErrors(result[1]);
      taken(...result);
    });
}

/**
 * Connections of their own. When there is another way to open them, the next request takes it; what is under way ends on
 * the old ones, which close by themselves once nothing uses them. `connections: 1` is for who makes one request at a time:
 * the next one waits the moment until the last one is over.
 */
export function createRoutes(dials: Dials, options: { readonly connections?: 1 } = {}): Routes {
  const sockets = new Set<Socket>();
  const opened = new Set<Dispatcher>();
  const current = new Map<string | undefined, Connections>();

  const onSocket = (socket: Socket): void => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  };
  const keep = <Kind extends Dispatcher>(dispatcher: Kind): Kind => {
    opened.add(dispatcher);
    return dispatcher;
  };
  const connections = async (secure: URL | null): Promise<Connections> => {
    const undici = await import('undici');
    const dial = await dials(secure);
    const known = current.get(secure?.origin);
    if (known?.dial === dial) return known;
    const direct = keep(new undici.Agent({ ...common, ...options, connect: dial.connector(onSocket) }));
    const made = { undici, dial, direct, tunnels: new Map<string, ProxyAgent>() };
    current.set(secure?.origin, made);
    return made;
  };
  const tunnel = (
    { undici: { Pool, ProxyAgent }, dial, tunnels }: Connections,
    proxy: ReadProxy,
  ): ProxyAgent => {
    const known = tunnels.get(proxy.key);
    if (known) return known;
    const { timeoutMs: timeout, trust } = dial;
    const connect = dial.connector(onSocket);
    const made = new ProxyAgent({
      ...common,
      ...options,
      uri: proxy.origin,
      ...(proxy.authorization === null ? {} : { token: proxy.authorization }),
      requestTls: { timeout, ...tlsOptions(trust) },
      // A tunnel the proxy never opens must not be what every later try waits for.
      clientFactory: (origin) => new Pool(origin, { connect, headersTimeout: timeout * tunnelPatience }),
      factory: (origin, given: TunnelOptions) =>
        new Pool(origin, { ...given, connect: withDeferredWriteErrors(given.connect) }),
    });
    tunnels.set(proxy.key, keep(made));
    return made;
  };

  return {
    route: async (url, proxy) => {
      const isSecure = url.protocol === 'https:';
      const meetsTls = isSecure || proxy?.origin.startsWith('https:') === true;
      const used = await connections(meetsTls ? url : null);
      const path = url.pathname + url.search;
      if (proxy === null) return { dispatcher: used.direct, origin: url.origin, path, headers: {} };
      if (isSecure) return { dispatcher: tunnel(used, proxy), origin: url.origin, path, headers: {} };
      const headers: Record<string, string> = { host: url.host };
      if (proxy.authorization !== null) headers['proxy-authorization'] = proxy.authorization;
      return { dispatcher: used.direct, origin: proxy.origin, path: url.origin + path, headers };
    },
    socket: () => [...sockets].at(-1) ?? null,
    reset: () => {
      for (const socket of sockets) if (!socket.destroyed) socket.resetAndDestroy();
    },
    destroy: async () => {
      await Promise.all([...opened].map((dispatcher) => dispatcher.destroy()));
    },
  };
}
