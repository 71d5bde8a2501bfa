import type { ShownProxy } from './proxy/proxy.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export type HttpRequest = {
  readonly method: Method;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | AsyncIterable<Uint8Array>;
  readonly signal?: AbortSignal | undefined;
  /**
   * The longest time in which nothing moves, in either direction. There is no total limit. An upload is given up after it
   * only when its line or its service is dead: neither its connection nor another one answers.
   */
  readonly idleTimeoutMs: number;
  /** Told every now and then how many bytes of the body the other side has not acknowledged; null where nobody knows. */
  readonly onUnacknowledged?: ((bytes: number | null) => void) | undefined;
  /** Asked before each piece of the body: whether all before it is to be acknowledged first, as far as the system tells. */
  readonly isCareful?: (() => boolean) | undefined;
  /** Given where the body of a success is no text: at most this many bytes are taken, and kept as they are. */
  readonly longestBytes?: number;
};

/** Any answer, whatever its status, read to its end. */
export type HttpResponse = {
  readonly method: Method;
  readonly url: URL;
  readonly status: number;
  /** The one it came through; null when it came straight. */
  readonly proxy: ShownProxy | null;
  /** A header's value by its name in small letters; repeated ones joined; null when absent. */
  readonly header: (name: string) => string | null;
  /** Empty where bytes were asked for and came. */
  readonly text: string;
  /** Only of a success, where they were asked for. */
  readonly bytes?: Buffer;
  readonly requestId: string;
  /** Milliseconds since 1970 UTC, on this computer's clock. */
  readonly receivedAt: number;
};

export type Http = {
  /**
   * Never follows redirects. Throws the transport errors of `api`, and `base/cancelled`.
   * Each request has a connection of its own while it lasts: one that is broken off, by an abort or by silence, drops what
   * the system has not delivered yet. It takes one that another request was done with shortly before; what changes something
   * only one that the service has promised to keep, so that it never meets one that is being given up.
   */
  send(request: HttpRequest): Promise<HttpResponse>;
  /** Aborts what is under way. */
  close(): Promise<void>;
};
