/** Why an account is blocked, as front ends see it. Pure types. */
import type { Failure } from '../../base/failure.ts';

/** An account whose uploads do not go on for now. */
export type AccountBlock = {
  readonly accountId: string;
  readonly failure: Failure;
  /** When it is tried again by itself, milliseconds since 1970 UTC; null: when a person did something about it. */
  readonly until: number | null;
};
