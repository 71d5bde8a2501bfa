/** What is tried with the packages of one system. */
export type Part = {
  readonly name: string;
  /** One sentence that says why it cannot be tried here and what would help; null when it can be. */
  whatIsMissing(): string | null;
  /** Says each step it has done. Throws at the first that goes wrong. */
  run(say: (step: string) => void): Promise<void>;
};
