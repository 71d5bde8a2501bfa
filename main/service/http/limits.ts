import type { DailyQuota } from '../service-view.ts';

/** Sizes in bytes, times in milliseconds. */
export type ServiceLimits = {
  readonly largestBuild: number;
  /** Any body other than a build, and everything around the build in an upload. */
  readonly largestBody: number;
  readonly largestHeaders: number;
  readonly largestField: number;
  readonly formFields: number;
  /** Concurrent uploads. One user or access token may use at most half of them, rounded up. */
  readonly parallelUploads: number;
  /** Daily quota (UTC) of each user or access token, unless the token has its own. */
  readonly daily: DailyQuota;
  /** Bytes per second. When all slots are in use, a slower upload is aborted for a new one. */
  readonly minimumUploadSpeed: number;
  readonly connections: number;
  readonly connectionsPerClient: number;
  /** Concurrent password checks per client. */
  readonly signInsPerClient: number;
  /** From the start of a connection, or of its next request, to the end of the headers. */
  readonly headersMs: number;
  /** From the headers to the end of a body other than a build. */
  readonly bodyMs: number;
  /** Time without data during an upload or a response. No total limit: networks may be slow. */
  readonly idleMs: number;
  readonly keepAliveMs: number;
  /** Time and bytes for draining a body after the response, so that the client receives the response. */
  readonly lingerMs: number;
  readonly lingerBytes: number;
  readonly reservedSpace: number;
};

export const defaultLimits: ServiceLimits = {
  largestBuild: 4 * 1024 ** 3,
  largestBody: 1024 * 1024,
  largestHeaders: 32 * 1024,
  largestField: 64 * 1024,
  formFields: 32,
  parallelUploads: 16,
  daily: { uploads: 20_000, bytes: 512 * 1024 ** 3, messages: 20_000 },
  minimumUploadSpeed: 16 * 1024,
  connections: 512,
  connectionsPerClient: 128,
  signInsPerClient: 4,
  headersMs: 30_000,
  bodyMs: 30_000,
  idleMs: 120_000,
  keepAliveMs: 72_000,
  lingerMs: 10_000,
  lingerBytes: 64 * 1024 * 1024,
  reservedSpace: 64 * 1024 * 1024,
};
