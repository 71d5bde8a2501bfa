import { lookup } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import { systemCode } from '../base/errors.ts';
import { serviceErrors } from './errors.ts';
import type { LocalAddress } from './service-view.ts';

export type Exposure = {
  /** Host for connections from this computer; IPv6 addresses in brackets. */
  readonly localName: string;
  /** True if the host is a wildcard address (`0.0.0.0` or `::`). */
  readonly allInterfaces: boolean;
  readonly exposed: boolean;
};

/** Throws `service/noHost` if the name cannot be resolved. */
export async function exposureOf(host: string): Promise<Exposure> {
  const { address, family } = await lookup(host).catch((error: Error) => {
    const reason = systemCode(error) ?? error.message;
    throw serviceErrors.noHost({ host, reason }, { cause: error, field: 'host' });
  });
  const allInterfaces = address === '0.0.0.0' || address === '::';
  const exposed = address !== '::1' && !address.startsWith('127.');
  const localName = family === 6 ? `[${address}]` : address;
  return { localName: allInterfaces ? '127.0.0.1' : localName, allInterfaces, exposed };
}

/** Returns the addresses of this computer that other computers may reach, IPv4 first. */
export function ownAddresses(interfaces = networkInterfaces()): readonly LocalAddress[] {
  const all = Object.entries(interfaces).flatMap(([network, addresses = []]) =>
    addresses
      .filter(({ internal, address }) => !internal && !/^(fe80:|169\.254\.)/i.test(address))
      .map(({ address, family }) => ({ network, address, family })),
  );
  return [
    ...all.filter(({ family }) => family === 'IPv4'),
    ...all.filter(({ family }) => family !== 'IPv4'),
  ].map(({ network, address }) => ({ network, address }));
}

/** Private networks (RFC 1918), the most common in homes and small offices first. */
const privateNetworks = [/^192\.168\./, /^10\./, /^172\.(1[6-9]|2\d|3[01])\./];

/** Interface names of virtual machines, containers and tunnels. */
const virtual =
  /^(docker|br-|veth|virbr|vmnet|vboxnet|utun|tun|tap|wg|tailscale|zt|vEthernet|VirtualBox|VMware)/i;

/** Returns private IPv4 addresses: physical networks before virtual ones, then by `privateNetworks`. */
export function lanAddresses(all = ownAddresses()): readonly LocalAddress[] {
  const rank = ({ network, address }: LocalAddress): number => {
    const index = privateNetworks.findIndex((each) => each.test(address));
    return virtual.test(network) ? index + privateNetworks.length : index;
  };
  return all
    .filter(({ address }) => privateNetworks.some((each) => each.test(address)))
    .toSorted((a, b) => rank(a) - rank(b));
}

/** Returns the address that phones in this computer's network use; null without a network. */
export function phoneAddress(all = ownAddresses()): string | null {
  return (lanAddresses(all)[0] ?? all[0])?.address ?? null;
}
