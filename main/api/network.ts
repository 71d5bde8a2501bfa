import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { environmentProxy, type ProxyFor } from './environment-proxy.ts';
import type { Pace } from './pace.ts';

/** How this computer reaches the outside; one for all accounts. */
export type Network = {
  readonly proxyFor: ProxyFor;
  /** What TLS trusts: the certificates Node brings, the system's, and extra ones. Made when first needed. */
  readonly secureContext: () => SecureContext;
  /** Holds uploads back to a bandwidth; null sends as fast as the line allows. */
  readonly pace: Pace | null;
};

export type NetworkOptions = {
  /** Defaults to HTTP_PROXY, HTTPS_PROXY and NO_PROXY. */
  readonly proxyFor?: ProxyFor;
  /** PEM texts to trust besides the system's. */
  readonly certificates?: readonly string[];
  readonly pace?: Pace;
};

export function createNetwork(options: NetworkOptions = {}): Network {
  let context: SecureContext | null = null;
  return {
    proxyFor: options.proxyFor ?? environmentProxy(process.env),
    secureContext: () => {
      context ??= createSecureContext({ ca: trusted(options.certificates ?? []) });
      return context;
    },
    pace: options.pace ?? null,
  };
}

function trusted(extra: readonly string[]): string[] {
  return [...new Set([...getCACertificates('default'), ...getCACertificates('system'), ...extra])];
}
