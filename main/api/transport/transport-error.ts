import { openingReasons, unreachableReasons } from '../../base/connection-reasons.ts';
import { CodedError, type ErrorDetails, systemCode } from '../../base/errors.ts';
import { apiErrors, withDetails } from '../errors.ts';
import { type ShownProxy, shownHost } from './proxy.ts';
import { proxyWantsSignIn } from './proxy-error.ts';

const certificateReasons: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet; check the clock of this computer',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it shows a certificate it made itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate comes from an authority this computer does not trust',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate comes from an authority this computer does not trust',
  UNABLE_TO_GET_ISSUER_CERT: 'its certificate comes from an authority this computer does not trust',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate comes from an authority this computer does not trust',
  // BoringSSL, in the window, refuses what OpenSSL, in the command line, lets pass.
  ERR_SSL_KEY_USAGE_BIT_INCORRECT:
    'its certificate is not made for such connections (key usage), which the window refuses and other programs overlook',
  INVALID_PURPOSE: 'its certificate is not made for servers (extended key usage)',
  INVALID_CA: 'its certificate was issued by one that may not issue any (basic constraints, key usage)',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate belongs to another address',
};

/** `proxy` is the one on the way to `url`; null when there is none. */
export type Way = { readonly url: URL; readonly proxy: ShownProxy | null };

/** The coded error for a request that got no whole answer; coded errors pass, with `details` besides their own. */
export function transportError(error: unknown, { url, proxy }: Way, details: ErrorDetails): CodedError {
  if (error instanceof CodedError) return withDetails(error, { ...details, ...error.details });
  const host = shownHost(url, proxy);
  const options = { cause: error, details };
  const code = systemCode(error) ?? '';
  const text = error instanceof Error ? error.message : String(error);
  const atProxy = proxy && proxyTrouble(code, text, proxy, options);
  if (atProxy) return atProxy;
  if (code.startsWith('HPE_') || (error instanceof Error && error.name === 'HTTPParserError')) {
    return apiErrors.notHttp({ host }, options);
  }
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return apiErrors.tooMuch({ host }, options);

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
      return apiErrors.unreachable({ host, reason: 'it does not answer' }, options);
    case 'ECONNRESET':
    case 'ECONNABORTED':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
      return apiErrors.connectionLost({ host }, options);
    default:
      return isTls(code)
        ? apiErrors.certificate({ host, reason: `TLS failed (${code})` }, options)
        : apiErrors.unreachable({ host, reason: code || text }, options);
  }
}

type Options = { readonly cause: unknown; readonly details: ErrorDetails };

/** What went wrong before the proxy let anything through; null when it was not the proxy's part. */
function proxyTrouble(code: string, text: string, proxy: ShownProxy, options: Options): CodedError | null {
  const because = (reason: string): CodedError => apiErrors.proxy({ proxy: proxy.host, reason }, options);
  const tunnelStatus = /^Proxy response \((\d+)\)/.exec(text)?.[1];
  if (tunnelStatus === '407') return proxyWantsSignIn(proxy, options);
  if (tunnelStatus !== undefined) return because(`it answered ${tunnelStatus}`);
  if (code === 'UND_ERR_PRX_TLS') return because('its certificate belongs to another address');
  if (code.startsWith('UND_ERR_PRX')) return because('the connection to it broke');
  if (code === 'UND_ERR_HEADERS_TIMEOUT') return because('it does not answer');
  const opening = openingReasons[code];
  return opening === undefined ? null : because(`it cannot be reached (${opening})`);
}

function isTls(code: string): boolean {
  return code === 'EPROTO' || /^(ERR_SSL|ERR_TLS|CERT_|UNABLE_TO_|CRL_)/.test(code);
}
