/** Proxy exceptions: addresses reached without a proxy. Pure. */
import { BlockList, isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { isLoopback } from '../../../base/loopback.ts';

export function isLoopbackUrl(url: URL): boolean {
  return isLoopback(normaliseHost(url.hostname));
}

export function parseExceptions(text: string): readonly string[] {
  return text.split(/[\s,;]+/).filter((entry) => entry !== '');
}

/**
 * Matches a host with its subdomains (`example.org`, `.example.org`, `*.example.org`), an IP address, or a
 * network (`10.0.0.0/8`), each with an optional port; `*` matches all.
 */
export function matchesException(url: URL, entries: readonly string[]): boolean {
  const host = normaliseHost(url.hostname);
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return entries.some((entry) => {
    const { name, onlyPort } = readEntry(entry);
    if (onlyPort !== null && onlyPort !== port) return false;
    const suffix = normaliseHost(name).replace(/^\*?\./, '');
    const ascii = domainToASCII(suffix) || suffix;
    return suffix === '*' || host === ascii || host.endsWith(`.${ascii}`) || isInNetwork(host, name);
  });
}

const hostName = /^(\*|(\*?\.)?[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)*\.?)$/u;

/** Returns false for an entry that can never match, such as one with a scheme or a path. */
export function isValidException(entry: string): boolean {
  const { name, onlyPort } = readEntry(entry);
  if (onlyPort !== null && Number(onlyPort) > 65_535) return false;
  return hostName.test(name) || isIP(normaliseHost(name)) !== 0 || networkOf(name) !== null;
}

function readEntry(entry: string): { readonly name: string; readonly onlyPort: string | null } {
  const [, name = entry, onlyPort = null] = /^(\[[^\]]+\]|[^:]*)(?::(\d+))?$/.exec(entry) ?? [];
  return { name, onlyPort };
}

type Family = 'ipv4' | 'ipv6';

function familyOf(address: string): Family | null {
  const family = isIP(address);
  if (family === 0) return null;
  return family === 6 ? 'ipv6' : 'ipv4';
}

function networkOf(
  name: string,
): { readonly base: string; readonly bits: number; readonly family: Family } | null {
  const [, base = '', digits = ''] = /^(.+)\/(\d{1,3})$/.exec(name) ?? [];
  const family = familyOf(base);
  const bits = Number(digits);
  return family === null || bits > (family === 'ipv6' ? 128 : 32) ? null : { base, bits, family };
}

function isInNetwork(host: string, name: string): boolean {
  const network = networkOf(name);
  if (network === null || familyOf(host) !== network.family) return false;
  const list = new BlockList();
  list.addSubnet(network.base, network.bits, network.family);
  return list.check(host, network.family);
}

function normaliseHost(host: string): string {
  return host
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase();
}
