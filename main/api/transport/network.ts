import { lookup } from 'node:dns';
import type { SecureContext } from 'node:tls';
import { type Authorities, contextTrusting, readAuthorities } from '../../base/authorities.ts';
import type { Throttle } from '../upload/bandwidth.ts';
import type { Lookup } from './open-socket.ts';
import { environmentProxy, type ProxyFor } from './proxy/environment-proxy.ts';
import { type SendQueues, systemSendQueues } from './send-queue.ts';

/** How this computer reaches the outside; one for all accounts. Asked anew for every request, so a change counts at once. */
export type Network = {
  readonly proxyFor: ProxyFor;
  /** What TLS trusts: the certificates Node brings, the system's, and extra ones. The same while these stay the same. */
  readonly secureContext: () => Promise<SecureContext>;
  readonly lookup: Lookup;
  /** How long opening a connection may take, TLS included. */
  readonly connectTimeoutMs: () => number;
  /** What requests say they come from. */
  readonly userAgent: string;
  /** Holds uploads back to a bandwidth; null sends as fast as the line allows. */
  readonly throttle: Throttle | null;
  readonly sendQueues: SendQueues;
};

export type NetworkOptions = {
  /** Defaults to HTTP_PROXY, HTTPS_PROXY and NO_PROXY. */
  readonly proxyFor?: ProxyFor;
  /** PEM texts to trust besides the system's; the same array as long as they stay the same. */
  readonly certificates?: () => Promise<readonly string[]>;
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
  let made: { readonly extra: readonly string[]; readonly context: SecureContext } | null = null;
  let authorities: Promise<Authorities> | null = null;
  const none: readonly string[] = [];
  return {
    proxyFor: options.proxyFor ?? environmentProxy(process.env),
    secureContext: async () => {
      const extra = (await options.certificates?.()) ?? none;
      authorities ??= readAuthorities();
      const known = await authorities;
      if (made?.extra !== extra) made = { extra, context: contextTrusting(known, extra) };
      return made.context;
    },
    lookup: options.lookup ?? lookup,
    connectTimeoutMs: options.connectTimeoutMs ?? (() => usualConnectTimeoutMs),
    userAgent: options.userAgent ?? 'Slipway',
    throttle: options.throttle ?? null,
    sendQueues: options.sendQueues ?? systemSendQueues(),
  };
}
