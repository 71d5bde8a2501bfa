/** A measured figure: Slipway compared with a named peer, in the same run on the same machine. */
export type Figure = {
  readonly name: string;
  readonly peer: string;
  readonly unit: string;
  /** Required ratio of Slipway to the peer: a minimum, or a maximum if `better` is `less`. */
  readonly goal: number;
  readonly better: 'more' | 'less';
  /** Measures both sides alternately, because machine load varies. Returns null if the peer is missing. */
  measure(): Promise<Measured | null>;
};

export type Measured = { readonly ours: readonly number[]; readonly theirs: readonly number[] };

/** Measures Slipway and the peer alternately. The first `warmUps` rounds are not counted. */
export async function alternate(
  rounds: number,
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
  warmUps = 1,
): Promise<Measured> {
  const measured = { ours: [] as number[], theirs: [] as number[] };
  for (let round = -warmUps; round < rounds; round += 1) {
    const [their, our] = [await theirs(), await ours()];
    if (round < 0) continue;
    measured.theirs.push(their);
    measured.ours.push(our);
  }
  return measured;
}

export type Result = {
  readonly name: string;
  readonly ratio: number;
  readonly goal: number;
  readonly holds: boolean;
  readonly unit: string;
  readonly peer: string;
  readonly ours: number;
  readonly theirs: number;
};

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  if (upper === undefined) throw new Error('a figure was measured no time');
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}

/** Returns both sides' medians, and the median of all rounds' ratios. */
export function resultOf(figure: Figure, measured: Measured): Result {
  const ratio = median(measured.ours.map((ours, round) => ours / (measured.theirs[round] ?? Number.NaN)));
  return {
    name: figure.name,
    ratio: rounded(ratio),
    goal: figure.goal,
    holds: figure.better === 'more' ? ratio >= figure.goal : ratio <= figure.goal,
    unit: figure.unit,
    peer: figure.peer,
    ours: rounded(median(measured.ours)),
    theirs: rounded(median(measured.theirs)),
  };
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;
