import type { Dispatcher } from 'undici';
import type { Redactor } from '../../base/log/redact.ts';
import { apiErrors } from '../errors.ts';
import { createDials } from './dial.ts';
import { displayUrl } from './http.ts';
import type { Network } from './network.ts';
import { type ParsedProxy, parseProxy } from './proxy/proxy.ts';
import { createRoutes } from './routes.ts';
import { transportError } from './transport-error.ts';
import { unlessAborted } from './unless-aborted.ts';

export type SecureResponse = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers' | 'body'>;

export type SecureGet = {
  /**
   * The caller must read the body. Follows redirects to https only. Throws the transport errors of `api`,
   * `api/notEncrypted` and `api/redirected`.
   */
  get(url: URL, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<SecureResponse>;
  close(): Promise<void>;
};

const maxRedirects = 10;
const idleMs = 60_000;

/** Headers kept on a redirect to another origin. Others may be meant for the first origin only. */
const crossOriginHeaders = /^(accept|cache-control|range)$/;

/** Creates a client for Slipway's own requests, such as updates: https only, with the network settings. */
export function createSecureGet({ network, redactor }: { network: Network; redactor: Redactor }): SecureGet {
  const routes = createRoutes(createDials(network));
  const request = async (
    url: URL,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<SecureResponse> => {
    if (url.protocol !== 'https:') throw apiErrors.notEncrypted({ host: url.host });
    let proxy: ParsedProxy | null = null;
    try {
      const given = await network.proxyFor(url);
      proxy = given === null ? null : parseProxy(given, redactor);
      const { dispatcher, ...route } = await routes.route(url, proxy);
      const all = { ...headers, 'user-agent': network.userAgent, ...route.headers };
      const timeouts = { headersTimeout: idleMs, bodyTimeout: idleMs };
      const pending = dispatcher.request({ ...route, ...timeouts, method: 'GET', headers: all, signal });
      return await unlessAborted(pending, signal);
    } catch (error) {
      throw transportError(error, { url, proxy }, { method: 'GET', url: displayUrl(url) });
    }
  };
  const get: SecureGet['get'] = async (first, given, signal) => {
    let [url, headers] = [first, given];
    for (let hop = 0; hop <= maxRedirects; hop += 1) {
      const answer = await request(url, headers, signal);
      const { location } = answer.headers;
      if (answer.statusCode < 300 || answer.statusCode > 399 || typeof location !== 'string') return answer;
      await answer.body.dump();
      const next = new URL(location, url);
      if (next.origin !== url.origin) {
        headers = Object.fromEntries(
          Object.entries(headers).filter(([name]) => crossOriginHeaders.test(name)),
        );
      }
      url = next;
    }
    throw apiErrors.redirected({ host: first.host, location: displayUrl(url) });
  };
  return { get, close: routes.destroy };
}
