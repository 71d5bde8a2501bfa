import type { CodedError } from '../../../base/errors.ts';
import type { ErrorDetails } from '../../../base/failure.ts';
import { type Message, messageOf } from '../../../messages/message.ts';
import { apiErrors } from '../../errors.ts';
import { shownUrl } from '../http.ts';
import type { HttpResponse } from '../http-types.ts';
import { shownHost } from '../proxy/proxy.ts';
import { errorMessage, isWebPage, parseJson } from './error-message.ts';
import { proxyAnswer } from './proxy-error.ts';

/** What a failed answer was asked for. */
export type Asked = {
  /** `endpoint`: an address that always exists on a distribution service. `item`: one that may be gone. */
  readonly about: 'endpoint' | 'item';
  /** Bytes of the file that was sent; null when none was. */
  readonly fileSize: number | null;
  /** Hides secrets a service may repeat in its answer. */
  readonly redact: (text: string) => string;
};

export function responseDetails(answer: HttpResponse): ErrorDetails {
  const retryAfterSeconds = retryAfter(answer);
  return {
    method: answer.method,
    url: shownUrl(answer.url),
    status: answer.status,
    requestId: answer.requestId,
    form: formOf(answer),
    ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }),
  };
}

/** JSON that was cut off is still the service's, and a 401 without a body if it asks for the kind of token that it issues. */
function formOf(answer: HttpResponse): ErrorDetails['form'] & {} {
  if (isWebPage(answer)) return 'page';
  const isChallenge = answer.status === 401 && /\bbearer\b/i.test(answer.header('www-authenticate') ?? '');
  const isJson = /[/+]json\b/i.test(answer.header('content-type') ?? '');
  return isChallenge || isJson || parseJson(answer.text) !== undefined ? 'service' : 'other';
}

/** What an account's address has behind its host, in the address of a call; empty for most. */
export function accountPath(url: URL): string {
  return /^(.*?)\/(?:api\/v3|identity\/connect)(?:\/|$)/.exec(url.pathname)?.[1] ?? '';
}

/** The coded error for an answer that is no success. */
export function responseError(answer: HttpResponse, asked: Asked): CodedError {
  const { status } = answer;
  const host = shownHost(answer.url, answer.proxy);
  const path = accountPath(answer.url);
  const options = { details: responseDetails(answer) };
  const fromProxy = proxyAnswer(answer, options, asked.redact);
  if (fromProxy) return fromProxy;
  const explained = errorMessage(answer);
  const said = explained === null ? statusText(status) : asked.redact(explained);
  if (status >= 300 && status < 400) {
    return apiErrors.redirected({ host, location: redirectTarget(answer) }, options);
  }
  const seconds = options.details.retryAfterSeconds ?? null;
  const lost = asked.about === 'endpoint' || isWebPage(answer);
  switch (status) {
    case 401:
      return apiErrors.unauthorized({ said }, options);
    case 403:
      return apiErrors.forbidden({ said }, options);
    case 404:
    case 410:
      return lost
        ? apiErrors.wrongAddress({ host, path, status }, options)
        : apiErrors.missing({ said }, options);
    case 405:
      return lost
        ? apiErrors.wrongAddress({ host, path, status }, options)
        : apiErrors.refused({ said }, options);
    case 413:
      return apiErrors.tooLarge({ said, size: asked.fileSize }, options);
    case 408:
    case 425:
    case 429:
    case 503:
      return apiErrors.busy({ said, seconds }, options);
    case 507:
      return apiErrors.full({ said }, options);
    default:
      return status >= 500
        ? apiErrors.broken({ said, status, seconds }, options)
        : apiErrors.refused({ said }, options);
  }
}

/** The coded error for a token request that was answered, but with no token. */
export function signInError(answer: HttpResponse, redact: (text: string) => string): CodedError {
  const { status } = answer;
  if (status !== 400 && status !== 401 && status !== 403) {
    return responseError(answer, { about: 'endpoint', fileSize: null, redact });
  }
  const options = { details: responseDetails(answer) };
  const fromProxy = proxyAnswer(answer, options, redact);
  if (fromProxy) return fromProxy;
  // A page is what some other server says, except that many put one in front of every 401.
  if (isWebPage(answer) && status === 400) {
    const host = shownHost(answer.url, answer.proxy);
    return apiErrors.wrongAddress({ host, path: accountPath(answer.url), status }, options);
  }
  const body = parseJson(answer.text);
  const code = typeof body === 'object' && body !== null && 'error' in body ? body.error : null;
  const explained = errorMessage(answer);
  const said = explained === null ? messageOf('network/authentication') : redact(explained);
  switch (code) {
    case 'invalid_client':
    case 'unauthorized_client':
      return apiErrors.clientRefused({ said }, options);
    case 'invalid_scope':
      return apiErrors.scopeRefused({ said }, options);
    case 'invalid_request':
    case 'unsupported_grant_type':
      return apiErrors.signInRefused({ said }, options);
    default:
      return apiErrors.credentialsRefused({ said }, options);
  }
}

/** Nobody waits longer than a day because a header says so. */
const longestWaitSeconds = 24 * 60 * 60;

/**
 * Seconds `Retry-After` asks for, by the clock of the server when it gives a date (by ours when it tells no time);
 * null when it asks for none.
 */
export function retryAfter(answer: Pick<HttpResponse, 'header' | 'receivedAt'>): number | null {
  const value = answer.header('retry-after')?.trim() ?? '';
  const seconds = /^\d+(\.\d+)?$/.test(value) ? Number(value) : secondsUntil(value, answer);
  if (Number.isNaN(seconds)) return null;
  return Math.min(longestWaitSeconds, Math.max(0, Math.ceil(seconds)));
}

/** NaN when `date` is no HTTP date. */
function secondsUntil(date: string, answer: Pick<HttpResponse, 'header' | 'receivedAt'>): number {
  if (!/\d{2}:\d{2}:\d{2}/.test(date)) return Number.NaN;
  const told = Date.parse(answer.header('date') ?? '');
  // The oldest of the three forms names no zone, but means the same one.
  const asked = Date.parse(/^[A-Z][a-z]{2} [A-Z]/.test(date) ? `${date} GMT` : date);
  return (asked - (Number.isNaN(told) ? answer.receivedAt : told)) / 1000;
}

function redirectTarget(answer: HttpResponse): string | null {
  const location = answer.header('location');
  if (location === null || !URL.canParse(location, answer.url.href)) return null;
  return shownUrl(new URL(location, answer.url));
}

function statusText(status: number): Message {
  // An import of it would load Node's own HTTP client and WebSocket at every start.
  const phrase = process.getBuiltinModule('node:http').STATUS_CODES[status];
  return phrase === undefined
    ? messageOf('network/bareStatus', { status })
    : messageOf('text/plain', { text: `${status} ${phrase}.` });
}
