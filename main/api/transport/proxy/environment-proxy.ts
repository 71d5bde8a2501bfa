/** Reads the proxy for an address from HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY. Pure. */
import { isLoopbackUrl, matchesException, parseExceptions } from './proxy-exceptions.ts';

/** Returns the address of a proxy, with credentials if it needs them; null for a direct connection. */
export type ProxyFor = (url: URL) => string | null | Promise<string | null>;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Prefers lower-case names. Reads NO_PROXY like curl, with suffixes, `*` and ports. Loopback addresses never
 * use a proxy.
 */
export function environmentProxy(environment: Environment): (url: URL) => string | null {
  const read = (name: string): string => environment[name] || environment[name.toUpperCase()] || '';
  return (url) => {
    const proxy = read(url.protocol === 'https:' ? 'https_proxy' : 'http_proxy') || read('all_proxy');
    if (proxy === '' || isLoopbackUrl(url) || matchesException(url, parseExceptions(read('no_proxy'))))
      return null;
    return proxy.includes('://') ? proxy : `http://${proxy}`;
  };
}
