import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Network } from './network.ts';
import type { Lookup } from './open-socket.ts';

/**
 * Returns the network for addresses that a service names on other hosts: it connects only to public ones, so that a
 * service cannot have this computer ask others in its own network. Checked when connecting, after names were resolved.
 * A proxy resolves names itself, by its own rules.
 */
export function publicNetwork(network: Network): Network {
  const proxyHosts = new Set<string>();
  const lookup: Lookup = (name, options, done) => {
    if (proxyHosts.has(name)) return network.lookup(name, options, done);
    return network.lookup(name, options, (error, addresses = []) => {
      const allowed = addresses.filter(({ address }) => isPublic(address));
      if (error || allowed.length > 0) return done(error, allowed);
      return done(Object.assign(new Error(`${name} is no public address`), { code: 'EACCES' }), []);
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

/** True unless the host is an address of a private, local or reserved network. Names are resolved later. */
export function mayBePublic(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1');
  return isIP(address) === 0 || isPublic(address);
}

function isPublic(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}
