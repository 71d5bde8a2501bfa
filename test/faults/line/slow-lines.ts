/** Cases with connections that become slow, services that read slowly, and missing responses. */
import {
  inWorlds,
  type LineCase,
  ratioFinding,
  recordsFinding,
  secondsUntil,
  uploaded,
  withinFinding,
} from './case.ts';
import { both } from './network-link.ts';
import { type LineWorld, uploadsIn } from './world.ts';

const fast = both({ rttMs: 100, bytesPerSecond: 12_500_000, queueBytes: 1_000_000 });

export const slowLines: readonly LineCase[] = [
  falling('a line that falls to 64 kbit/s', 8_000),
  falling('a line that falls to 128 kbit/s', 16_000),
  {
    name: 'a service that reads 1 kB/s',
    isQuiet: true,
    run: () => {
      const front = { kind: 'slow', bytesPerSecond: 1_000 } as const;
      const line = both({ rttMs: 20, bytesPerSecond: 2_500_000 });
      return inWorlds(
        [
          { label: 'reader', line, front },
          { label: 'reader-curl', line, front },
        ],
        (ours, theirs) => besideCurl(ours, theirs, 200_000),
      );
    },
  },
  {
    name: 'a proxy silent for 170 s after a 3 MB build, then without a response',
    isQuiet: true,
    run: () =>
      inWorlds(
        [{ label: 'silent', line: both({ rttMs: 40 }), front: { kind: 'silent', ms: 170_000 } }],
        async (world) => {
          const build = await world.build(1, 3_000_000);
          const program = world.slipway(['upload', build.path]);
          const took = await secondsUntil(() => program.process.exitCode !== null, 900);
          // Waits long enough for a wrongly repeated upload to arrive.
          await new Promise((resolve) => setTimeout(resolve, 5_000));
          return [withinFinding('', took, 480), recordsFinding([build], await world.report())];
        },
      ),
  },
];

/** Reduces the speed after 1.4 MB. By then the system has already buffered the rest of the build. */
function falling(name: string, bytesPerSecond: number): LineCase {
  const label = `fall${bytesPerSecond / 1_000}`;
  const fall = { ...both({ bytesPerSecond, queueBytes: 48_000 }), afterBytes: 1_400_000 };
  return {
    name,
    isQuiet: true,
    run: () =>
      inWorlds(
        [
          { label, line: fast },
          { label: `${label}-curl`, line: fast },
        ],
        async (ours, theirs) => {
          await Promise.all([ours.line.set(fall), theirs.line.set(fall)]);
          return besideCurl(ours, theirs, 3_000_000);
        },
      ),
  };
}

async function besideCurl(ours: LineWorld, theirs: LineWorld, bytes: number): ReturnType<LineCase['run']> {
  const [build, other] = [await ours.build(1, bytes), await theirs.build(1, bytes)];
  const [result, curl] = await Promise.all([uploaded(ours, [build.path]), theirs.curl(other, 1_200)]);
  const post = (uploadsIn(result.output).at(-1)?.ms ?? Number.POSITIVE_INFINITY) / 1_000;
  const wire = async (world: LineWorld): Promise<number> => (await world.line.counts()).near.bytes / 1e6;
  return [
    ratioFinding('POST', post, curl, { ratio: 1.1, more: 15 }),
    ratioFinding('bytes on the wire', await wire(ours), await wire(theirs), { ratio: 1.5, unit: 'MB' }),
    recordsFinding([build], await ours.report()),
  ];
}
