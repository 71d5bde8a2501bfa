/** Cases for the packages of one system. */
export type Suite = {
  readonly name: string;
  /** Returns why the cases cannot run here and how to enable them; null if they can. */
  missingRequirement(): string | null;
  /** Runs the cases and prints each step; throws at the first failure. */
  run(report: (step: string) => void): Promise<void>;
};
