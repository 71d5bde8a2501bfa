/** Marker that a killed program writes to stderr, because Windows has no signals. */
export const killedMark = 'killed where it was planned';

/** JSON of the environment variable `SLIPWAY_KILL_PLAN`; see kill-points.ts. */
export type KillPlan = {
  /** Data folder of the program. */
  readonly folder: string;
  /** Only points whose name contains this text are counted. */
  readonly only: string;
  readonly at: number;
  /** True to kill right after the change instead of right before it. */
  readonly after: boolean;
};
