import type { ProxyInfo } from './proxy/proxy.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export type HttpRequest = {
  readonly method: Method;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | AsyncIterable<Uint8Array>;
  readonly signal?: AbortSignal | undefined;
  /**
   * Longest time without data in either direction; there is no total limit. An upload is given up only if its
   * connection or its service is dead: a probe on another connection decides.
   */
  readonly idleTimeoutMs: number;
  /** Receives at intervals the bytes of the body that are not acknowledged; null if unknown. */
  readonly onUnacknowledged?: ((bytes: number | null) => void) | undefined;
  /** Called before each part of the body. If true, waits until everything before it is acknowledged. */
  readonly awaitsAcknowledgement?: (() => boolean) | undefined;
  /** If set, the body of a success is returned as `bytes`, of at most this length. */
  readonly maxBytes?: number;
};

export type HttpResponse = {
  readonly method: Method;
  readonly url: URL;
  readonly status: number;
  /** Proxy that the request went through; null if direct. */
  readonly proxy: ProxyInfo | null;
  /** Returns a header by its lower-case name, repeated ones joined; null if absent. */
  readonly header: (name: string) => string | null;
  /** Empty if `bytes` is set. */
  readonly text: string;
  /** Only for a success, if `longestBytes` is set. */
  readonly bytes?: Buffer;
  readonly requestId: string;
  /** Milliseconds since 1970 UTC, on this computer's clock. */
  readonly receivedAt: number;
};

export type Http = {
  /**
   * Sends one request; never follows redirects. Throws the transport errors of `api`, and `base/cancelled`.
   * Each request has exclusive use of its connection, so an abort or timeout discards unsent data. It may
   * reuse an idle connection. A request that changes something reuses only one that the service promised to
   * keep alive.
   */
  send(request: HttpRequest): Promise<HttpResponse>;
  close(): Promise<void>;
};
