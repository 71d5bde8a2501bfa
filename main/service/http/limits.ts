import type { DailyQuota } from '../service-view.ts';

/** Sizes in bytes, times in milliseconds. */
export type ServiceLimits = {
  readonly maxBuildBytes: number;
  /** Maximum size of a body without a build, and of the form data around a build. */
  readonly maxBodyBytes: number;
  readonly maxHeaderBytes: number;
  readonly maxFieldBytes: number;
  readonly maxFormFields: number;
  /** Concurrent uploads. One user or access token may use at most half of them, rounded up. */
  readonly maxParallelUploads: number;
  /** Daily quota (UTC) of each user or access token, unless the token has its own. */
  readonly daily: DailyQuota;
  /** In bytes per second. If all slots are in use, a slower upload is aborted to admit a new one. */
  readonly minUploadSpeed: number;
  readonly maxConnections: number;
  readonly maxConnectionsPerClient: number;
  /** Concurrent password checks per client. */
  readonly maxTokenRequestsPerClient: number;
  /** Time from the start of a connection, or of a later request on it, to the end of the headers. */
  readonly headersMs: number;
  /** Time from the headers to the end of a body without a build. */
  readonly bodyMs: number;
  /** Maximum time without data in an upload or a response. The total time is unlimited, for slow networks. */
  readonly idleMs: number;
  readonly keepAliveMs: number;
  /** Limits for draining the rest of a request body, so that the client receives the response. */
  readonly lingerMs: number;
  readonly lingerBytes: number;
  readonly reservedSpace: number;
  /** Unfinished resumable uploads per user or access token. The least recently used are evicted. */
  readonly maxUnfinishedUploads: number;
  /** Maximum size of the objects in which resumable uploads are stored until they are complete. */
  readonly uploadPartBytes: number;
  /** Limits the number of objects if a client sends many small pieces. */
  readonly maxUploadParts: number;
  /** Time from the last POST or PATCH until a resumable upload or its result is removed. */
  readonly uploadExpiryMs: number;
};

export const defaultLimits: ServiceLimits = {
  maxBuildBytes: 4 * 1024 ** 3,
  maxBodyBytes: 1024 * 1024,
  maxHeaderBytes: 32 * 1024,
  maxFieldBytes: 64 * 1024,
  maxFormFields: 32,
  maxParallelUploads: 16,
  daily: { uploads: 20_000, bytes: 512 * 1024 ** 3, messages: 20_000 },
  minUploadSpeed: 16 * 1024,
  maxConnections: 512,
  maxConnectionsPerClient: 128,
  maxTokenRequestsPerClient: 4,
  headersMs: 30_000,
  bodyMs: 30_000,
  idleMs: 120_000,
  keepAliveMs: 72_000,
  lingerMs: 10_000,
  lingerBytes: 64 * 1024 * 1024,
  reservedSpace: 64 * 1024 * 1024,
  maxUnfinishedUploads: 100,
  uploadPartBytes: 8 * 1024 * 1024,
  maxUploadParts: 10_000,
  uploadExpiryMs: 7 * 24 * 60 * 60_000,
};
