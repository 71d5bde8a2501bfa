import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { getCACertificates } from 'node:tls';
import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import type { Clock } from '../base/clock.ts';
import { CodedError, type ErrorDetails, systemCode } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { apiErrors } from './errors.ts';

export type HttpRequest = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | AsyncIterable<Uint8Array>;
  readonly signal?: AbortSignal | undefined;
  /** Gives up after this long without anything moving; `touch` tells that something did. */
  readonly idle?: IdleTimer;
};

export type HttpAnswer = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly contentType: string;
  readonly text: string;
  /** For error details: what was asked, without secrets. */
  readonly details: ErrorDetails;
};

export type Http = {
  /** Any answer with a status is an answer; everything else throws a coded error or the signal's reason. */
  send(request: HttpRequest): Promise<HttpAnswer>;
  close(): Promise<void>;
};

const connectTimeoutMs = 15_000;
const answerTimeoutMs = 60_000;
const largestAnswer = 64 * 1024 * 1024;

/** HTTP to one origin over connections of its own; proxies from the environment, certificates also of the system. */
export function createHttp(deps: {
  readonly origin: string;
  readonly clock: Clock;
  readonly log: Log;
}): Http {
  const dispatcher = createDispatcher(deps.origin);
  return {
    send: async (request) => {
      const idle = request.idle ?? createIdleTimer(deps.clock, answerTimeoutMs);
      try {
        return await exchange(dispatcher, request, idle, deps.log);
      } catch (error) {
        throw idle.expired ? timeoutError(request.url, idle.limitMs, error) : transportError(error, request);
      } finally {
        idle.stop();
      }
    },
    close: () => dispatcher.destroy(),
  };
}

function createDispatcher(origin: string): Dispatcher {
  const { protocol, hostname } = new URL(origin);
  const certificates =
    protocol === 'https:' ? { ca: [...getCACertificates('default'), ...getCACertificates('system')] } : {};
  const options = {
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: connectTimeoutMs, ...certificates },
  };
  return isLoopback(hostname) ? new Agent(options) : new EnvHttpProxyAgent(options);
}

/** The built-in service is never behind a proxy. */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname);
}

async function exchange(
  dispatcher: Dispatcher,
  request: HttpRequest,
  idle: IdleTimer,
  log: Log,
): Promise<HttpAnswer> {
  const requestId = randomUUID();
  const { origin, pathname, search } = new URL(request.url);
  const response = await dispatcher.request({
    origin,
    path: pathname + search,
    method: request.method,
    headers: { ...request.headers, 'x-request-id': requestId },
    body: (request.body ?? null) as Dispatcher.RequestOptions['body'],
    signal: request.signal ? AbortSignal.any([request.signal, idle.signal]) : idle.signal,
  });
  idle.touch();
  const details: ErrorDetails = {
    method: request.method,
    url: request.url,
    status: response.statusCode,
    requestId: headerText(response.headers['x-request-id']) || requestId,
    ...retryAfter(response.headers, Date.now()),
  };
  const text = await readText(response.body, request.url, idle);
  log.debug('answered', details);
  const contentType = headerText(response.headers['content-type']);
  return { status: response.statusCode, headers: response.headers, contentType, text, details };
}

async function readText(body: AsyncIterable<Buffer>, url: string, idle: IdleTimer): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of body) {
    idle.touch();
    length += part.length;
    if (length > largestAnswer) throw apiErrors.tooMuch({ service: serviceName(url) });
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

export function headerText(value: string | string[] | undefined): string {
  return Array.isArray(value) ? (value[0] ?? '') : (value ?? '');
}

/** Seconds of `Retry-After`, given as a number or as a date, against `now` in milliseconds. */
export function retryAfter(
  headers: IncomingHttpHeaders,
  now: number,
): { readonly retryAfterSeconds?: number } {
  const given = headerText(headers['retry-after']).trim();
  if (given === '') return {};
  const seconds = /^\d+$/.test(given) ? Number(given) : Math.ceil((Date.parse(given) - now) / 1000);
  return Number.isFinite(seconds) ? { retryAfterSeconds: Math.max(0, seconds) } : {};
}

/** How a service is called in sentences: its host. */
export function serviceName(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

export type IdleTimer = {
  readonly signal: AbortSignal;
  readonly limitMs: number;
  readonly expired: boolean;
  touch(): void;
  stop(): void;
};

/** Aborts its signal once nothing was touched for `limitMs`. Never limits the whole. */
export function createIdleTimer(clock: Clock, limitMs: number): IdleTimer {
  const controller = new AbortController();
  let expired = false;
  let touched = clock.monotonic();
  let cancel = (): void => {};
  const wait = (ms: number): void => {
    cancel = clock.after(ms, () => {
      const left = touched + limitMs - clock.monotonic();
      if (left > 0) {
        wait(left);
        return;
      }
      expired = true;
      controller.abort();
    });
  };
  wait(limitMs);
  return {
    signal: controller.signal,
    limitMs,
    get expired() {
      return expired;
    },
    touch: () => {
      touched = clock.monotonic();
    },
    stop: () => cancel(),
  };
}

function timeoutError(url: string, limitMs: number, cause: unknown): CodedError {
  const service = serviceName(url);
  return apiErrors.timeout({ service, seconds: Math.round(limitMs / 1000) }, { cause, details: { url } });
}

/** What the network did, as a coded error; coded errors and cancellation pass unchanged. */
function transportError(error: unknown, request: HttpRequest): unknown {
  if (error instanceof CodedError || request.signal?.aborted) return error;
  const service = serviceName(request.url);
  const options = { cause: error, details: { method: request.method, url: request.url } };
  const code = systemCode(error) ?? '';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return apiErrors.unknownHost({ service }, options);
  if (code === 'ECONNREFUSED' || code === 'EHOSTUNREACH' || code === 'ENETUNREACH') {
    return apiErrors.refused({ service }, options);
  }
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') {
    return apiErrors.timeout({ service, seconds: connectTimeoutMs / 1000 }, options);
  }
  if (isTlsCode(code)) return apiErrors.tls({ service, reason: code }, options);
  if (code === 'UND_ERR_ABORTED' && error instanceof Error && /proxy/i.test(error.message)) {
    return apiErrors.proxy({ service, reason: error.message }, options);
  }
  return apiErrors.connectionLost({ service }, options);
}

function isTlsCode(code: string): boolean {
  return /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|EPROTO$)/.test(code);
}
