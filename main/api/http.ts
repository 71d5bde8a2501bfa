import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { Clock } from '../base/clock.ts';
import { cancelled, type ErrorDetails } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import type { Redactor } from '../base/redact.ts';
import { apiErrors } from './errors.ts';
import type { Network } from './network.ts';
import { createRoutes } from './routes.ts';
import { transportError } from './transport-error.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export type HttpRequest = {
  readonly method: Method;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | AsyncIterable<Uint8Array>;
  readonly signal?: AbortSignal | undefined;
  /** The longest time in which nothing moves, in either direction. There is no total limit. */
  readonly idleTimeoutMs: number;
};

/** Any answer, whatever its status, read to its end. */
export type HttpAnswer = {
  readonly method: Method;
  readonly url: URL;
  readonly status: number;
  /** A header's value by its name in small letters; repeated ones joined; null when absent. */
  readonly header: (name: string) => string | null;
  readonly text: string;
  readonly requestId: string;
  /** Milliseconds since 1970 UTC, on this computer's clock. */
  readonly receivedAt: number;
};

export type Http = {
  /** Never follows redirects. Throws the transport errors of `api`, and `base/cancelled`. */
  send(request: HttpRequest): Promise<HttpAnswer>;
  /** Aborts what is under way. */
  close(): Promise<void>;
};

/** Lists of ten thousand versions with their members stay far below. */
const longestAnswer = 128 * 1024 * 1024;
const longestFailure = 64 * 1024;

/** Where `url` points, without user, password and query: fit for people and logs. */
export function shownUrl(url: URL): string {
  return url.origin + url.pathname;
}

export function createHttp(deps: {
  readonly network: Network;
  readonly clock: Clock;
  readonly log: Log;
  readonly redactor: Redactor;
}): Http {
  const { clock, log } = deps;
  const routes = createRoutes(deps.network, deps.redactor);
  const closing = new AbortController();

  const send = async (request: HttpRequest): Promise<HttpAnswer> => {
    const { method, url } = request;
    const requestId = randomUUID();
    const watch = startIdleWatch(request, clock, closing.signal);
    const begin = clock.monotonic();
    const note = (outcome: Record<string, unknown>): void =>
      log.debug('Request', {
        method,
        url: shownUrl(url),
        requestId,
        ms: Math.round(clock.monotonic() - begin),
        ...outcome,
      });
    let proxy: string | null = null;
    try {
      const route = await routes.route(url);
      proxy = route.proxy;
      watch.signal.throwIfAborted();
      const response = await route.dispatcher.request({
        origin: route.origin,
        path: route.path,
        method,
        headers: { ...request.headers, 'x-request-id': requestId, ...route.headers },
        body: bodyOf(request, watch.touch),
        signal: watch.signal,
      });
      watch.touch();
      const answer = await readAnswer(response, request, watch.touch);
      note({ status: answer.status });
      return { ...answer, requestId: answer.header('x-request-id') ?? requestId, receivedAt: clock.now() };
    } catch (error) {
      const reason = watch.signal.aborted ? watch.signal.reason : error;
      const coded = transportError(reason, { url, proxy }, { method, url: shownUrl(url), requestId });
      note({ failed: coded.code });
      throw coded;
    } finally {
      watch.stop();
    }
  };

  return {
    send,
    close: async () => {
      closing.abort(cancelled());
      await routes.destroy();
    },
  };
}

type IdleWatch = { readonly signal: AbortSignal; readonly touch: () => void; readonly stop: () => void };

/** Ends a request with a coded reason: the caller's abort, the end of the client, or nothing moving for too long. */
function startIdleWatch(request: HttpRequest, clock: Clock, closing: AbortSignal): IdleWatch {
  const { idleTimeoutMs, url, method } = request;
  const end = new AbortController();
  const details: ErrorDetails = { method, url: shownUrl(url) };
  const idle = (): void =>
    end.abort(apiErrors.timeout({ host: url.host, seconds: Math.round(idleTimeoutMs / 1000) }, { details }));
  const stops: (() => void)[] = [];
  for (const signal of [request.signal, closing]) {
    if (!signal) continue;
    const abort = (): void => end.abort(cancelled({ cause: signal.reason, details }));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    stops.push(() => signal.removeEventListener('abort', abort));
  }
  let cancelTimer = clock.after(idleTimeoutMs, idle);
  let stopped = false;
  return {
    signal: end.signal,
    touch: () => {
      if (stopped) return;
      cancelTimer();
      cancelTimer = clock.after(idleTimeoutMs, idle);
    },
    stop: () => {
      stopped = true;
      cancelTimer();
      for (const stop of stops) stop();
    },
  };
}

/** undici takes any async iterable; its types only name streams. */
function bodyOf(request: HttpRequest, touch: () => void): string | Readable | null {
  const { body } = request;
  if (body === undefined || typeof body === 'string') return body ?? null;
  return touching(body, touch) as AsyncIterable<Uint8Array> as Readable;
}

async function* touching(body: AsyncIterable<Uint8Array>, touch: () => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    yield chunk;
    touch();
  }
}

async function readAnswer(
  response: Dispatcher.ResponseData,
  request: HttpRequest,
  touch: () => void,
): Promise<Omit<HttpAnswer, 'requestId' | 'receivedAt'>> {
  const { statusCode: status, headers } = response;
  const header = (name: string): string | null => {
    const value = headers[name];
    if (value === undefined) return null;
    return Array.isArray(value) ? value.join(', ') : value;
  };
  const failed = status < 200 || status >= 300;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response.body as AsyncIterable<Buffer>) {
    touch();
    length += chunk.length;
    chunks.push(chunk);
    if (failed && length > longestFailure) break;
    if (length > longestAnswer) throw apiErrors.tooMuch({ host: request.url.host });
  }
  const bytes = Buffer.concat(chunks);
  return {
    method: request.method,
    url: request.url,
    status,
    header,
    text: decode(bytes, header('content-type')),
  };
}

/** Text in the charset the answer names; UTF-8 when it names none or one nobody knows. */
function decode(bytes: Buffer, contentType: string | null): string {
  const charset = /charset\s*=\s*"?([^\s;"]+)/i.exec(contentType ?? '')?.[1];
  const known = charset !== undefined && isCharset(charset);
  return new TextDecoder(known ? charset : 'utf-8').decode(bytes);
}

function isCharset(name: string): boolean {
  try {
    return new TextDecoder(name).encoding !== '';
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
