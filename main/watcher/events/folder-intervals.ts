/** Intervals of periodic checks, in milliseconds. */
export type FolderIntervals = {
  /** Health check of the folder; five times as often while it is unreachable. */
  readonly healthCheckMs: number;
  /** Full scan, with a jitter of ±25 %. */
  readonly rescanMs: number;
  /** Verification of handled builds: writes through memory maps cause no file events. */
  readonly verifyMs: number;
  /** Full scan while polling. Scans take at most a twentieth of the total time. */
  readonly pollMs: number;
};

export const defaultFolderIntervals: FolderIntervals = {
  healthCheckMs: 5_000,
  rescanMs: 60 * 60_000,
  verifyMs: 2 * 60_000,
  pollMs: 2_000,
};

/**
 * If a health check is late by more than this, the computer slept or its clock was set, and file events may be
 * lost.
 */
export const sleepThresholdMs = 30_000;

/** Pause between two scans, as a multiple of the last scan's duration. */
export const pauseFactor = 20;

/** Back-off before subscribing again after an error; doubles each time. */
export const resubscribeBackOffMs = { first: 1_000, max: 60_000 } as const;
