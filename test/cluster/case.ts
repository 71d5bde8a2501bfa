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

/** A case of the suite. */
export type Case = {
  readonly name: string;
  /** Throws with the observed values if the case fails. `say` prints progress. */
  run(servers: Servers, random: Random, say: (text: string) => void): Promise<Partial<Counts>>;
};

/** Throws unless `holds`. */
export function must(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise);
}
