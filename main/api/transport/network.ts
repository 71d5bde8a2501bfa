import { lookup } from 'node:dns';
import type { SecureContext } from 'node:tls';
import { isDeepStrictEqual } from 'node:util';
import type { Authorities } from '../../base/authorities.ts';
import type { Throttle } from './bandwidth.ts';
import type { Lookup } from './open-socket.ts';
import { environmentProxy, type ProxyFor } from './proxy/environment-proxy.ts';
import { type SendQueues, systemSendQueues } from './send-queue.ts';

/** How this computer reaches the outside; one for all accounts. Asked anew for every request, so a change counts at once. */
export type Network = {
  readonly proxyFor: ProxyFor;
  /** What TLS trusts at an address. The same while it stays the same. */
  readonly trust: (url: URL) => Promise<Trust>;
  readonly lookup: Lookup;
  /** How long opening a connection may take, TLS included. */
  readonly connectTimeoutMs: () => number;
  /** What requests say they come from. */
  readonly userAgent: string;
  /** Holds uploads back to a bandwidth; null sends as fast as the line allows. */
  readonly throttle: Throttle | null;
  readonly sendQueues: SendQueues;
};

/** Usually the certificates Node brings, the system's, and extra ones. */
export type Trust = {
  readonly context: SecureContext;
  /** The name a certificate has to be for, where that is not the host of the address. */
  readonly serverName: string | null;
};

/** The only certificates, PEM, that are trusted at an address, with a name as in `Trust`. */
export type OnlyTrust = { readonly certificates: string; readonly serverName: string | null };

export type NetworkOptions = {
  /** Defaults to HTTP_PROXY, HTTPS_PROXY and NO_PROXY. */
  readonly proxyFor?: ProxyFor;
  /** PEM texts to trust besides the system's; the same array as long as they stay the same. */
  readonly certificates?: () => Promise<readonly string[]>;
  /** What is trusted at an address instead; null where nothing is. */
  readonly onlyTrust?: (url: URL) => Promise<OnlyTrust | null>;
  /** Defaults to the system's. */
  readonly lookup?: Lookup;
  readonly connectTimeoutMs?: () => number;
  readonly throttle?: Throttle;
  /** Defaults to the system's. */
  readonly sendQueues?: SendQueues;
  readonly userAgent?: string;
};

const usualConnectTimeoutMs = 15_000;

export function createNetwork(options: NetworkOptions = {}): Network {
  let made: { readonly extra: readonly string[]; readonly trust: Trust } | null = null;
  let only: { readonly of: OnlyTrust; readonly trust: Trust } | null = null;
  let authorities: Promise<Authorities> | null = null;
  const none: readonly string[] = [];
  return {
    proxyFor: options.proxyFor ?? environmentProxy(process.env),
    trust: async (url) => {
      // Loaded when TLS is first met, and before the look at what is known: two requests at once share it.
      const tls = await import('../../base/authorities.ts');
      const of = (await options.onlyTrust?.(url)) ?? null;
      if (of !== null) {
        const { certificates, serverName } = of;
        if (only === null || !isDeepStrictEqual(only.of, of))
          only = { of, trust: { context: tls.contextTrustingOnly(certificates), serverName } };
        return only.trust;
      }
      const extra = (await options.certificates?.()) ?? none;
      authorities ??= tls.readAuthorities();
      const known = await authorities;
      if (made?.extra !== extra)
        made = { extra, trust: { context: tls.contextTrusting(known, extra), serverName: null } };
      return made.trust;
    },
    lookup: options.lookup ?? lookup,
    connectTimeoutMs: options.connectTimeoutMs ?? (() => usualConnectTimeoutMs),
    userAgent: options.userAgent ?? 'Slipway',
    throttle: options.throttle ?? null,
    sendQueues: options.sendQueues ?? systemSendQueues(),
  };
}
