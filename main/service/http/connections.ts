import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecureServer, type ServerOptions } from 'node:https';
import { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { FastifyHttpOptions } from 'fastify';
import type { Problem } from '../../api/wire.ts';
import { serviceErrors } from '../errors.ts';
import type { ServiceContext } from '../service-context.ts';
import type { Encryption } from '../tls/encryption.ts';
import { isLoopback } from './client-address.ts';
import { limitConnections } from './connection-limit.ts';
import type { ServiceLimits } from './limits.ts';
import { problemOf } from './problem.ts';

/** Rejected connections, each with the number of bytes read before the rejection. */
type RejectedSockets = WeakMap<Socket, number>;

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse };

/** Applies the connection limits and answers malformed requests with problem details (RFC 9457). */
export function connectionOptions({
  limits,
  encryption = null,
  proxyHops,
}: Pick<ServiceContext, 'limits' | 'encryption' | 'proxyHops'>): Required<
  Pick<FastifyHttpOptions<Server>, 'serverFactory' | 'clientErrorHandler'>
> {
  return {
    // Fastify adds listeners to only one of the two servers for localhost, so `openServer` adds them to both.
    serverFactory: (handler) => openServer(handler, { limits, encryption, proxyHops }),
    clientErrorHandler: () => undefined,
  };
}

function openServer(
  handler: RequestListener,
  { limits, encryption, proxyHops }: Pick<ServiceContext, 'limits' | 'encryption' | 'proxyHops'>,
): Server {
  const exchanges = new WeakMap<Socket, Set<Exchange>>();
  const rejected: RejectedSockets = new WeakMap();
  const options = {
    maxHeaderSize: limits.maxHeaderBytes,
    // `build-server.ts` checks the Host header, because Node's own 400 response has no body.
    requireHostHeader: false,
    headersTimeout: limits.headersMs,
    keepAliveTimeout: limits.keepAliveMs,
    // Node's total timeout would also abort slow uploads. Other bodies are limited by `bodyMs`.
    requestTimeout: 0,
    connectionsCheckingInterval: Math.min(limits.headersMs, 5_000),
  };
  const listener: RequestListener = (request, response) => {
    // Ignores headers that arrive after the error response.
    if (rejected.has(request.socket)) return void request.resume();
    trackExchange(exchanges, { request, response }, limits);
    response.once('close', connections.busy(request.socket));
    handler(request, response);
  };
  const server = encryption
    ? openSecureServer(encryption, { ...options, handshakeTimeout: limits.headersMs }, listener)
    : createServer(options, listener);
  server.setTimeout(limits.idleMs);
  // A connection from a proxy serves many clients, so the per-client limit does not apply to it.
  const connections = limitConnections(server, limits, (address) => proxyHops > 0 || isLoopback(address));
  // By default Node sends 100 Continue before the handler has checked the headers.
  server.on('checkContinue', (request, response) => {
    request.once('resume', () => {
      if (!response.headersSent) response.writeContinue();
    });
    server.emit('request', request, response);
  });
  // Unknown expectations may be ignored (RFC 9110 section 10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  rejectMalformed(server, exchanges, rejected, limits);
  return server;
}

function openSecureServer(encryption: Encryption, options: ServerOptions, listener: RequestListener): Server {
  const server = createSecureServer({ ...options, ...encryption.options() }, listener);
  encryption.follow(server);
  return server;
}

function rejectMalformed(
  server: Server,
  exchanges: WeakMap<Socket, ReadonlySet<Exchange>>,
  refused: RejectedSockets,
  limits: ServiceLimits,
): void {
  const onError = (error: Error, socket: Socket): void => {
    const readBefore = refused.get(socket);
    if (readBefore === undefined) {
      refused.set(socket, socket.bytesRead);
      rejectConnection(error, socket, exchanges.get(socket) ?? new Set(), limits);
      return;
    }
    // The remaining data is malformed too. It is read only so that the client receives the response.
    if (socket.bytesRead - readBefore > limits.lingerBytes) socket.destroy();
  };
  server.on('clientError', (error, socket) => {
    if (socket instanceof Socket && isOpen(socket)) onError(error, socket);
    else socket.destroy();
  });
}

/** True if the client can read a response: with TLS, only after the handshake. */
function isOpen(socket: Socket): boolean {
  return !(socket instanceof TLSSocket) || socket.getProtocol() !== null;
}

function trackExchange(
  exchanges: WeakMap<Socket, Set<Exchange>>,
  exchange: Exchange,
  limits: ServiceLimits,
): void {
  const { request, response } = exchange;
  const { socket } = request;
  const open = exchanges.get(socket) ?? new Set();
  exchanges.set(socket, open.add(exchange));
  const forget = (): void => void open.delete(exchange);
  response.once('close', () => (request.complete ? forget() : request.once('close', forget)));
  // Runs before Node's own listener, which would drain the body without a limit.
  response.prependOnceListener('finish', () => drainBody(request, limits));
  // Replaces Node's handling, which would close idle sockets of clients that wait for a response.
  response.on('timeout', () => {
    if (response.headersSent) socket.destroy();
  });
}

/**
 * Drains the rest of a body after the response, up to `lingerBytes` and `lingerMs`. Until then, the
 * connection is only half-closed (RFC 9112, 9.6): after a full close, clients on Windows lose the response.
 */
function drainBody(request: IncomingMessage, limits: ServiceLimits): void {
  request.unpipe();
  request.resume();
  if (request.complete) return;
  const { socket } = request;
  const { destroySoon } = socket;
  socket.destroySoon = () => void socket.end();
  let left = limits.lingerBytes;
  const end = (): void => void socket.destroy();
  const timer = setTimeout(end, limits.lingerMs);
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) end();
  });
  request.once('end', () => {
    socket.destroySoon = destroySoon;
    if (socket.writableEnded) socket.destroySoon();
  });
  request.once('close', () => clearTimeout(timer));
}

/** Closes a connection with malformed data: after pending responses, or at once with a problem response. */
function rejectConnection(
  error: Error,
  socket: Socket,
  open: ReadonlySet<Exchange>,
  limits: ServiceLimits,
): void {
  const begun = [...open];
  const broken = begun.find(({ request }) => !request.complete);
  const isUnanswered = broken !== undefined && begun.length === 1 && !broken.response.headersSent;
  if (!socket.writable) socket.destroy();
  else if (begun.length === 0 || isUnanswered) respondAndClose(error, socket, isUnanswered, limits);
  else if (broken) socket.destroy();
  else closeAfterResponses(socket, open);
}

/** With `immediately`, closes without lingering, which unblocks a handler that is waiting for its body. */
function respondAndClose(error: Error, socket: Socket, immediately: boolean, limits: ServiceLimits): void {
  const problem = problemOf(rejectionOf(error, limits));
  socket.write(rawResponse(problem));
  if (immediately) {
    socket.destroySoon();
    return;
  }
  // Lingers: a client that is still sending would lose the response if the socket closed at once.
  socket.end();
  const timer = setTimeout(() => socket.destroy(), limits.lingerMs);
  socket.once('close', () => clearTimeout(timer));
}

function closeAfterResponses(socket: Socket, open: ReadonlySet<Exchange>): void {
  const endWhenDone = (): void => {
    if (open.size === 0) socket.destroySoon();
  };
  for (const { response } of open) response.once('close', endWhenDone);
}

function rejectionOf(error: Error, limits: ServiceLimits): Error {
  const { code } = error as { readonly code?: unknown };
  const seconds = Math.ceil(limits.headersMs / 1000);
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return serviceErrors.tooSlow({ what: 'The headers of the request', seconds }, { cause: error });
    case 'HPE_HEADER_OVERFLOW':
      return serviceErrors.headersTooLarge({ limit: limits.maxHeaderBytes }, { cause: error });
    default:
      return serviceErrors.badRequest({}, { cause: error });
  }
}

function rawResponse(problem: Problem): string {
  const body = JSON.stringify(problem);
  return [
    `HTTP/1.1 ${problem.status} ${problem.title}`,
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
