import type { Socket } from 'node:net';
import { Agent, type Dispatcher, Pool, ProxyAgent } from 'undici';
import type { Redactor } from '../base/redact.ts';
import { connectTimeoutMs, type Dial } from './dial.ts';
import { apiErrors } from './errors.ts';
import type { Network } from './network.ts';

/** How one request reaches its address: directly, through a proxy's tunnel, or asked of a proxy. */
export type Route = {
  readonly dispatcher: Dispatcher;
  readonly origin: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Its host; null without one. */
  readonly proxy: string | null;
};

export type Routes = {
  /** Throws `api/proxyAddress`. */
  route(url: URL): Promise<Route>;
  /**
   * Breaks every connection in such a way that the other side learns of it and what still waits to be sent is dropped: an
   * ordinary end would let the system deliver it later.
   */
  reset(): void;
  /** Ends every connection. */
  destroy(): Promise<void>;
};

/** Connections of their own. HTTP/1.1 only: a single HTTP/2 window halves the speed of uploads. */
export function createRoutes(deps: {
  readonly network: Network;
  readonly redactor: Redactor;
  readonly dial: Dial;
}): Routes {
  const { network, redactor } = deps;
  const sockets = new Set<Socket>();
  const connect = deps.dial((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const direct = new Agent({ ...timeless, connect });
  const tunnels = new Map<string, ProxyAgent>();

  const tunnel = (proxy: Proxy): ProxyAgent => {
    const known = tunnels.get(proxy.key);
    if (known) return known;
    const made = new ProxyAgent({
      ...timeless,
      uri: proxy.origin,
      ...(proxy.authorization === null ? {} : { token: proxy.authorization }),
      requestTls: { secureContext: network.secureContext(), timeout: connectTimeoutMs },
      clientFactory: (origin) => new Pool(origin, { connect }),
    });
    tunnels.set(proxy.key, made);
    return made;
  };

  return {
    route: async (url) => {
      const given = await network.proxyFor(url);
      const path = url.pathname + url.search;
      if (given === null) return { dispatcher: direct, origin: url.origin, path, headers: {}, proxy: null };
      const proxy = readProxy(given, redactor);
      if (url.protocol === 'https:') {
        return { dispatcher: tunnel(proxy), origin: url.origin, path, headers: {}, proxy: proxy.host };
      }
      const headers: Record<string, string> = { host: url.host };
      if (proxy.authorization !== null) headers['proxy-authorization'] = proxy.authorization;
      return {
        dispatcher: direct,
        origin: proxy.origin,
        path: url.origin + path,
        headers,
        proxy: proxy.host,
      };
    },
    reset: () => {
      for (const socket of sockets) if (!socket.destroyed) socket.resetAndDestroy();
    },
    destroy: async () => {
      await Promise.all([direct, ...tunnels.values()].map((dispatcher) => dispatcher.destroy()));
    },
  };
}

const timeless = { allowH2: false, headersTimeout: 0, bodyTimeout: 0 } as const;

type Proxy = {
  readonly key: string;
  readonly origin: string;
  readonly host: string;
  readonly authorization: string | null;
};

function readProxy(given: string, redactor: Redactor): Proxy {
  // Only what follows the user and password may be shown.
  const unusable = () => apiErrors.proxyAddress({ proxy: given.slice(given.lastIndexOf('@') + 1) });
  if (!URL.canParse(given)) throw unusable();
  const url = new URL(given);
  // What follows the host is most likely the end of a password with a `/` in it.
  if (!/^https?:$/.test(url.protocol) || !/^\/?$/.test(url.pathname + url.search + url.hash))
    throw unusable();
  const { href: key, origin, host } = url;
  if (url.username === '') return { key, origin, host, authorization: null };
  const [user, password] = [decoded(url.username), decoded(url.password)];
  const encoded = Buffer.from(`${user}:${password}`).toString('base64');
  redactor.add(password);
  redactor.add(encoded);
  return { key, origin, host, authorization: `Basic ${encoded}` };
}

/** What cannot be decoded stands for itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
