import type { Random } from '../faults/random.ts';
import type { Servers } from './cluster.ts';

export type Counts = {
  readonly uploads: number;
  readonly lost: number;
  readonly corrupt: number;
  readonly mails: number;
  readonly missing: number;
  readonly twice: number;
};

export type Case = {
  readonly name: string;
  /** Throws with the observed values if the case fails. `report` prints progress. */
  run(servers: Servers, random: Random, report: (text: string) => void): Promise<Partial<Counts>>;
};

export function assertThat(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message);
}
