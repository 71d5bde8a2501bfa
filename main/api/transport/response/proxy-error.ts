/** What a proxy says itself, told apart from what the service says. */

import type { CodedError } from '../../../base/errors.ts';
import type { ErrorDetails } from '../../../base/failure.ts';
import { messageOf } from '../../../messages/message.ts';
import { apiErrors } from '../../errors.ts';
import type { HttpResponse } from '../http-types.ts';
import type { ShownProxy } from '../proxy/proxy.ts';
import { isWebPage, pageTitle } from './error-message.ts';

type Options = { readonly cause?: unknown; readonly details: ErrorDetails };

/** With what proxies answer when the service is forbidden to us or out of their reach. */
const inPlaceOfService: ReadonlySet<number> = new Set([403, 502, 503, 504]);

/** The error for a 407: the sign-in is missing, or it is wrong. With its status, so that nobody tries again by itself. */
export function proxyWantsSignIn(proxy: ShownProxy, { cause, details }: Options): CodedError {
  const wants = proxy.signsIn ? apiErrors.proxyRefused : apiErrors.proxyPassword;
  return wants({ proxy: proxy.host }, { cause, details: { ...details, status: 407 } });
}

/** The error for an answer that a proxy gave by itself; null for one of the service, as all are that came through TLS. */
export function proxyAnswer(
  answer: HttpResponse,
  options: Options,
  redact: (text: string) => string,
): CodedError | null {
  const { proxy, status, url } = answer;
  const isOfProxy = proxy !== null && url.protocol !== 'https:';
  if (status === 407 && !isOfProxy) return apiErrors.foreignProxy({ host: url.host }, options);
  if (!isOfProxy) return null;
  if (status === 407) return proxyWantsSignIn(proxy, options);
  if (!inPlaceOfService.has(status) || !isWebPage(answer)) return null;
  const title = pageTitle(answer.text);
  const reason =
    title === null
      ? messageOf('network/status', { status })
      : messageOf('network/statusTitled', { status, title: redact(title) });
  return apiErrors.proxy({ proxy: proxy.host, reason }, options);
}
