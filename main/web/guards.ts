/**
 * Rejects requests to the loopback server from other sites. Any web page can send requests to 127.0.0.1, and
 * DNS rebinding can point another host name there, so both Host and Origin are checked. Pure.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { CodedError } from '../base/errors.ts';
import { contentSecurityPolicy } from '../base/page-files.ts';
import { webErrors } from '../bridge/http/errors.ts';

export type RequestInfo = {
  readonly method: string;
  readonly headers: Pick<IncomingHttpHeaders, 'host' | 'origin'> & { readonly 'sec-fetch-site'?: unknown };
  /** True for the bridge; false for the public files of the page. */
  readonly private: boolean;
};

export const securityHeaders = new Headers({
  'Content-Security-Policy': contentSecurityPolicy("connect-src 'self'"),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
});

const names = ['127.0.0.1', 'localhost'] as const;

/** Returns why a request is rejected; null if allowed. `port` is the port of the server. */
export function rejection(facts: RequestInfo, port: number): CodedError | null {
  const host = facts.headers.host?.toLowerCase();
  if (!names.some((name) => host === `${name}:${port}`)) return webErrors.foreignHost({});
  if (!facts.private) return null;
  const { origin } = facts.headers;
  if (origin === undefined ? facts.method !== 'GET' : origin !== `http://${host}`) {
    return webErrors.foreignOrigin({});
  }
  const site = facts.headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin' ? null : webErrors.foreignOrigin({});
}
