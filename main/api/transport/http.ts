import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { Clock } from '../../base/clock.ts';
import { cancelled, toFailure } from '../../base/errors.ts';
import type { Log } from '../../base/log/log.ts';
import type { Redactor } from '../../base/log/redact.ts';
import { apiErrors } from '../errors.ts';
import { type ConnectionMonitor, monitorConnection } from './connection-monitor.ts';
import { createConnectionPool } from './connection-pool.ts';
import { createDials } from './dial.ts';
import type { Http, HttpRequest, HttpResponse } from './http-types.ts';
import { type IdleTimeout, startIdleTimeout } from './idle-timeout.ts';
import type { Network } from './network.ts';
import { type ParsedProxy, parseProxy } from './proxy/proxy.ts';
import { type ResponseBody, readBytes, readText } from './response/response-body.ts';
import { createRoutes, type Routes } from './routes.ts';
import { minSlice } from './slices.ts';
import { transportError } from './transport-error.ts';
import { unlessAborted } from './unless-aborted.ts';

/** Retry delay when large packets are lost. Small packets still arrive, so the service appears reachable. */
const largePacketsRetrySeconds = 300;

/** Returns the address without credentials and query, safe to display and log. */
export function displayUrl(url: URL): string {
  return url.origin + url.pathname;
}

type HttpDependencies = {
  readonly network: Network;
  readonly clock: Clock;
  readonly log: Log;
  readonly redactor: Redactor;
};

export function createHttp(parts: HttpDependencies): Http {
  const { clock, log } = parts;
  const dials = createDials(parts.network);
  const pool = createConnectionPool(dials);
  const closing = new AbortController();
  const exchange = createExchange(parts);
  const monitor = createMonitor(parts, dials);
  const send = async (request: HttpRequest): Promise<HttpResponse> => {
    const { method, url } = request;
    const isUpload = request.body !== undefined && typeof request.body !== 'string';
    const own = pool.acquire(url.origin, method !== 'GET' && method !== 'HEAD');
    let isReusable = false;
    let isKeepAlive = false;
    // Once the connection is reusable, another request may be using it.
    const reset = (): void => {
      if (!isReusable) own.reset();
    };
    const requestId = randomUUID();
    const connectionMonitor = isUpload ? monitor(request, own, () => idleTimeout) : null;
    const idleTimeout = startIdleTimeout(request, clock, closing.signal, connectionMonitor?.mayContinue);
    // Registered before undici's own listener, which would close the connection gracefully.
    idleTimeout.signal.addEventListener('abort', reset);
    const requestBody = wrapBody(request, {
      ...{ touch: idleTimeout.touch, fail: reset },
      room: async () =>
        connectionMonitor?.waitForRoom(request.awaitsAcknowledgement?.() ?? false) ??
        Number.POSITIVE_INFINITY,
    });
    const begin = clock.monotonic();
    const logRequest = (outcome: Record<string, unknown>): void => {
      const ms = Math.round(clock.monotonic() - begin);
      log.debug('Request', { method, url: displayUrl(url), requestId, ms, ...outcome });
    };
    try {
      const answer = await exchange(request, own, { watch: idleTimeout, sending: requestBody, requestId });
      logRequest({ status: answer.status });
      isReusable = !closing.signal.aborted;
      isKeepAlive = promisesKeepAlive(answer);
      return answer;
    } catch (error) {
      logRequest({ failed: toFailure(error).code });
      throw error;
    } finally {
      connectionMonitor?.stop();
      idleTimeout.stop();
      // Not awaited: a connection that is still opening takes time to close.
      Promise.all([requestBody.end(), isReusable ? null : own.destroy()]).catch((error: unknown) =>
        log.debug('Request aborted', { error }),
      );
      if (isReusable) pool.release(url.origin, own, isKeepAlive);
    }
  };
  return {
    send,
    close: async () => {
      closing.abort(cancelled());
      await pool.destroy();
    },
  };
}

async function findProxy(url: URL, { network, redactor }: HttpDependencies): Promise<ParsedProxy | null> {
  const given = await network.proxyFor(url);
  return given === null ? null : parseProxy(given, redactor);
}

function createExchange(parts: HttpDependencies) {
  const { network, clock } = parts;
  return async (
    request: HttpRequest,
    routes: Routes,
    { watch, sending, requestId }: ExchangeContext,
  ): Promise<HttpResponse> => {
    const { method, url } = request;
    let proxy: ParsedProxy | null = null;
    try {
      proxy = await findProxy(url, parts);
      watch.setProxy(proxy);
      const route = await routes.route(url, proxy);
      watch.signal.throwIfAborted();
      const { origin, path, dispatcher } = route;
      const own = { 'user-agent': network.userAgent, 'accept-encoding': 'gzip', 'x-request-id': requestId };
      const headers = { ...request.headers, ...own };
      const pending = dispatcher.request({
        ...{ origin, path, method, headers: { ...headers, ...route.headers } },
        body: sending.body,
        signal: watch.signal,
      });
      // undici handles an abort only once the connection is open.
      const response = await unlessAborted(pending, watch.signal);
      watch.touch();
      const answer = await readResponse(response, request, watch);
      return {
        ...answer,
        proxy: proxy && { host: proxy.host, hasCredentials: proxy.hasCredentials },
        requestId: requestIdOf(answer) ?? requestId,
        receivedAt: clock.now(),
      };
    } catch (error) {
      const reason = watch.signal.aborted ? watch.signal.reason : error;
      throw transportError(reason, { url, proxy }, { method, url: displayUrl(url), requestId });
    }
  };
}

/** Returns a function that monitors the connection of one upload; its probe is a HEAD request to the host. */
function createMonitor(parts: HttpDependencies, dials: ReturnType<typeof createDials>) {
  const { clock, network } = parts;
  const probe = async (url: URL, signal: AbortSignal): Promise<void> => {
    const routes = createRoutes(dials);
    try {
      const { dispatcher, ...route } = await routes.route(new URL('/', url), await findProxy(url, parts));
      const asked = dispatcher.request({ ...route, method: 'HEAD', signal });
      await (await unlessAborted(asked, signal)).body.dump();
    } finally {
      void routes.destroy();
    }
  };
  return ({ url, onUnacknowledged }: HttpRequest, own: Routes, watch: () => IdleTimeout): ConnectionMonitor =>
    monitorConnection({
      ...{ clock, sendQueues: network.sendQueues, socket: own.socket, probe: (signal) => probe(url, signal) },
      onProgress: () => watch().touch(),
      onLargePacketsLost: () => {
        const details = { retryAfterSeconds: largePacketsRetrySeconds };
        watch().fail(apiErrors.largePackets({ host: url.host }, { details }));
      },
      onAddressRemoved: () => watch().fail(apiErrors.connectionLost({ host: url.host })),
      onUnacknowledged: (bytes) => onUnacknowledged?.(bytes),
    });
}

type ExchangeContext = {
  readonly watch: IdleTimeout;
  readonly sending: RequestBody;
  readonly requestId: string;
};

type BodyHooks = {
  readonly touch: () => void;
  readonly fail: () => void;
  /** Waits until the connection may accept more data, and returns the number of bytes. */
  readonly room: () => Promise<number>;
};

type RequestBody = { readonly body: string | Readable | null; readonly end: () => Promise<void> };

/**
 * Wraps the body for undici, which accepts any async iterable. `fail` is called if the body throws. `end`
 * closes the body if the connection is gone, which undici does not do.
 */
function wrapBody({ body }: HttpRequest, hooks: BodyHooks): RequestBody {
  if (body === undefined || typeof body === 'string') return { body: body ?? null, end: async () => {} };
  const chunks = watchChunks(body, hooks);
  return {
    body: chunks as AsyncIterable<Uint8Array> as Readable,
    end: async () => {
      await chunks.return(undefined);
    },
  };
}

async function* watchChunks(
  body: AsyncIterable<Uint8Array>,
  { touch, fail, room }: BodyHooks,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of body) {
      for (let at = 0; at < chunk.length; ) {
        const part = chunk.subarray(at, at + (await room()));
        at += part.length;
        // A small part may still be queued in the socket when its buffer is reused.
        yield part.length < Math.min(chunk.length, minSlice) ? Buffer.from(part) : part;
        touch();
      }
    }
  } catch (error) {
    fail();
    throw error;
  }
}

async function readResponse(
  response: Dispatcher.ResponseData,
  request: HttpRequest,
  watch: IdleTimeout,
): Promise<Omit<HttpResponse, 'proxy' | 'requestId' | 'receivedAt'>> {
  const { statusCode: status, headers } = response;
  const header = (name: string): string | null => {
    const value = headers[name];
    if (value === undefined) return null;
    return Array.isArray(value) ? value.join(', ') : value;
  };
  const failed = status < 200 || status >= 300;
  const { method, url, maxBytes } = request;
  const body: ResponseBody = {
    ...{ host: url.host, chunks: touchOnChunk(response.body, watch, failed), failed, maxBytes },
    ...{ contentType: header('content-type'), contentEncoding: header('content-encoding') },
  };
  const common = { method, url, status, header };
  if (maxBytes !== undefined && !failed) return { ...common, text: '', bytes: await readBytes(body) };
  return { ...common, text: await readText(body) };
}

/** Returns true if keep-alive was announced. Otherwise the connection may close as a request begins. */
function promisesKeepAlive({ header }: Pick<HttpResponse, 'header'>): boolean {
  return header('keep-alive') !== null || /\bkeep-alive\b/i.test(header('connection') ?? '');
}

/** Returns the service's id of the request; null if absent or not printable. */
function requestIdOf(answer: Pick<HttpResponse, 'header'>): string | null {
  const given = answer.header('x-request-id')?.trim() ?? '';
  return /^[\x21-\x7e]{1,128}$/.test(given) ? given : null;
}

/** Ends without an error if the connection breaks during an error response: the text so far is used. */
async function* touchOnChunk(
  body: AsyncIterable<Buffer>,
  watch: IdleTimeout,
  failed: boolean,
): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of body) {
      watch.touch();
      yield chunk;
    }
  } catch (error) {
    if (!failed || watch.signal.aborted) throw error;
  }
}
