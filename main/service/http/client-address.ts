/** Who sent a request, also from behind proxies. Pure. */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/**
 * The address of the client as the nearest `proxyHops` proxies say: each adds the address it was asked from at the end
 * of `X-Forwarded-For`. What a client wrote there itself stands before that and counts for nothing. With 0, or where a
 * proxy names no address, it is the last one known for certain: that of the connection, or of the proxy before it.
 */
export function clientAddress({ headers, socket }: IncomingMessage, proxyHops: number): string {
  const named = [headers['x-forwarded-for'] ?? []].flat().join().split(',').toReversed();
  let known = withoutPort(socket.remoteAddress ?? '');
  for (const entry of named.slice(0, proxyHops)) {
    const address = withoutPort(entry.trim());
    if (isIP(address) === 0) break;
    known = address;
  }
  return known;
}

/** Some proxies name the port too, which is another one for each connection; IPv4 may be written as IPv6. */
function withoutPort(text: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/.exec(text) ?? [];
  return (bracketed ?? plain ?? text).toLowerCase().replace(/^::ffff:(?=[\d.]+$)/, '');
}
