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
import { type ReadProxy, readProxy } from './proxy/proxy.ts';
import { type ResponseBody, readBytes, readText } from './response/response-body.ts';
import { createRoutes, type Routes } from './routes.ts';
import { smallestSlice } from './slices.ts';
import { transportError } from './transport-error.ts';
import { unlessAborted } from './unless-aborted.ts';

/** Retry delay if large packets are lost: small ones still arrive, so the service seems reachable. */
const swallowedAgainSeconds = 300;

/** Returns the address without credentials and query, safe to display and log. */
export function shownUrl(url: URL): string {
  return url.origin + url.pathname;
}

type HttpParts = {
  readonly network: Network;
  readonly clock: Clock;
  readonly log: Log;
  readonly redactor: Redactor;
};

export function createHttp(parts: HttpParts): Http {
  const { clock, log } = parts;
  const dials = createDials(parts.network);
  const pool = createConnectionPool(dials);
  const closing = new AbortController();
  const exchange = createExchange(parts);
  const monitor = createMonitor(parts, dials);
  const send = async (request: HttpRequest): Promise<HttpResponse> => {
    const { method, url } = request;
    const isUpload = request.body !== undefined && typeof request.body !== 'string';
    const own = pool.take(url.origin, method !== 'GET');
    let isReusable = false;
    let isPromised = false;
    // A released connection may serve another request.
    const reset = (): void => {
      if (!isReusable) own.reset();
    };
    const requestId = randomUUID();
    const line = isUpload ? monitor(request, own, () => watch) : null;
    const watch = startIdleTimeout(request, clock, closing.signal, line?.mayGoOn);
    // Runs before undici closes the connection gracefully.
    watch.signal.addEventListener('abort', reset);
    const sending = sendingOf(request, {
      ...{ touch: watch.touch, fail: reset },
      room: async () => line?.room(request.isCareful?.() ?? false) ?? Number.POSITIVE_INFINITY,
    });
    const begin = clock.monotonic();
    const note = (outcome: Record<string, unknown>): void => {
      const ms = Math.round(clock.monotonic() - begin);
      log.debug('Request', { method, url: shownUrl(url), requestId, ms, ...outcome });
    };
    try {
      const answer = await exchange(request, own, { watch, sending, requestId });
      note({ status: answer.status });
      isReusable = !closing.signal.aborted;
      isPromised = keepsConnection(answer);
      return answer;
    } catch (error) {
      note({ failed: toFailure(error).code });
      throw error;
    } finally {
      line?.stop();
      watch.stop();
      // Not awaited: a connection that is still opening takes time to close.
      Promise.all([sending.end(), isReusable ? null : own.destroy()]).catch((error: unknown) =>
        log.debug('A request was given up', { error }),
      );
      if (isReusable) pool.release(url.origin, own, isPromised);
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

async function proxyOf(url: URL, { network, redactor }: HttpParts): Promise<ReadProxy | null> {
  const given = await network.proxyFor(url);
  return given === null ? null : readProxy(given, redactor);
}

function createExchange(parts: HttpParts) {
  const { network, clock } = parts;
  return async (
    request: HttpRequest,
    routes: Routes,
    { watch, sending, requestId }: ExchangeParts,
  ): Promise<HttpResponse> => {
    const { method, url } = request;
    let proxy: ReadProxy | null = null;
    try {
      proxy = await proxyOf(url, parts);
      watch.through(proxy);
      const route = await routes.route(url, proxy);
      watch.signal.throwIfAborted();
      const { origin, path, dispatcher } = route;
      const own = { 'user-agent': network.userAgent, 'accept-encoding': 'gzip', 'x-request-id': requestId };
      const headers = { ...request.headers, ...own };
      const asked = dispatcher.request({
        ...{ origin, path, method, headers: { ...headers, ...route.headers } },
        body: sending.body,
        signal: watch.signal,
      });
      // undici handles an abort only once the connection is open.
      const response = await unlessAborted(asked, watch.signal);
      watch.touch();
      const answer = await readResponse(response, request, watch);
      return {
        ...answer,
        proxy: proxy && { host: proxy.host, signsIn: proxy.signsIn },
        requestId: requestIdOf(answer) ?? requestId,
        receivedAt: clock.now(),
      };
    } catch (error) {
      const reason = watch.signal.aborted ? watch.signal.reason : error;
      throw transportError(reason, { url, proxy }, { method, url: shownUrl(url), requestId });
    }
  };
}

/** Returns a function that monitors the connection of one upload; its probe is a HEAD request to the host. */
function createMonitor(parts: HttpParts, dials: ReturnType<typeof createDials>) {
  const { clock, network } = parts;
  const probe = async (url: URL, signal: AbortSignal): Promise<void> => {
    const routes = createRoutes(dials);
    try {
      const { dispatcher, ...route } = await routes.route(new URL('/', url), await proxyOf(url, parts));
      const asked = dispatcher.request({ ...route, method: 'HEAD', signal });
      await (await unlessAborted(asked, signal)).body.dump();
    } finally {
      void routes.destroy();
    }
  };
  return ({ url, onUnacknowledged }: HttpRequest, own: Routes, watch: () => IdleTimeout): ConnectionMonitor =>
    monitorConnection({
      ...{ clock, sendQueues: network.sendQueues, socket: own.socket, probe: (signal) => probe(url, signal) },
      onMove: () => watch().touch(),
      onNothingThrough: () => {
        const details = { retryAfterSeconds: swallowedAgainSeconds };
        watch().fail(apiErrors.largePackets({ host: url.host }, { details }));
      },
      onAddressGone: () => watch().fail(apiErrors.connectionLost({ host: url.host })),
      onUnacknowledged: (bytes) => onUnacknowledged?.(bytes),
    });
}

type ExchangeParts = {
  readonly watch: IdleTimeout;
  readonly sending: Sending;
  readonly requestId: string;
};

type SendingHooks = {
  readonly touch: () => void;
  readonly fail: () => void;
  /** Returns how many bytes may be handed over next, once that is possible. */
  readonly room: () => Promise<number>;
};

type Sending = { readonly body: string | Readable | null; readonly end: () => Promise<void> };

/**
 * Wraps the body for undici, which accepts any async iterable, though its types name only streams. `fail` is
 * called if the body throws. `end` closes the body if the connection is gone: undici never would, and the
 * file would stay open.
 */
function sendingOf({ body }: HttpRequest, hooks: SendingHooks): Sending {
  if (body === undefined || typeof body === 'string') return { body: body ?? null, end: async () => {} };
  const chunks = watched(body, hooks);
  return {
    body: chunks as AsyncIterable<Uint8Array> as Readable,
    end: async () => {
      await chunks.return(undefined);
    },
  };
}

async function* watched(
  body: AsyncIterable<Uint8Array>,
  { touch, fail, room }: SendingHooks,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of body) {
      for (let at = 0; at < chunk.length; ) {
        const part = chunk.subarray(at, at + (await room()));
        at += part.length;
        // A small part may still be queued in the socket when its buffer is reused.
        yield part.length < Math.min(chunk.length, smallestSlice) ? Buffer.from(part) : part;
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
  const { method, url, longestBytes } = request;
  const body: ResponseBody = {
    ...{ host: url.host, chunks: touched(response.body, watch, failed), failed, longest: longestBytes },
    ...{ contentType: header('content-type'), contentEncoding: header('content-encoding') },
  };
  const known = { method, url, status, header };
  if (longestBytes !== undefined && !failed) return { ...known, text: '', bytes: await readBytes(body) };
  return { ...known, text: await readText(body) };
}

/** Other services may close a connection unnoticed, just as the next request begins. */
function keepsConnection({ header }: Pick<HttpResponse, 'header'>): boolean {
  return header('keep-alive') !== null || /\bkeep-alive\b/i.test(header('connection') ?? '');
}

/** Returns the service's id of the request; null if absent or not printable. */
function requestIdOf(answer: Pick<HttpResponse, 'header'>): string | null {
  const given = answer.header('x-request-id')?.trim() ?? '';
  return /^[\x21-\x7e]{1,128}$/.test(given) ? given : null;
}

/** If the connection breaks during a failure response, the text read so far is used. */
async function* touched(
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
