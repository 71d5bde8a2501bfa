import { certificateReasons, openingReasons, unreachableReasons } from '../../base/connection-reasons.ts';
import { CodedError, systemCode } from '../../base/errors.ts';
import type { ErrorDetails } from '../../base/failure.ts';
import { type Message, messageOf } from '../../messages/message.ts';
import { apiErrors, withDetails } from '../errors.ts';
import { displayHost, type ProxyInfo } from './proxy/proxy.ts';
import { proxyAuthError } from './response/proxy-error.ts';

export type RequestRoute = { readonly url: URL; readonly proxy: ProxyInfo | null };

/** Returns the coded error for a request without a complete response. If `error` is coded, adds `details`. */
export function transportError(
  error: unknown,
  { url, proxy }: RequestRoute,
  details: ErrorDetails,
): CodedError {
  if (error instanceof CodedError) return withDetails(error, { ...details, ...error.details });
  const host = displayHost(url, proxy);
  const options = { cause: error, details };
  const code = systemCode(error) ?? '';
  const text = error instanceof Error ? error.message : String(error);
  const atProxy = proxy && proxyError(code, text, proxy, options);
  if (atProxy) return atProxy;
  if (code.startsWith('HPE_') || (error instanceof Error && error.name === 'HTTPParserError')) {
    return apiErrors.notHttp({ host }, options);
  }
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return apiErrors.responseTooLarge({ host }, options);

  const certificate = certificateReasons[code];
  if (certificate !== undefined) return apiErrors.certificate({ host, reason: certificate }, options);
  const unreachable = unreachableReasons[code];
  if (unreachable !== undefined) return apiErrors.unreachable({ host, reason: unreachable }, options);
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAI_FAIL':
    case 'EAI_NODATA':
      return apiErrors.unknownHost({ host }, options);
    case 'ECONNREFUSED':
      return apiErrors.connectionRefused({ host }, options);
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
      return apiErrors.unreachable({ host, reason: messageOf('network/noAnswer') }, options);
    case 'ECONNRESET':
    case 'ECONNABORTED':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
      return apiErrors.connectionLost({ host }, options);
    default:
      return isTls(code)
        ? apiErrors.certificate({ host, reason: messageOf('network/tls', { code }) }, options)
        : apiErrors.unreachable({ host, reason: code || text }, options);
  }
}

type Options = { readonly cause: unknown; readonly details: ErrorDetails };

/** Returns the error if the proxy failed before it forwarded anything; null if the proxy did not fail. */
function proxyError(code: string, text: string, proxy: ProxyInfo, options: Options): CodedError | null {
  const because = (reason: Message): CodedError => apiErrors.proxy({ proxy: proxy.host, reason }, options);
  const tunnelStatus = /^Proxy response \((\d+)\)/.exec(text)?.[1];
  if (tunnelStatus === '407') return proxyAuthError(proxy, options);
  if (tunnelStatus !== undefined) return because(messageOf('network/status', { status: tunnelStatus }));
  if (code === 'UND_ERR_PRX_TLS') return because(messageOf('network/otherAddress'));
  if (code.startsWith('UND_ERR_PRX')) return because(messageOf('network/broke'));
  if (code === 'UND_ERR_HEADERS_TIMEOUT') return because(messageOf('network/noAnswer'));
  const opening = openingReasons[code];
  return opening === undefined ? null : because(messageOf('network/unreachable', { reason: opening }));
}

function isTls(code: string): boolean {
  return code === 'EPROTO' || /^(ERR_SSL|ERR_TLS|CERT_|UNABLE_TO_|CRL_)/.test(code);
}
