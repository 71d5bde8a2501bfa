import type { CodedError } from '../../../base/errors.ts';
import type { ErrorDetails } from '../../../base/failure.ts';
import { type Message, messageOf } from '../../../messages/message.ts';
import { apiErrors } from '../../errors.ts';
import { displayUrl } from '../http.ts';
import type { HttpResponse } from '../http-types.ts';
import { displayHost } from '../proxy/proxy.ts';
import { errorMessage, isWebPage, pageTitle, parseJson } from './error-message.ts';
import { proxyResponseError } from './proxy-error.ts';

export type RequestContext = {
  /** A 404 means that an `endpoint` has the wrong address, or that an `item` may have been deleted. */
  readonly about: 'endpoint' | 'item';
  readonly fileSize: number | null;
  /** Hides secrets that the response may repeat. */
  readonly redact: (text: string) => string;
};

export function responseDetails(answer: HttpResponse): ErrorDetails {
  const retryAfterSeconds = retryAfter(answer);
  return {
    method: answer.method,
    url: displayUrl(answer.url),
    status: answer.status,
    requestId: answer.requestId,
    bodyKind: responseForm(answer),
    ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }),
  };
}

/** Returns `service` for JSON, tus and a 401 with a bearer challenge, `page` for a web page, else `other`. */
function responseForm(answer: HttpResponse): ErrorDetails['bodyKind'] & {} {
  if (isWebPage(answer)) return 'page';
  const isChallenge = answer.status === 401 && /\bbearer\b/i.test(answer.header('www-authenticate') ?? '');
  const isJson = /[/+]json\b/i.test(answer.header('content-type') ?? '');
  return isChallenge || isTus(answer) || isJson || parseJson(answer.text) !== undefined ? 'service' : 'other';
}

/** Returns true for a tus response, which may have no body. */
export function isTus(answer: Pick<HttpResponse, 'header'>): boolean {
  return answer.header('tus-resumable') !== null;
}

/** Returns the path of the account's base address, from the URL of a request; empty for most accounts. */
export function basePath(url: URL): string {
  return /^(.*?)\/(?:api\/v3|identity\/connect)(?:\/|$)/.exec(url.pathname)?.[1] ?? '';
}

/** Throws `api/webPage` if the response is a web page, which no API call returns. */
export function rejectWebPage(answer: HttpResponse): void {
  if (!isWebPage(answer)) return;
  const { url, proxy, text } = answer;
  const values = { host: displayHost(url, proxy), path: basePath(url), title: pageTitle(text) };
  throw apiErrors.webPage(values, { details: responseDetails(answer) });
}

export function responseError(answer: HttpResponse, asked: RequestContext): CodedError {
  const { status } = answer;
  const host = displayHost(answer.url, answer.proxy);
  const path = basePath(answer.url);
  const options = { details: responseDetails(answer) };
  const fromProxy = proxyResponseError(answer, options, asked.redact);
  if (fromProxy) return fromProxy;
  const explained = errorMessage(answer);
  const explanation = explained === null ? statusText(status) : asked.redact(explained);
  if (status >= 300 && status < 400) {
    return apiErrors.redirected({ host, location: redirectTarget(answer) }, options);
  }
  const seconds = options.details.retryAfterSeconds ?? null;
  const isWrongAddress = asked.about === 'endpoint' || isWebPage(answer);
  switch (status) {
    case 401:
      return apiErrors.unauthorized({ reason: explanation }, options);
    case 403:
      return isStorageFull(explained ?? '')
        ? apiErrors.storageFull({ reason: explanation }, options)
        : apiErrors.forbidden({ reason: explanation }, options);
    case 404:
    case 410:
      return isWrongAddress
        ? apiErrors.wrongAddress({ host, path, status }, options)
        : apiErrors.missing({ reason: explanation }, options);
    case 405:
      return isWrongAddress
        ? apiErrors.wrongAddress({ host, path, status }, options)
        : apiErrors.refused({ reason: explanation }, options);
    case 413:
      return apiErrors.tooLarge({ reason: explanation, size: asked.fileSize }, options);
    case 408:
    case 423:
    case 425:
    case 429:
    case 503:
      return apiErrors.busy({ reason: explanation, seconds }, options);
    case 507:
      return apiErrors.storageFull({ reason: explanation }, options);
    default:
      return status >= 500
        ? apiErrors.serverError({ reason: explanation, status, seconds }, options)
        : apiErrors.refused({ reason: explanation }, options);
  }
}

/** Returns the coded error for a token response that is not 2xx. */
export function signInError(answer: HttpResponse, redact: (text: string) => string): CodedError {
  const { status } = answer;
  if (status !== 400 && status !== 401 && status !== 403) {
    return responseError(answer, { about: 'endpoint', fileSize: null, redact });
  }
  const options = { details: responseDetails(answer) };
  const fromProxy = proxyResponseError(answer, options, redact);
  if (fromProxy) return fromProxy;
  // With a 400, a web page comes from another server. With a 401 or 403, the service may have sent the page.
  if (isWebPage(answer) && status === 400) {
    const host = displayHost(answer.url, answer.proxy);
    return apiErrors.wrongAddress({ host, path: basePath(answer.url), status }, options);
  }
  const body = parseJson(answer.text);
  const code = typeof body === 'object' && body !== null && 'error' in body ? body.error : null;
  const explained = errorMessage(answer);
  const reason = explained === null ? messageOf('network/authentication') : redact(explained);
  switch (code) {
    case 'invalid_client':
    case 'unauthorized_client':
      return apiErrors.clientRefused({ reason }, options);
    case 'invalid_scope':
      return apiErrors.scopeRefused({ reason }, options);
    case 'invalid_request':
    case 'unsupported_grant_type':
      return apiErrors.signInRefused({ reason }, options);
    default:
      return apiErrors.credentialsRefused({ reason }, options);
  }
}

const maxRetryAfterSeconds = 24 * 60 * 60;

/**
 * Returns the seconds of `Retry-After`; null if unreadable. A date is compared with the `Date` header, or
 * with the local clock if there is none.
 */
export function retryAfter(answer: Pick<HttpResponse, 'header' | 'receivedAt'>): number | null {
  const value = answer.header('retry-after')?.trim() ?? '';
  const seconds = /^\d+(\.\d+)?$/.test(value) ? Number(value) : secondsUntil(value, answer);
  if (Number.isNaN(seconds)) return null;
  return Math.min(maxRetryAfterSeconds, Math.max(0, Math.ceil(seconds)));
}

/** Returns NaN if `date` is not an HTTP date. */
function secondsUntil(date: string, answer: Pick<HttpResponse, 'header' | 'receivedAt'>): number {
  if (!/\d{2}:\d{2}:\d{2}/.test(date)) return Number.NaN;
  const serverTime = Date.parse(answer.header('date') ?? '');
  // The asctime format contains no time zone, but is in GMT.
  const asked = Date.parse(/^[A-Z][a-z]{2} [A-Z]/.test(date) ? `${date} GMT` : date);
  return (asked - (Number.isNaN(serverTime) ? answer.receivedAt : serverTime)) / 1000;
}

function redirectTarget(answer: HttpResponse): string | null {
  const location = answer.header('location');
  if (location === null || !URL.canParse(location, answer.url.href)) return null;
  return displayUrl(new URL(location, answer.url));
}

function statusText(status: number): Message {
  // An import would load Node's HTTP client and WebSocket at every start.
  const phrase = process.getBuiltinModule('node:http').STATUS_CODES[status];
  return phrase === undefined
    ? messageOf('network/bareStatus', { status })
    : messageOf('text/plain', { text: `${status} ${phrase}.` });
}

/** Some services answer 403 instead of 507 if an organisation's storage is full. */
function isStorageFull(explanation: string): boolean {
  return (
    /\b(storage|quota|disk space)\b/i.test(explanation) &&
    /\b(used up|full|exceeded|exhausted|reached)\b/i.test(explanation)
  );
}
