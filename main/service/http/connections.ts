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
import type { ServiceParts } from '../parts.ts';
import type { Encryption } from '../tls/encryption.ts';
import { isLoopback } from './client-address.ts';
import { limitConnections } from './connection-limit.ts';
import type { ServiceLimits } from './limits.ts';
import { problemOf } from './problem.ts';

/** How much each connection had been read when it was refused. */
type Refused = WeakMap<Socket, number>;

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse };

/**
 * Has fastify listen on servers that hold every connection to the limits, whatever is asked on it, and that answer what
 * is no request with a problem.
 */
export function connectionOptions({
  limits,
  encryption = null,
  proxyHops,
}: Pick<ServiceParts, 'limits' | 'encryption' | 'proxyHops'>): Required<
  Pick<FastifyHttpOptions<Server>, 'serverFactory' | 'clientErrorHandler'>
> {
  return {
    // Called once for each address: localhost may have two. To the server of the second one fastify gives its timeouts,
    // but neither its clientErrorHandler nor anything that listens to the first.
    serverFactory: (handler) => openServer(handler, { limits, encryption, proxyHops }),
    // Each of these servers has its own.
    clientErrorHandler: () => undefined,
  };
}

function openServer(
  handler: RequestListener,
  { limits, encryption, proxyHops }: Pick<ServiceParts, 'limits' | 'encryption' | 'proxyHops'>,
): Server {
  const exchanges = new WeakMap<Socket, Set<Exchange>>();
  const refused: Refused = new WeakMap();
  const options = {
    maxHeaderSize: limits.largestHeaders,
    // Node's own refusal has no words.
    requireHostHeader: false,
    headersTimeout: limits.headersMs,
    keepAliveTimeout: limits.keepAliveMs,
    // Node's total time would also end slow uploads. Other bodies have one of their own.
    requestTimeout: 0,
    connectionsCheckingInterval: Math.min(limits.headersMs, 5_000),
  };
  const listener: RequestListener = (request, response) => {
    // Headers that came after all, when too late was answered.
    if (refused.has(request.socket)) return void request.resume();
    follow(exchanges, { request, response }, limits);
    response.once('close', connections.busy(request.socket));
    handler(request, response);
  };
  const server = encryption
    ? openSecureServer(encryption, { ...options, handshakeTimeout: limits.headersMs }, listener)
    : createServer(options, listener);
  server.setTimeout(limits.idleMs);
  // The connections of a proxy are those of many clients.
  const connections = limitConnections(server, limits, (address) => proxyHops > 0 || isLoopback(address));
  // Left to itself, Node answers 100 before anybody has looked at the headers.
  server.on('checkContinue', (request, response) => {
    request.once('resume', () => {
      if (!response.headersSent) response.writeContinue();
    });
    server.emit('request', request, response);
  });
  // An expectation nobody knows may be passed over (RFC 9110 section 10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  refuseNonsense(server, exchanges, refused, limits);
  return server;
}

function openSecureServer(encryption: Encryption, options: ServerOptions, listener: RequestListener): Server {
  const server = createSecureServer({ ...options, ...encryption.options() }, listener);
  encryption.follow(server);
  return server;
}

function refuseNonsense(
  server: Server,
  exchanges: WeakMap<Socket, ReadonlySet<Exchange>>,
  refused: Refused,
  limits: ServiceLimits,
): void {
  const onError = (error: Error, socket: Socket): void => {
    const readBefore = refused.get(socket);
    if (readBefore === undefined) {
      refused.set(socket, socket.bytesRead);
      refuse(error, socket, exchanges.get(socket) ?? new Set(), limits);
      return;
    }
    // Everything after it is nonsense too; it is read only so that the answer is seen.
    if (socket.bytesRead - readBefore > limits.lingerBytes) socket.destroy();
  };
  server.on('clientError', (error, socket) => {
    if (socket instanceof Socket && isOpen(socket)) onError(error, socket);
    else socket.destroy();
  });
}

/** Whether an answer can be read: with TLS, only after the handshake. */
function isOpen(socket: Socket): boolean {
  return !(socket instanceof TLSSocket) || socket.getProtocol() !== null;
}

function follow(exchanges: WeakMap<Socket, Set<Exchange>>, exchange: Exchange, limits: ServiceLimits): void {
  const { request, response } = exchange;
  const { socket } = request;
  const open = exchanges.get(socket) ?? new Set();
  exchanges.set(socket, open.add(exchange));
  const forget = (): void => void open.delete(exchange);
  response.once('close', () => (request.complete ? forget() : request.once('close', forget)));
  // Before Node's own listener, which would read the rest unseen and without an end.
  response.prependOnceListener('finish', () => readRest(request, limits));
  // With this listener Node leaves a silent connection to us: one that waits for an answer has time.
  response.on('timeout', () => {
    if (response.headersSent) socket.destroy();
  });
}

/**
 * Reads what is left of a body after its answer and drops it, or ends the connection when that is too much. One that is not
 * kept is closed for writing only until then (RFC 9112 section 9.6): Windows takes an unread answer from a client that is
 * cut off.
 */
function readRest(request: IncomingMessage, limits: ServiceLimits): void {
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

/** Ends a connection that carries no request any more: after the answers that are due, else with one that says why. */
function refuse(error: Error, socket: Socket, open: ReadonlySet<Exchange>, limits: ServiceLimits): void {
  const begun = [...open];
  const broken = begun.find(({ request }) => !request.complete);
  const isUnanswered = broken !== undefined && begun.length === 1 && !broken.response.headersSent;
  if (!socket.writable) socket.destroy();
  else if (begun.length === 0 || isUnanswered) answerAndEnd(error, socket, isUnanswered, limits);
  else if (broken) socket.destroy();
  else endAfterAnswers(socket, open);
}

/** `atOnce` lets go of a handler that still waits for the rest of its body. */
function answerAndEnd(error: Error, socket: Socket, atOnce: boolean, limits: ServiceLimits): void {
  const problem = problemOf(refusalOf(error, limits));
  socket.write(rawAnswer(problem));
  if (atOnce) {
    socket.destroySoon();
    return;
  }
  // What the client is still sending is read for a while: closing at once would take the answer from it.
  socket.end();
  const timer = setTimeout(() => socket.destroy(), limits.lingerMs);
  socket.once('close', () => clearTimeout(timer));
}

function endAfterAnswers(socket: Socket, open: ReadonlySet<Exchange>): void {
  const endWhenDone = (): void => {
    if (open.size === 0) socket.destroySoon();
  };
  for (const { response } of open) response.once('close', endWhenDone);
}

function refusalOf(error: Error, limits: ServiceLimits): Error {
  const { code } = error as { readonly code?: unknown };
  const seconds = Math.ceil(limits.headersMs / 1000);
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return serviceErrors.tooSlow({ what: 'The headers of the request', seconds }, { cause: error });
    case 'HPE_HEADER_OVERFLOW':
      return serviceErrors.headersTooLarge({}, { cause: error });
    default:
      return serviceErrors.badRequest({}, { cause: error });
  }
}

function rawAnswer(problem: Problem): string {
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
