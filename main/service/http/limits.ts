/** What one client may ask of the service. */
export type ServiceLimits = {
  /** Bytes of one build; null for as much as the disk holds. */
  readonly largestBuild: number | null;
  /** Bytes of any body that is not a build. */
  readonly largestBody: number;
  /** Bytes of all headers of a request. */
  readonly largestHeaders: number;
  /** Text fields beside the file of an upload. */
  readonly formFields: number;
  readonly parallelUploads: number;
  /** A connection on which nothing moves for so long is closed. Never a total time: lines may be slow. */
  readonly idleMs: number;
  /** Disk space that stays free, in bytes. */
  readonly reservedSpace: number;
};

export const defaultLimits: ServiceLimits = {
  largestBuild: null,
  largestBody: 1024 * 1024,
  largestHeaders: 32 * 1024,
  formFields: 32,
  parallelUploads: 16,
  idleMs: 120_000,
  reservedSpace: 64 * 1024 * 1024,
};
