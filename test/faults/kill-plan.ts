/** What a program is told with the environment variable `SLIPWAY_KILL_PLAN`, as JSON; see kill-points.ts. */
export type KillPlan = {
  /** Its data folder. */
  readonly folder: string;
  /** The file the points are written to, one a line. */
  readonly trace: string;
} & (
  | {
      /** Which of the points whose name contains `only` ends it, counted from 1. */
      readonly at: number;
      readonly only: string;
      /** Right after the change instead of right before it. */
      readonly after: boolean;
    }
  | { readonly watch: true }
);
