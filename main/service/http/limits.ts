/** What one client may ask of the service. Sizes in bytes, times in milliseconds. */
export type ServiceLimits = {
  /** One build; null for as much as the disk holds. */
  readonly largestBuild: number | null;
  /** Any body that is not a build, and all that is sent around a build. */
  readonly largestBody: number;
  /** All headers of a request. */
  readonly largestHeaders: number;
  /** One text field of a multipart form. */
  readonly largestField: number;
  /** Text fields of a multipart form. */
  readonly formFields: number;
  readonly parallelUploads: number;
  /** Connections open at once; one more is closed unheard. */
  readonly connections: number;
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
  largestBuild: null,
  largestBody: 1024 * 1024,
  largestHeaders: 32 * 1024,
  largestField: 64 * 1024,
  formFields: 32,
  parallelUploads: 16,
  connections: 512,
  headersMs: 30_000,
  bodyMs: 30_000,
  idleMs: 120_000,
  keepAliveMs: 72_000,
  lingerMs: 10_000,
  lingerBytes: 64 * 1024 * 1024,
  reservedSpace: 64 * 1024 * 1024,
};
