/** Mark on stderr of a killed program, for Windows, which has no signals. */
export const killedMark = 'killed where it was planned';

/** JSON of the environment variable `SLIPWAY_KILL_PLAN`; see kill-points.ts. */
export type KillPlan = {
  /** Data folder of the program. */
  readonly folder: string;
  /** Number of the killing point among those whose name contains `only`, from 1. */
  readonly only: string;
  readonly at: number;
  /** True to kill right after the change instead of right before it. */
  readonly after: boolean;
};
