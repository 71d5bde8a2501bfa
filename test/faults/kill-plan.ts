/** Mark on stderr of a killed program, for Windows, which has no signals. */
export const killedMark = 'killed where it was planned';

/** JSON of the environment variable `SLIPWAY_KILL_PLAN`; see kill-points.ts. */
export type KillPlan = {
  /** Data folder of the program. */
  readonly folder: string;
  /** Kills the program at the point with number `at`, from 1, of those whose name contains `only`. */
  readonly only: string;
  readonly at: number;
  /** True to kill right after the change instead of right before it. */
  readonly after: boolean;
};
