/** Distinguishes proxy responses from service responses. */

import type { CodedError } from '../../../base/errors.ts';
import type { ErrorDetails } from '../../../base/failure.ts';
import { messageOf } from '../../../messages/message.ts';
import { apiErrors } from '../../errors.ts';
import type { HttpResponse } from '../http-types.ts';
import type { ProxyInfo } from '../proxy/proxy.ts';
import { isWebPage, pageTitle } from './error-message.ts';

type Options = { readonly cause?: unknown; readonly details: ErrorDetails };

/** Statuses that proxies return if the service is forbidden or unreachable. */
const proxyStatuses: ReadonlySet<number> = new Set([403, 502, 503, 504]);

/** Returns the error for a 407: credentials are missing or wrong. The status prevents automatic retries. */
export function proxyAuthError(proxy: ProxyInfo, { cause, details }: Options): CodedError {
  const createError = proxy.hasCredentials ? apiErrors.proxyRefused : apiErrors.proxyPassword;
  return createError({ proxy: proxy.host }, { cause, details: { ...details, status: 407 } });
}

/** Returns the error if a proxy sent the response, else null. Over TLS, only a 407 can come from a proxy. */
export function proxyResponseError(
  answer: HttpResponse,
  options: Options,
  redact: (text: string) => string,
): CodedError | null {
  const { proxy, status, url } = answer;
  const isFromProxy = proxy !== null && url.protocol !== 'https:';
  if (status === 407 && !isFromProxy) return apiErrors.foreignProxy({ host: url.host }, options);
  if (!isFromProxy) return null;
  if (status === 407) return proxyAuthError(proxy, options);
  if (!proxyStatuses.has(status) || !isWebPage(answer)) return null;
  const title = pageTitle(answer.text);
  const reason =
    title === null
      ? messageOf('network/status', { status })
      : messageOf('network/statusTitled', { status, title: redact(title) });
  return apiErrors.proxy({ proxy: proxy.host, reason }, options);
}
