/** A case of `npm run tool -- line`: measurements and their limits. */
import { median } from '../../bench/figure.ts';
import type { FarReport } from './far.ts';
import { type Build, type LineWorld, openWorld, type WorldOptions, wrongRecords } from './world.ts';

export type LineCase = {
  readonly name: string;
  /** True if the case mostly waits. Such cases run in parallel. */
  readonly isQuiet: boolean;
  run(): Promise<readonly Finding[]>;
};

export type Finding = {
  /** Part of the case that was measured; empty for the whole case. */
  readonly about: string;
  readonly ours: string;
  /** Result of curl under the same conditions; a dash if curl was not measured. */
  readonly curl: string;
  readonly limit: string;
  readonly holds: boolean;
};

/** Opens worlds, runs `work` with them and closes them. */
export async function inWorlds<Result>(
  options: readonly WorldOptions[],
  work: (...worlds: LineWorld[]) => Promise<Result>,
): Promise<Result> {
  const worlds: LineWorld[] = [];
  try {
    for (const one of options) worlds.push(await openWorld(one));
    return await work(...worlds);
  } finally {
    for (const world of worlds) await world.close();
  }
}

/** Checks that the service has each build once and nothing else. */
export function recordsFinding(
  builds: readonly Build[],
  { stored, posts }: FarReport,
  maxUploads = 1,
): Finding {
  const wrong = wrongRecords(builds, stored);
  const uploads = posts.length;
  return {
    about: 'records',
    ours: `${wrong ?? '0 lost, 0 twice'}, ${uploads} begun`,
    curl: '-',
    limit: `0 lost, 0 twice, ${builds.length * maxUploads} begun at maxUploads`,
    holds: wrong === null && uploads <= builds.length * maxUploads,
  };
}

export function seconds(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 1)} s`;
}

/** Compares the medians of Slipway and curl. */
export function ratioFinding(
  about: string,
  ours: readonly number[] | number,
  curl: readonly number[] | number,
  limit: { readonly ratio: number; readonly more?: number; readonly unit?: 's' | 'MB' },
): Finding {
  const { ratio, more = 0, unit = 's' } = limit;
  const one = (value: number): string => (unit === 's' ? seconds(value) : `${value.toFixed(2)} MB`);
  const shown = (values: readonly number[]): string =>
    values.length === 1
      ? one(median(values))
      : `${one(median(values))} (${one(Math.min(...values))} to ${one(Math.max(...values))})`;
  const [here, there] = [[ours].flat(), [curl].flat()];
  return {
    about,
    ours: `${shown(here)}, ratio ${(median(here) / median(there)).toFixed(3)}`,
    curl: shown(there),
    limit: more === 0 ? `${ratio} of curl’s` : `${ratio} of curl’s + ${more} ${unit}`,
    holds: median(here) <= ratio * median(there) + more,
  };
}

export function withinFinding(about: string, ours: number | null, limit: number, curl = '-'): Finding {
  return {
    about,
    ours: ours === null ? 'never' : seconds(ours),
    curl,
    limit: seconds(limit),
    holds: ours !== null && ours <= limit,
  };
}

/** Returns the seconds until `look` succeeds; null after `limit` seconds. */
export async function secondsUntil(
  look: () => Promise<boolean> | boolean,
  limit: number,
): Promise<number | null> {
  const begin = performance.now();
  for (;;) {
    const passed = (performance.now() - begin) / 1000;
    if (await look()) return passed;
    if (passed > limit) return null;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Resolves once the near end has sent this number of bytes. */
export async function sent(world: LineWorld, bytes: number): Promise<void> {
  const { near } = await world.line.counts();
  await secondsUntil(async () => (await world.line.counts()).near.bytes >= near.bytes + bytes, 120);
}

/** Runs `slipway upload` and returns its duration in seconds and its output. Throws if the upload fails. */
export async function uploaded(
  world: LineWorld,
  paths: readonly string[],
  words: readonly string[] = [],
): Promise<{ readonly whole: number; readonly output: string }> {
  const begin = performance.now();
  const { code, stderr } = await world.slipway(['upload', ...words, ...paths]).ended;
  if (code !== 0) throw new Error(`slipway upload ended with ${code}: ${stderr.trimEnd().slice(-1_000)}`);
  return { whole: (performance.now() - begin) / 1000, output: stderr };
}
