/** Which proxy HTTP_PROXY, HTTPS_PROXY and NO_PROXY name for an address. Pure. */
import { isExcepted, isThisComputer, listExceptions } from './proxy-exceptions.ts';

/** A proxy's address, with user and password if it needs them; null goes straight to the service. */
export type ProxyFor = (url: URL) => string | null | Promise<string | null>;

type Environment = Readonly<Record<string, string | undefined>>;

/** As curl reads them: small letters first, NO_PROXY with suffixes, `*` and ports. This computer itself needs none. */
export function environmentProxy(environment: Environment): (url: URL) => string | null {
  const read = (name: string): string => environment[name] || environment[name.toUpperCase()] || '';
  return (url) => {
    const proxy = read(url.protocol === 'https:' ? 'https_proxy' : 'http_proxy') || read('all_proxy');
    if (proxy === '' || isThisComputer(url) || isExcepted(url, listExceptions(read('no_proxy')))) return null;
    return proxy.includes('://') ? proxy : `http://${proxy}`;
  };
}
