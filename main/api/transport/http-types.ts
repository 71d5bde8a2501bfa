import type { ProxyInfo } from './proxy/proxy.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export type HttpRequest = {
  readonly method: Method;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | AsyncIterable<Uint8Array>;
  readonly signal?: AbortSignal | undefined;
  /**
   * Maximum time without data in either direction; there is no total limit. An upload is aborted only if its
   * connection or the service is dead, as a probe on another connection shows.
   */
  readonly idleTimeoutMs: number;
  /** Receives at intervals the bytes of the body that are not acknowledged; null if unknown. */
  readonly onUnacknowledged?: ((bytes: number | null) => void) | undefined;
  /** Called before each part of the body. If true, waits until all previous bytes are acknowledged. */
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
  /** Returns a header by its lower-case name, repeated ones joined; null if absent. */
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
   * Each request has exclusive use of its connection, so an abort or timeout discards unsent data. It may
   * reuse an idle connection; if it changes data, only one that the service promised to keep alive.
   */
  send(request: HttpRequest): Promise<HttpResponse>;
  close(): Promise<void>;
};
