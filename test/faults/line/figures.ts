/** Cases with long round-trip times. They compare times and sent bytes with those of curl. */
import { median } from '../../bench/figure.ts';
import {
  type Finding,
  inWorlds,
  type LineCase,
  ratioFinding,
  recordsFinding,
  seconds,
  uploaded,
} from './case.ts';
import type { Changes } from './link.ts';
import { both } from './network-link.ts';
import { type Build, type LineWorld, requestsIn, uploadsIn } from './world.ts';

const million = 1_000_000;

export const figures: readonly LineCase[] = [
  {
    name: 'a 1 MB build at 300 ms',
    isQuiet: false,
    run: () =>
      inWorlds(
        [{ label: 'far', line: both({ rttMs: 300, bytesPerSecond: 12.5 * million }) }],
        async (world) => {
          const rounds = await runRounds(world, million, 3, ['--activate']);
          const { post, ours, curl } = rounds;
          const rest = ours.map((one) => one.whole - one.both);
          return [
            ratioFinding(
              'POST',
              post,
              curl.map((one) => one.post),
              { ratio: 1.3 },
            ),
            ratioFinding(
              `sign-in, POST and activation (the rest of ours: ${seconds(median(rest))}, ${rounds.shown})`,
              ours.map((one) => one.both),
              curl.map((one) => one.both),
              { ratio: 1.3 },
            ),
            recordsFinding(rounds.builds, await world.report()),
          ];
        },
      ),
  },
  satellite('with a queue as long as the way', 1.5 * million),
  satellite('with a short queue', 400_000),
  ...[5, 40, 150, 300].map(
    (rttMs): LineCase => ({
      name: `100 MB at 100 Mbit/s and ${rttMs} ms`,
      isQuiet: false,
      run: () =>
        compare(both({ rttMs, bytesPerSecond: 12.5 * million, queueBytes: 2 * million }), 100 * million, {
          post: 1.05,
          all: 1.15,
          rounds: 3,
        }),
    }),
  ),
];

function satellite(how: string, queueBytes: number): LineCase {
  return {
    name: `20 MB by satellite ${how}`,
    isQuiet: false,
    run: () =>
      compare(both({ rttMs: 600, bytesPerSecond: 2.5 * million, queueBytes }), 20 * million, {
        post: 1.1,
        wire: 1.02,
        rounds: 5,
      }),
  };
}

async function compare(
  line: Changes,
  bytes: number,
  limits: { readonly post: number; readonly all?: number; readonly wire?: number; readonly rounds: number },
): Promise<readonly Finding[]> {
  return inWorlds([{ label: 'far', line }], async (world) => {
    const { builds, post, ours, curl } = await runRounds(world, bytes, limits.rounds);
    const whole = (rounds: readonly Round[]): number[] => rounds.map((round) => round.whole);
    const wire = (rounds: readonly Round[]): number[] => rounds.map((round) => round.wire / million);
    const wireLimit = { ratio: limits.wire ?? 1.05, unit: 'MB' } as const;
    return [
      ratioFinding(
        'POST',
        post,
        curl.map((round) => round.post),
        { ratio: limits.post },
      ),
      ...(limits.all === undefined
        ? []
        : [ratioFinding('in all', whole(ours), whole(curl), { ratio: limits.all })]),
      ratioFinding('bytes on the wire', wire(ours), wire(curl), wireLimit),
      recordsFinding(builds, await world.report()),
    ];
  });
}

type Round = { readonly whole: number; readonly both: number; readonly post: number; readonly wire: number };

/** Alternates between Slipway and curl, so that changes in the speed of the computer affect both. */
async function runRounds(
  world: LineWorld,
  bytes: number,
  count: number,
  words: readonly string[] = [],
): Promise<{
  readonly builds: readonly Build[];
  readonly post: readonly number[];
  readonly ours: readonly Round[];
  readonly curl: readonly Round[];
  /** Requests that Slipway sent in the last round, for the report. */
  readonly shown: string;
}> {
  const builds: Build[] = [];
  const [ours, curl]: [Round[], Round[]] = [[], []];
  let shown = '';
  for (let round = 0; round < count; round += 1) {
    const pair = [await world.build(2 * round + 1, bytes), await world.build(2 * round + 2, bytes)] as const;
    builds.push(...pair);
    const before = await sentBytes(world);
    curl.push(await curlTurn(world, pair[0], words.length > 0, before));
    const between = await sentBytes(world);
    const { whole, output } = await uploaded(world, [pair[1].path], words);
    const requests = requestsIn(output);
    const total = (all: typeof requests): number => all.reduce((sum, { ms }) => sum + ms, 0) / 1000;
    const isChange = ({ method }: (typeof requests)[number]): boolean => method === 'POST';
    ours.push({
      whole,
      both: total(requests.filter(isChange)),
      post: total(uploadsIn(output)),
      wire: (await sentBytes(world)) - between,
    });
    shown = requests
      .map(({ method, url, ms }) => `${method} ${new URL(url).pathname.split('/').at(-1)} ${ms} ms`)
      .join(', ');
  }
  return { builds, ours, curl, post: ours.map(({ post }) => post), shown };
}

async function sentBytes(world: LineWorld): Promise<number> {
  return (await world.line.counts()).near.bytes;
}

/** Uploads a build with curl. With `isWhole`, also signs in and activates the build. */
async function curlTurn(world: LineWorld, build: Build, isWhole: boolean, before: number): Promise<Round> {
  const begin = performance.now();
  const around = isWhole ? await world.curlSignIn() : 0;
  const post = await world.curl(build, 600);
  const after = isWhole ? await world.curlActivate() : 0;
  const whole = (performance.now() - begin) / 1000;
  return { whole, both: around + post + after, post, wire: (await sentBytes(world)) - before };
}
