import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';

/** Response that the proxy sends in place of the target's. */
export type ProxyResponse = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

export type ForwardProxy = {
  readonly host: string;
  /** `http://host:port`, or `https://…`. */
  readonly url: string;
  /** Received requests such as `CONNECT service.example:443`, in order. */
  readonly requests: readonly string[];
  /** `Authorization` header of each request. A proxy should receive it only for unencrypted requests. */
  readonly authorizations: readonly (string | undefined)[];
  /** Sets the response to every request. Null forwards requests again. */
  respondWith(fixedResponse: ProxyResponse | null): void;
  stop(): Promise<void>;
};

/**
 * Starts a forward proxy to `port` of this computer, so that services can have any host name. `signIn`: the
 * required `user:password`.
 */
export async function openForwardProxy(options: {
  readonly port: number;
  readonly signIn?: string;
  /** Key and certificate of an https:// proxy. */
  readonly tls?: { readonly key: Buffer; readonly cert: Buffer };
}): Promise<ForwardProxy> {
  const requests: string[] = [];
  const authorizations: (string | undefined)[] = [];
  const sockets = new Set<Duplex>();
  let fixedResponse: ProxyResponse | null = null;
  const wanted =
    options.signIn === undefined ? undefined : `Basic ${Buffer.from(options.signIn).toString('base64')}`;
  const responseFor = (incoming: IncomingMessage): ProxyResponse | null => {
    requests.push(`${incoming.method} ${incoming.url}`);
    authorizations.push(incoming.headers.authorization);
    if (incoming.headers['proxy-authorization'] !== wanted) {
      return { status: 407, headers: { 'proxy-authenticate': 'Basic realm="proxy"' } };
    }
    return fixedResponse;
  };

  const answer = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const own = responseFor(incoming);
    if (own) {
      incoming.resume();
      outgoing.writeHead(own.status, own.headers).end(own.body ?? '');
    } else forwardRequest(options.port, incoming, outgoing);
  };
  const server = options.tls ? createSecureServer(options.tls, answer) : createServer(answer);
  // Ignores handshake errors, because clients that do not trust the proxy abort.
  server.on('tlsClientError', () => {});
  server.on('connect', (incoming: IncomingMessage, socket: Duplex) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    const own = responseFor(incoming);
    if (own) {
      const headers = Object.entries(own.headers ?? {}).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.end(`HTTP/1.1 ${own.status} Fixed\r\n${headers.join('')}\r\n${own.body ?? ''}`);
      return;
    }
    const onward = connect(options.port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    sockets.add(onward);
    onward.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: `${options.tls ? 'https' : 'http'}://${host}`,
    requests,
    authorizations,
    respondWith: (next) => {
      fixedResponse = next;
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function forwardRequest(port: number, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { pathname, search } = new URL(incoming.url ?? '');
  const { 'proxy-authorization': _, ...headers } = incoming.headers;
  const onward = request(
    { host: '127.0.0.1', port, method: incoming.method, path: pathname + search, headers, agent: false },
    (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    },
  );
  onward.on('error', () => outgoing.destroy());
  incoming.on('error', (error) => onward.destroy(error));
  incoming.pipe(onward);
}
