import type { ProxyInfo } from './proxy/proxy.ts';

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

export type HttpRequest = {
  readonly method: Method;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | AsyncIterable<Uint8Array>;
  readonly signal?: AbortSignal | undefined;
  /**
   * Maximum milliseconds without data in either direction. A slow upload may exceed it: it is aborted only if
   * a probe shows that the connection or the service is dead.
   */
  readonly idleTimeoutMs: number;
  /** Called periodically with the number of unacknowledged body bytes; null if unknown. */
  readonly onUnacknowledged?: ((bytes: number | null) => void) | undefined;
  /** Called before each part of the body. Returns true if the part must wait for earlier acknowledgements. */
  readonly awaitsAcknowledgement?: (() => boolean) | undefined;
  /** If set, a successful body is returned as `bytes`, of at most this length. */
  readonly maxBytes?: number;
};

export type HttpResponse = {
  readonly method: Method;
  readonly url: URL;
  readonly status: number;
  /** Proxy that the request went through; null if direct. */
  readonly proxy: ProxyInfo | null;
  /** Returns a header by its lower-case name, with repeated headers joined; null if absent. */
  readonly header: (name: string) => string | null;
  /** Empty if `bytes` is set. */
  readonly text: string;
  /** Body of a successful response, if `maxBytes` is set. */
  readonly bytes?: Buffer;
  readonly requestId: string;
  /** Milliseconds since 1970 UTC, on this computer's clock. */
  readonly receivedAt: number;
};

export type Http = {
  /**
   * Sends one request; never follows redirects. Throws the transport errors of `api`, and `base/cancelled`.
   * Requests never share a connection, so an abort discards unsent data.
   */
  send(request: HttpRequest): Promise<HttpResponse>;
  close(): Promise<void>;
};
