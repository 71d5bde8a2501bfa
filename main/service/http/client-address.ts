/** Who sent a request, also from behind proxies. Pure. */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

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

/**
 * Returns the key under which everything that is limited per client is counted: an IPv4 address, or the /64 of an IPv6
 * address, because one client chooses freely within its /64. Other text is returned unchanged.
 */
export function clientKey(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}

/** Whether an address is one of this computer, which per-client limits do not apply to. */
export function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

/** Some proxies name the port too, which is another one for each connection; IPv4 may be written as IPv6. */
function withoutPort(text: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/.exec(text) ?? [];
  return (bracketed ?? plain ?? text).toLowerCase().replace(/^::ffff:(?=[\d.]+$)/, '');
}
