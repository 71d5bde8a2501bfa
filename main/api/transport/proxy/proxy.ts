import type { Redactor } from '../../../base/log/redact.ts';
import { type Message, messageOf } from '../../../messages/message.ts';
import { apiErrors } from '../../errors.ts';

/** Proxy on the way to a service, without secrets. */
export type ProxyInfo = {
  readonly host: string;
  /** True if the proxy receives a user name and a password. */
  readonly hasCredentials: boolean;
};

export type ParsedProxy = ProxyInfo & {
  /** Identifies the proxy and its credentials; contains the password. */
  readonly key: string;
  readonly origin: string;
  /** Value of `Proxy-Authorization`; null without credentials. */
  readonly authorization: string | null;
};

/** Returns the service's host for messages, with the proxy if there is one. */
export function displayHost(url: URL, proxy: ProxyInfo | null): string | Message {
  return proxy === null ? url.host : messageOf('network/throughProxy', { host: url.host, proxy: proxy.host });
}

/** Parses `http://user:password@host:port` and redacts its secrets in logs. Throws `api/proxyAddress`. */
export function parseProxy(given: string, redactor: Redactor): ParsedProxy {
  // Only the part after the user and password may be shown.
  const unusable = () => apiErrors.proxyAddress({ proxy: given.slice(given.lastIndexOf('@') + 1) });
  if (!URL.canParse(given)) throw unusable();
  const url = new URL(given);
  // Text after the host is most likely the end of a password that contains `/`.
  if (!/^https?:$/.test(url.protocol) || !/^\/?$/.test(url.pathname + url.search + url.hash))
    throw unusable();
  const { href: key, origin, host } = url;
  if (url.username === '') return { key, origin, host, hasCredentials: false, authorization: null };
  const [user, password] = [decodeText(url.username), decodeText(url.password)];
  const encoded = Buffer.from(`${user}:${password}`).toString('base64');
  redactor.add(password);
  redactor.add(encoded);
  return { key, origin, host, hasCredentials: true, authorization: `Basic ${encoded}` };
}

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
