import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Network } from './network.ts';
import type { Lookup } from './open-socket.ts';

/**
 * Returns a network that connects only to public addresses, so that a service cannot use it to reach the
 * computer's own network (SSRF). Addresses are checked after name resolution. A proxy resolves names itself,
 * by its own rules.
 */
export function publicNetwork(network: Network): Network {
  const proxyHosts = new Set<string>();
  const lookup: Lookup = (name, options, done) => {
    if (proxyHosts.has(name)) return network.lookup(name, options, done);
    return network.lookup(name, options, (error, addresses = []) => {
      const allowed = addresses.filter(({ address }) => isPublic(address));
      if (error || allowed.length > 0) return done(error, allowed);
      return done(Object.assign(new Error(`${name} is not a public address`), { code: 'EACCES' }), []);
    });
  };
  return {
    ...network,
    lookup,
    proxyFor: async (url) => {
      const proxy = await network.proxyFor(url);
      if (proxy !== null) proxyHosts.add(new URL(proxy).hostname);
      return proxy;
    },
  };
}

/** Returns false for an IP address in a private, local or reserved network. Names are checked later. */
export function mayBePublic(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1');
  return isIP(address) === 0 || isPublic(address);
}

function isPublic(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}
