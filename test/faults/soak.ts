/**
 * `npm run tool -- soak [--minutes N]`: random builds and faults (default 30 minutes). Fails if a build is
 * lost or duplicated, or if the memory of `slipway watch` grows. `SLIPWAY_SEED=N` selects other faults.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { build } from '../tools.ts';
import { type Random, randomFrom } from './random.ts';
import { createSoakWorld, passingFault, type SoakWorld } from './soak-world.ts';
import { memoryAfterCollection } from './stable-memory.ts';
import { seed } from './tally.ts';

/** Fraction of the run in which `slipway watch` is killed. Then it keeps running, to measure its memory. */
const killingShare = 0.2;

/** Maximum memory growth: median of the last quarter divided by the second quarter's median. */
const allowedGrowth = 1.1;

/** Resident bytes after a garbage collection. `share` is the elapsed fraction of the run. */
type Sample = { readonly share: number; readonly bytes: number };

type Soak = {
  readonly world: SoakWorld;
  readonly random: Random;
  readonly durationMs: number;
  readonly share: () => number;
  readonly counts: { watchKills: number; serviceKills: number; faults: number };
  readonly samples: Sample[];
};

function beginFaults({ world, random, counts }: Soak): void {
  world.proxy.decide((line, { headers }) => {
    if (random.next() > 0.12) return null;
    counts.faults += 1;
    return passingFault(line, Number(headers['content-length'] ?? 0), random);
  });
}

/** Calls `act` at random intervals until the time is over. */
async function every(soak: Soak, minMs: number, maxMs: number, act: () => Promise<void>): Promise<void> {
  for (;;) {
    await pause(soak.random.between(minMs, maxMs));
    if (soak.share() >= 1) return;
    await act();
  }
}

async function restartService({ world, random, counts }: Soak): Promise<void> {
  await world.killService();
  counts.serviceKills += 1;
  await pause(random.between(0, 3_000));
  await world.startService();
}

async function restartWatch(soak: Soak): Promise<void> {
  if (soak.share() > killingShare) return;
  await soak.world.watch().kill();
  soak.counts.watchKills += 1;
  soak.world.startWatch();
}

async function sample({ world, samples, share, durationMs }: Soak): Promise<void> {
  const bytes = await memoryAfterCollection(world.watch().output());
  if (bytes === null && share() < killingShare) return;
  if (bytes === null)
    throw new Error(`slipway watch ended by itself:\n${world.watch().output().slice(-3_000)}`);
  samples.push({ share: share(), bytes });
  const minute = (share() * durationMs) / 60_000;
  console.log(`${minute.toFixed(1).padStart(5)} min  ${mebibytes(bytes)} MiB  ${world.builds.length} builds`);
}

/** Finishes all uploads without faults; returns the lost and duplicated builds. */
async function finish(world: SoakWorld): Promise<{ lost: readonly string[]; duplicated: readonly string[] }> {
  world.proxy.decide(null);
  for (let round = 1; ; round += 1) {
    await quiet(world);
    await world.watch().stop();
    await world.killService();
    const { lost, duplicated, strange } = await world.assess();
    const missing = lost.filter((line) => !isReplaced(world, line));
    if (missing.length === 0 || round === 6)
      return { lost: missing, duplicated: [...duplicated, ...strange] };
    await world.startService();
    world.startWatch();
  }
}

/** Resolves once the service has had no request for half a minute. */
async function quiet({ proxy }: SoakWorld): Promise<void> {
  for (let asked = -1; asked !== proxy.requests.length; ) {
    asked = proxy.requests.length;
    await pause(30_000);
  }
}

function isReplaced({ replaced }: SoakWorld, line: string): boolean {
  return replaced.has(Number(/build (\d+)/.exec(line)?.[1]));
}

function mebibytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function soakFor(minutes: number, home: string): Promise<boolean> {
  const random = randomFrom(seed);
  const world = await createSoakWorld(home, random);
  const [began, durationMs] = [performance.now(), minutes * 60_000];
  const share = (): number => (performance.now() - began) / durationMs;
  const counts = { watchKills: 0, serviceKills: 0, faults: 0 };
  const soak: Soak = { world, random, durationMs, share, counts, samples: [] };
  try {
    await world.startService();
    world.startWatch();
    beginFaults(soak);
    await Promise.all([
      every(soak, 200, 3_000, world.drop),
      every(soak, 5_000, 30_000, world.replace),
      every(soak, 20_000, 90_000, () => restartService(soak)),
      every(soak, 2_000, 15_000, () => restartWatch(soak)),
      every(soak, Math.min(60_000, durationMs / 40), Math.min(60_000, durationMs / 40), () => sample(soak)),
    ]);
    const { lost, duplicated } = await finish(world);
    for (const line of [...lost, ...duplicated]) console.log(line);
    const quarter = (from: number): number =>
      median(soak.samples.filter((at) => at.share >= from && at.share < from + 0.25).map((at) => at.bytes));
    const [second, last] = [quarter(0.25), quarter(0.75)];
    const made = world.builds.length - world.replaced.size;
    console.log(
      `${counts.watchKills} kills of slipway watch, ${counts.serviceKills} of the service, ${counts.faults} faults on the line, ${world.replaced.size} files replaced`,
    );
    console.log(
      `memory: ${mebibytes(second)} MiB in the second quarter, ${mebibytes(last)} MiB in the last (medians), ratio ${(last / second).toFixed(3)}, at most ${allowedGrowth}`,
    );
    console.log(
      `${made} builds made, ${made - new Set(lost.map((line) => /build \d+/.exec(line)?.[0])).size} delivered, ${duplicated.length} duplicates, ${lost.length} losses`,
    );
    return lost.length === 0 && duplicated.length === 0 && last <= second * allowedGrowth;
  } finally {
    await world.stop();
  }
}

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } });
const minutes = Number(values.minutes);
if (!(minutes > 0)) throw new Error('--minutes takes a number above 0');
if (!build()) throw new Error('the program could not be built');
console.log(`SLIPWAY_SEED=${seed}, ${minutes} minutes`);
const home = await mkdtemp(join(tmpdir(), 'slipway-soak-'));
try {
  process.exitCode = (await soakFor(minutes, home)) ? 0 : 1;
} finally {
  await rm(home, { recursive: true, force: true });
}
