/** The operating system's proxy, through Chromium, which also runs the system's proxy script. */
import type { Session } from 'electron';
import type { Log } from '../../base/log/log.ts';
import type { SystemProxy } from '../../core/network/proxy-choice.ts';

/** The first usable entry of a list such as `PROXY one.example:3128; DIRECT`, and the entries that are not supported. */
export type ProxyList = {
  /** `http://host:port` or `https://host:port`; null for `DIRECT`, and where nothing usable is named. */
  readonly proxy: string | null;
  readonly unsupported: readonly string[];
};

const schemes: Readonly<Record<string, string>> = { PROXY: 'http', HTTP: 'http', HTTPS: 'https' };

/** Reads what proxy scripts and `session.resolveProxy` answer. */
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

/** Asks for every address anew: the answer changes with the network this computer is in. Use after Electron is ready. */
export function askSystemProxy(session: Pick<Session, 'resolveProxy'>, log: Log): SystemProxy {
  const said = new Set<string>();
  return async (url) => {
    const answer = await session.resolveProxy(url.href);
    const { proxy, unsupported } = readProxyList(answer);
    if (unsupported.length > 0 && !said.has(answer)) {
      said.add(answer);
      const used = proxy ?? 'none';
      log.warn('The system names proxies of a kind that is not supported, such as SOCKS', {
        unsupported,
        used,
      });
    }
    return proxy;
  };
}
