/** Which proxy HTTP_PROXY, HTTPS_PROXY and NO_PROXY name for an address. Pure. */

/** A proxy's address, with user and password if it needs them; null goes straight to the service. */
export type ProxyFor = (url: URL) => string | null | Promise<string | null>;

type Environment = Readonly<Record<string, string | undefined>>;

/** As curl reads them: small letters first, NO_PROXY with suffixes, `*` and ports. This computer itself needs none. */
export function environmentProxy(environment: Environment): ProxyFor {
  const read = (name: string): string => environment[name] || environment[name.toUpperCase()] || '';
  return (url) => {
    const proxy = read(url.protocol === 'https:' ? 'https_proxy' : 'http_proxy') || read('all_proxy');
    if (proxy === '' || isThisComputer(url) || isExcepted(url, read('no_proxy'))) return null;
    return proxy.includes('://') ? proxy : `http://${proxy}`;
  };
}

function isThisComputer(url: URL): boolean {
  const host = bareHost(url.hostname);
  return host === 'localhost' || host.endsWith('.localhost') || host === '::1' || /^127\./.test(host);
}

function isExcepted(url: URL, exceptions: string): boolean {
  const host = bareHost(url.hostname);
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return exceptions
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      const [, name = '', onlyPort] = /^(\[[^\]]+\]|[^:]*|.*:.*:.*?)(?::(\d+))?$/.exec(entry) ?? [];
      if (onlyPort !== undefined && onlyPort !== port) return false;
      const suffix = bareHost(name).replace(/^\*?\./, '');
      return suffix === '*' || host === suffix || host.endsWith(`.${suffix}`);
    });
}

function bareHost(host: string): string {
  return host
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase();
}
