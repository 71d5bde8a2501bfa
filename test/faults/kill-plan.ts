/** On stderr where nothing else tells a program that was killed: Windows has no signals. */
export const killedMark = 'killed where it was planned';

/** What a program is told with the environment variable `SLIPWAY_KILL_PLAN`, as JSON; see kill-points.ts. */
export type KillPlan = {
  /** Its data folder. */
  readonly folder: string;
  /** Which of the points whose name contains `only` ends it, counted from 1. */
  readonly only: string;
  readonly at: number;
  /** Right after the change instead of right before it. */
  readonly after: boolean;
};
