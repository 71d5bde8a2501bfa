/** Tests of the packages for one operating system. */
export type Suite = {
  readonly name: string;
  /** Returns why the tests cannot run here and how to enable them; null if they can run. */
  missingRequirement(): string | null;
  /** Runs the tests and reports each step; throws at the first failure. */
  run(report: (step: string) => void): Promise<void>;
};
