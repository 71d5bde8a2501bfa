import { lookup } from 'node:dns';
import type { SecureContext } from 'node:tls';
import { isDeepStrictEqual } from 'node:util';
import type { Authorities } from '../../base/authorities.ts';
import type { Throttle } from './bandwidth.ts';
import type { Lookup } from './open-socket.ts';
import { environmentProxy, type ProxyFor } from './proxy/environment-proxy.ts';
import { type SendQueues, systemSendQueues } from './send-queue.ts';

/** This computer's network settings, shared by all accounts. Read again for every request. */
export type Network = {
  readonly proxyFor: ProxyFor;
  /** Returns the TLS trust for an address; the same object until it changes. */
  readonly trust: (url: URL) => Promise<Trust>;
  readonly lookup: Lookup;
  /** Milliseconds to open a connection, including TLS. */
  readonly connectTimeoutMs: () => number;
  readonly userAgent: string;
  /** Limits upload bandwidth; null for no limit. */
  readonly throttle: Throttle | null;
  readonly sendQueues: SendQueues;
};

/** TLS trust for an address. Defaults to Node's, the system's and additional certificates. */
export type Trust = {
  readonly context: SecureContext;
  /** Name that the certificate must have; null for the host of the address. */
  readonly serverName: string | null;
};

/** Certificates (PEM) that replace all others for an address; `serverName` as in `Trust`. */
export type PinnedTrust = { readonly certificates: string; readonly serverName: string | null };

export type NetworkOptions = {
  /** Defaults to HTTP_PROXY, HTTPS_PROXY and NO_PROXY. */
  readonly proxyFor?: ProxyFor;
  /** Additional trusted certificates (PEM); must return the same array until they change. */
  readonly certificates?: () => Promise<readonly string[]>;
  /** Returns the trust that replaces the default for an address; null for the default. */
  readonly pinnedTrust?: (url: URL) => Promise<PinnedTrust | null>;
  readonly lookup?: Lookup;
  readonly connectTimeoutMs?: () => number;
  readonly throttle?: Throttle;
  readonly sendQueues?: SendQueues;
  readonly userAgent?: string;
};

const defaultConnectTimeoutMs = 15_000;

export function createNetwork(options: NetworkOptions = {}): Network {
  let defaultTrust: { readonly extra: readonly string[]; readonly trust: Trust } | null = null;
  let pinned: { readonly of: PinnedTrust; readonly trust: Trust } | null = null;
  let authorities: Promise<Authorities> | null = null;
  const none: readonly string[] = [];
  return {
    proxyFor: options.proxyFor ?? environmentProxy(process.env),
    trust: async (url) => {
      // TLS is loaded on first use. No await follows the cache lookup, so that requests share a context.
      const tls = await import('../../base/authorities.ts');
      const of = (await options.pinnedTrust?.(url)) ?? null;
      if (of !== null) {
        const { certificates, serverName } = of;
        if (pinned === null || !isDeepStrictEqual(pinned.of, of))
          pinned = { of, trust: { context: tls.contextTrustingOnly(certificates), serverName } };
        return pinned.trust;
      }
      const extra = (await options.certificates?.()) ?? none;
      authorities ??= tls.readAuthorities();
      const ownAuthorities = await authorities;
      if (defaultTrust?.extra !== extra)
        defaultTrust = {
          extra,
          trust: { context: tls.contextTrusting(ownAuthorities, extra), serverName: null },
        };
      return defaultTrust.trust;
    },
    lookup: options.lookup ?? lookup,
    connectTimeoutMs: options.connectTimeoutMs ?? (() => defaultConnectTimeoutMs),
    userAgent: options.userAgent ?? 'Slipway',
    throttle: options.throttle ?? null,
    sendQueues: options.sendQueues ?? systemSendQueues(),
  };
}
