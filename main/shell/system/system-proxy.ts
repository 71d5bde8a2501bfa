/** The system's proxy through Chromium, which also runs PAC scripts. */
import type { Session } from 'electron';
import type { Log } from '../../base/log/log.ts';
import type { SystemProxy } from '../../core/network/proxy-choice.ts';

/** The first usable entry of `PROXY one.example:3128; DIRECT`, and the unsupported entries before it. */
export type ProxyList = {
  /** `http://host:port` or `https://host:port`; null for `DIRECT`, or if no entry is usable. */
  readonly proxy: string | null;
  readonly unsupported: readonly string[];
};

const schemes: Readonly<Record<string, string>> = { PROXY: 'http', HTTP: 'http', HTTPS: 'https' };

/** Parses the result of a PAC script or `session.resolveProxy`. */
export function readProxyList(text: string): ProxyList {
  const unsupported: string[] = [];
  for (const entry of text.split(';').map((part) => part.trim())) {
    if (entry === '') continue;
    const [kind = '', address = ''] = entry.split(/\s+/);
    if (kind.toUpperCase() === 'DIRECT') return { proxy: null, unsupported };
    const scheme = schemes[kind.toUpperCase()];
    const url = `${scheme}://${address}`;
    if (scheme !== undefined && isHost(url)) return { proxy: url, unsupported };
    unsupported.push(entry);
  }
  return { proxy: null, unsupported };
}

function isHost(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { origin, href } = new URL(url);
  return href === `${origin}/`;
}

/** Resolves the proxy for each request, as it changes with the network. Requires Electron to be ready. */
export function systemProxyResolver(session: Pick<Session, 'resolveProxy'>, log: Log): SystemProxy {
  const logged = new Set<string>();
  return async (url) => {
    const answer = await session.resolveProxy(url.href);
    const { proxy, unsupported } = readProxyList(answer);
    if (unsupported.length > 0 && !logged.has(answer)) {
      logged.add(answer);
      const used = proxy ?? 'none';
      log.warn('The system is configured with an unsupported kind of proxy, such as SOCKS', {
        unsupported,
        used,
      });
    }
    return proxy;
  };
}
