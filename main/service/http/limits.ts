import type { DailyQuota } from '../service-view.ts';

/** What one client may ask of the service. Sizes in bytes, times in milliseconds. */
export type ServiceLimits = {
  /** One build. */
  readonly largestBuild: number;
  /** Any body that is not a build, and all that is sent around a build. */
  readonly largestBody: number;
  /** All headers of a request. */
  readonly largestHeaders: number;
  /** One text field of a multipart form. */
  readonly largestField: number;
  /** Text fields of a multipart form. */
  readonly formFields: number;
  /** Uploads at the same time; one user or access token has at most half of them, rounded up. */
  readonly parallelUploads: number;
  /** What one user or access token may upload and send in a day (UTC), unless the token has limits of its own. */
  readonly daily: DailyQuota;
  /** Bytes per second. When all places are taken, an upload that is slower ends for a new one. */
  readonly minimumUploadSpeed: number;
  /** Connections open at once, in total and from one client; see `connection-limit.ts`. */
  readonly connections: number;
  readonly connectionsPerClient: number;
  /** Sign-ins of one client whose password is being checked at the same time. */
  readonly signInsPerClient: number;
  /** From the first moment of a connection, or of the next request on it, to the last of its headers. */
  readonly headersMs: number;
  /** From the headers to the end of a body that is not a build. */
  readonly bodyMs: number;
  /** On which nothing moves: a build on its way in, an answer on its way out. Never a total time: lines may be slow. */
  readonly idleMs: number;
  /** Between two requests on one connection. */
  readonly keepAliveMs: number;
  /** How long, and for how much, a body is still read after its answer, so that the client gets to see the answer. */
  readonly lingerMs: number;
  readonly lingerBytes: number;
  /** Disk space that stays free. */
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
