/** How often a watched folder is looked at without any file event. All in milliseconds. */
export type FolderIntervals = {
  /** The folder itself: is it there, is it the same, did the computer sleep? Five times as often while it is not. */
  readonly healthCheckMs: number;
  /** A full scan, times a random factor from 0.75 to 1.25. */
  readonly rescanMs: number;
  /** A look into the directories of handled builds, whose contents may change through memory without any word. */
  readonly closeMs: number;
  /** A full scan where there are no file events; never more than a twentieth of the time is spent on it. */
  readonly pollMs: number;
};

export const defaultFolderIntervals: FolderIntervals = {
  healthCheckMs: 5_000,
  rescanMs: 60 * 60_000,
  closeMs: 2 * 60_000,
  pollMs: 2_000,
};

/** Time that passed unseen by this much means that the computer slept (or its clock was set): file events may be lost. */
export const sleepNoticedMs = 30_000;

/** Time between two readings, as a multiple of what the last one took: the rest is for others. */
export const pauseFactor = 20;

/** A system that reports trouble is listened to again after a pause that doubles up to a minute. */
export const subscriptionPausesMs = { first: 1_000, longest: 60_000 } as const;
