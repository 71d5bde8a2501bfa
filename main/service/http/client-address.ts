import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Returns the client address: the entry of `X-Forwarded-For` that the farthest of `proxyHops` trusted proxies
 * appended. Earlier entries could be forged. Falls back to the last trusted address.
 */
export function clientAddress({ headers, socket }: IncomingMessage, proxyHops: number): string {
  const named = [headers['x-forwarded-for'] ?? []].flat().join().split(',').toReversed();
  let trusted = withoutPort(socket.remoteAddress ?? '');
  for (const entry of named.slice(0, proxyHops)) {
    const address = withoutPort(entry.trim());
    if (isIP(address) === 0) break;
    trusted = address;
  }
  return trusted;
}

/** Returns an IPv4 address, or the /64 of an IPv6 address, which one client may control completely. */
export function clientKey(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}

export function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

/** Removes the port that some proxies append, and converts IPv4-mapped IPv6 addresses to IPv4. */
function withoutPort(text: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/.exec(text) ?? [];
  return (bracketed ?? plain ?? text).toLowerCase().replace(/^::ffff:(?=[\d.]+$)/, '');
}
