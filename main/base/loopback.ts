import { isIP } from 'node:net';

/** Returns true if `name` is `localhost` or a loopback address; IPv6 may be in brackets. */
export function isLoopback(name: string): boolean {
  const host = name.replace(/^\[(.*)\]$/, '$1');
  const isAddress = host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
  return isAddress || host === 'localhost' || host.endsWith('.localhost');
}
