import type { Dispatcher } from 'undici';
import type { Redactor } from '../../base/log/redact.ts';
import { apiErrors } from '../errors.ts';
import { createDials } from './dial.ts';
import { shownUrl } from './http.ts';
import type { Network } from './network.ts';
import { type ReadProxy, readProxy } from './proxy/proxy.ts';
import { createRoutes } from './routes.ts';
import { transportError } from './transport-error.ts';
import { unlessAborted } from './unless-aborted.ts';

export type SecureAnswer = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers' | 'body'>;

export type SecureGet = {
  /**
   * Returns any response but a redirect; the caller must read its body. Redirects are followed to https only.
   * Throws the transport errors of `api`, `api/notEncrypted` and `api/redirected`.
   */
  get(url: URL, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<SecureAnswer>;
  close(): Promise<void>;
};

const mostRedirects = 10;
const idleMs = 60_000;

/** Headers that are also sent to another host; others may be meant for the first host only. */
const harmless = /^(accept|cache-control|range)$/;

/** Sends Slipway's own requests, such as those for updates, over https with the network settings. */
export function createSecureGet({ network, redactor }: { network: Network; redactor: Redactor }): SecureGet {
  const routes = createRoutes(createDials(network));
  const ask = async (
    url: URL,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<SecureAnswer> => {
    if (url.protocol !== 'https:') throw apiErrors.notEncrypted({ host: url.host });
    let proxy: ReadProxy | null = null;
    try {
      const given = await network.proxyFor(url);
      proxy = given === null ? null : readProxy(given, redactor);
      const { dispatcher, ...route } = await routes.route(url, proxy);
      const all = { ...headers, 'user-agent': network.userAgent, ...route.headers };
      const timeouts = { headersTimeout: idleMs, bodyTimeout: idleMs };
      const asked = dispatcher.request({ ...route, ...timeouts, method: 'GET', headers: all, signal });
      return await unlessAborted(asked, signal);
    } catch (error) {
      throw transportError(error, { url, proxy }, { method: 'GET', url: shownUrl(url) });
    }
  };
  const get: SecureGet['get'] = async (first, given, signal) => {
    let [url, headers] = [first, given];
    for (let hop = 0; hop <= mostRedirects; hop += 1) {
      const answer = await ask(url, headers, signal);
      const { location } = answer.headers;
      if (answer.statusCode < 300 || answer.statusCode > 399 || typeof location !== 'string') return answer;
      await answer.body.dump();
      const next = new URL(location, url);
      if (next.origin !== url.origin) {
        headers = Object.fromEntries(Object.entries(headers).filter(([name]) => harmless.test(name)));
      }
      url = next;
    }
    throw apiErrors.redirected({ host: first.host, location: shownUrl(url) });
  };
  return { get, close: routes.destroy };
}
