import type { Redactor } from '../../../base/log/redact.ts';
import { type Message, messageOf } from '../../../messages/message.ts';
import { apiErrors } from '../../errors.ts';

/** A proxy on the way to a service, as far as it may be told. */
export type ShownProxy = {
  readonly host: string;
  /** Whether a user name and password are sent to it. */
  readonly signsIn: boolean;
};

export type ReadProxy = ShownProxy & {
  /** Tells proxies and sign-ins apart; holds the password. */
  readonly key: string;
  readonly origin: string;
  /** Value of `Proxy-Authorization`; null without a sign-in. */
  readonly authorization: string | null;
};

/** What a request was sent to, for messages: the service's host, and the proxy it was asked through. */
export function shownHost(url: URL, proxy: ShownProxy | null): string | Message {
  return proxy === null ? url.host : messageOf('network/throughProxy', { host: url.host, proxy: proxy.host });
}

/** Reads `http://user:password@host:port`; its secrets are registered. Throws `api/proxyAddress`. */
export function readProxy(given: string, redactor: Redactor): ReadProxy {
  // Only what follows the user and password may be shown.
  const unusable = () => apiErrors.proxyAddress({ proxy: given.slice(given.lastIndexOf('@') + 1) });
  if (!URL.canParse(given)) throw unusable();
  const url = new URL(given);
  // What follows the host is most likely the end of a password with a `/` in it.
  if (!/^https?:$/.test(url.protocol) || !/^\/?$/.test(url.pathname + url.search + url.hash))
    throw unusable();
  const { href: key, origin, host } = url;
  if (url.username === '') return { key, origin, host, signsIn: false, authorization: null };
  const [user, password] = [decoded(url.username), decoded(url.password)];
  const encoded = Buffer.from(`${user}:${password}`).toString('base64');
  redactor.add(password);
  redactor.add(encoded);
  return { key, origin, host, signsIn: true, authorization: `Basic ${encoded}` };
}

/** What cannot be decoded stands for itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
