import { environmentProxy, type ProxyFor } from '../../api/transport/proxy/environment-proxy.ts';
import { isLoopbackUrl, matchesException } from '../../api/transport/proxy/proxy-exceptions.ts';
import type { Log } from '../../base/log/log.ts';
import type { NetworkSettings } from '../../settings/settings-schema.ts';

/** Returns the operating system's proxy for a URL as `http://host:port`; null for none. */
export type SystemProxy = (url: URL) => Promise<string | null>;

/** Returns a function that selects the proxy for a URL by the current settings; null for loopback. */
export function createProxyChoice(deps: {
  readonly proxy: () => NetworkSettings['proxy'];
  readonly password: () => Promise<string | null>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly systemProxy: SystemProxy | undefined;
  readonly log: Log;
}): ProxyFor {
  const environment = environmentProxy(deps.environment);
  const system: SystemProxy = async (url) => {
    const asked = deps.systemProxy?.(url).catch((error: unknown) => {
      deps.log.warn('Could not read the proxy settings of the system', { host: url.host, error });
      return null;
    });
    return asked ?? null;
  };
  return async (url) => {
    const proxy = deps.proxy();
    if (isLoopbackUrl(url)) return null;
    switch (proxy.mode) {
      case 'none':
        return null;
      case 'environment':
        return environment(url);
      case 'system':
        return (await system(url)) ?? environment(url);
      case 'manual':
        if (proxy.url === null || matchesException(url, proxy.bypass)) return null;
        return withSignIn(proxy.url, proxy.userName, await deps.password());
    }
  };
}

function withSignIn(address: string, userName: string | null, password: string | null): string {
  if (userName === null) return address;
  const { protocol, host } = new URL(address);
  return `${protocol}//${encodeURIComponent(userName)}:${encodeURIComponent(password ?? '')}@${host}`;
}
