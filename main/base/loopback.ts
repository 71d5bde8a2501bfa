import { isIP } from 'node:net';

/** True if a host, as in an address, is this computer by its name or address. */
export function isLoopback(name: string): boolean {
  const host = name.replace(/^\[(.*)\]$/, '$1');
  const isAddress = host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
  return isAddress || host === 'localhost' || host.endsWith('.localhost');
}
