import { createSocket } from 'node:dgram';
import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Network } from '../../api/transport/network.ts';
import type { Lookup } from '../../api/transport/open-socket.ts';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log/log.ts';
import type { Account } from '../../settings/settings-schema.ts';
import type { UploadView } from '../../uploads/upload-view.ts';

/** A poll takes less than a millisecond; only hosts with waiting uploads are resolved. */
const intervalMs = 5_000;

/** A longer delay means that the computer slept or its clock was set; high load does not cause it. */
const maxDelayMs = 20_000;

/** Network state, read without sending packets to the hosts. */
export type NetworkState = {
  /** Returns all local addresses as one string; empty if they cannot be read. */
  readonly addresses: () => string;
  /** Returns the local addresses used to reach a host; null if the host has no address or no route. */
  readonly localAddressesFor: (host: string) => Promise<string | null>;
};

/**
 * Polls for changes that the system does not report: other local addresses, new routes, wake-ups. Returns a
 * function that stops polling.
 */
export function watchNetworkChanges(deps: {
  readonly clock: Clock;
  readonly log: Log;
  readonly state: NetworkState;
  readonly hosts: () => Promise<readonly string[]>;
  readonly onChange: () => void;
  readonly onWake: () => void;
}): () => void {
  const { clock, log, state } = deps;
  let addresses = state.addresses();
  let routes: ReadonlyMap<string, string | null> = new Map();
  let checkedAt = clock.now();
  let stopped = false;

  const hasChanged = async (): Promise<boolean> => {
    const [before, known] = [addresses, routes];
    addresses = state.addresses();
    const hosts = [...new Set(await deps.hosts())];
    routes = new Map(
      await Promise.all(hosts.map(async (host) => [host, await state.localAddressesFor(host)] as const)),
    );
    const isBack = [...routes].some(
      ([host, way]) => way !== null && way !== (known.get(host) ?? null) && known.has(host),
    );
    return isBack || addresses !== before;
  };
  const check = async (): Promise<void> => {
    const sleptMs = clock.now() - checkedAt - intervalMs;
    if (sleptMs > maxDelayMs) {
      log.info('The computer slept, or its clock was set', { seconds: Math.round(sleptMs / 1000) });
      deps.onWake();
    }
    if ((await hasChanged()) && !stopped) {
      log.info('Network changed or available again');
      deps.onChange();
    }
  };
  const poll = (): void => {
    check()
      .catch((error: unknown) => log.warn('Could not check the network', { error }))
      .finally(() => {
        checkedAt = clock.now();
        if (!stopped) cancel = clock.after(intervalMs, poll);
      });
  };
  let cancel = clock.after(intervalMs, poll);
  return () => {
    stopped = true;
    cancel();
  };
}

export function systemNetworkState(lookup: Lookup): NetworkState {
  const addressesOf = (host: string): Promise<readonly LookupAddress[]> =>
    new Promise((resolve) => {
      const family = isIP(host);
      if (family !== 0) resolve([{ address: host, family }]);
      else lookup(host, { all: true }, (error, found) => resolve(error ? [] : found));
    });
  return {
    addresses: () => {
      try {
        const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
        return all
          .map(({ address }) => address)
          .sort()
          .join(' ');
      } catch {
        return '';
      }
    },
    localAddressesFor: async (host) => {
      const locals = await Promise.all((await addressesOf(host.replace(/^\[|\]$/g, ''))).map(localAddress));
      const found = new Set(locals.filter((local) => local !== null));
      return found.size === 0 ? null : [...found].sort().join(' ');
    },
  };
}

/** Returns the source address of the route to an address; null without a route. */
function localAddress({ address, family }: LookupAddress): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = createSocket(family === 6 ? 'udp6' : 'udp4');
    const end = (local: string | null): void => {
      resolve(local);
      socket.close();
    };
    socket.once('error', () => end(null));
    // Connecting a datagram socket selects a route without sending a packet.
    socket.connect(9, address, (error?: Error) => end(error ? null : socket.address().address));
  });
}

/** Returns the hosts, or their proxies, of uploads that wait after a network error. */
export async function hostsOfWaitingUploads(
  uploads: readonly UploadView[],
  accounts: readonly Account[],
  { proxyFor }: Pick<Network, 'proxyFor'>,
): Promise<readonly string[]> {
  const ids = new Set(uploads.filter(waitsForNetwork).map(({ accountId }) => accountId));
  const addresses = accounts
    .filter(({ id }) => ids.has(id))
    .flatMap(({ baseUrl, authUrl }) => [baseUrl, authUrl])
    .filter((address) => URL.canParse(address))
    .map((address) => new URL(address));
  return Promise.all(
    addresses.map(async (address) => {
      const proxy = await proxyFor(address);
      return (proxy !== null && URL.canParse(proxy) ? new URL(proxy) : address).hostname;
    }),
  );
}

function waitsForNetwork({ state, failure }: UploadView): boolean {
  return state === 'retrying' && failure?.remedy === 'check-network';
}
