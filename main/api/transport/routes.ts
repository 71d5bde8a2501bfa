import type { Socket } from 'node:net';
import type { Agent, buildConnector, Dispatcher, Pool, ProxyAgent } from 'undici';
import { deferWriteErrors } from './defer-write-errors.ts';
import { type Dial, type Dials, tlsOptions } from './dial.ts';
import { loadUndici } from './load-undici.ts';
import type { ParsedProxy } from './proxy/proxy.ts';

/** Path of a request to its address: direct, through a tunnel, or forwarded by a proxy. */
export type Route = {
  readonly dispatcher: Dispatcher;
  readonly origin: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
};

export type Routes = {
  route(url: URL, proxy: ParsedProxy | null): Promise<Route>;
  /** Returns the latest TCP connection that is still open; null if there is none. */
  socket(): Socket | null;
  /** Resets every connection (TCP RST), which discards unsent data; a graceful close would deliver it. */
  reset(): void;
  destroy(): Promise<void>;
};

/** undici dispatchers that share a dial. */
type DialConnections = {
  readonly undici: typeof import('undici');
  readonly dial: Dial;
  readonly direct: Agent;
  readonly tunnels: Map<string, ProxyAgent>;
};

/**
 * Milliseconds before an idle connection is closed: shorter than services' timeouts, so that no request
 * uses a connection that is closing. A longer announced keep-alive applies up to `maxKeepAliveMs`.
 */
const keepAliveMs = 1_000;
const maxKeepAliveMs = 4_000;

/** HTTP/1.1 only: a single HTTP/2 window halves the upload speed. */
const commonOptions = {
  ...{ allowH2: false, headersTimeout: 0, bodyTimeout: 0 },
  ...{ keepAliveTimeout: keepAliveMs, keepAliveMaxTimeout: maxKeepAliveMs },
} as const;

/** A tunnel may take several connect timeouts, because the proxy connects to the service first. */
const tunnelTimeoutFactor = 3;

type TunnelOptions = Pool.Options & { readonly connect: buildConnector.connector };

/** Defers write errors in a tunnel, where undici creates a second socket on top of the dialled socket. */
function withDeferredWriteErrors(connect: buildConnector.connector): buildConnector.connector {
  return (target, callback) =>
    connect(target, (...result) => {
      if (result[1]) deferWriteErrors(result[1]);
      callback(...result);
    });
}

/**
 * After the network settings change, new requests use new connections, and the old ones close when idle. With
 * `connections: 1`, each request waits until the previous one ends.
 */
export function createRoutes(dials: Dials, options: { readonly connections?: 1 } = {}): Routes {
  const sockets = new Set<Socket>();
  const dispatchers = new Set<Dispatcher>();
  const current = new Map<string | undefined, DialConnections>();

  const onSocket = (socket: Socket): void => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  };
  const track = <Kind extends Dispatcher>(dispatcher: Kind): Kind => {
    dispatchers.add(dispatcher);
    return dispatcher;
  };
  const connections = async (secure: URL | null): Promise<DialConnections> => {
    const undici = await loadUndici();
    const dial = await dials(secure);
    const known = current.get(secure?.origin);
    if (known?.dial === dial) return known;
    const direct = track(
      new undici.Agent({ ...commonOptions, ...options, connect: dial.connector(onSocket) }),
    );
    const made = { undici, dial, direct, tunnels: new Map<string, ProxyAgent>() };
    current.set(secure?.origin, made);
    return made;
  };
  const tunnel = (
    { undici: { Pool, ProxyAgent }, dial, tunnels }: DialConnections,
    proxy: ParsedProxy,
  ): ProxyAgent => {
    const known = tunnels.get(proxy.key);
    if (known) return known;
    const { timeoutMs: timeout, trust } = dial;
    const connect = dial.connector(onSocket);
    const made = new ProxyAgent({
      ...commonOptions,
      ...options,
      uri: proxy.origin,
      ...(proxy.authorization === null ? {} : { token: proxy.authorization }),
      requestTls: { timeout, ...tlsOptions(trust) },
      // Without a timeout, a tunnel that never opens would block all later attempts.
      clientFactory: (origin) => new Pool(origin, { connect, headersTimeout: timeout * tunnelTimeoutFactor }),
      factory: (origin, given: TunnelOptions) =>
        new Pool(origin, { ...given, connect: withDeferredWriteErrors(given.connect) }),
    });
    tunnels.set(proxy.key, track(made));
    return made;
  };

  return {
    route: async (url, proxy) => {
      const isSecure = url.protocol === 'https:';
      const usesTls = isSecure || proxy?.origin.startsWith('https:') === true;
      const used = await connections(usesTls ? url : null);
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
      await Promise.all([...dispatchers].map((dispatcher) => dispatcher.destroy()));
    },
  };
}
