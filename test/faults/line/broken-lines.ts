/** Interrupted connections, address changes, hosts with unreachable addresses, and lost large packets. */
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Program } from '../program.ts';
import {
  type Finding,
  inWorlds,
  type LineCase,
  ratioFinding,
  recordsFinding,
  seconds,
  secondsUntil,
  sent,
  uploaded,
  withinFinding,
} from './case.ts';
import { addresses } from './namespaces.ts';
import { both } from './network-link.ts';
import type { Build, LineWorld } from './world.ts';

const usual = both({ rttMs: 40, bytesPerSecond: 2_500_000, queueBytes: 200_000 });
const dead = both({ isDead: true });
const alive = both({ isDead: false });

export const brokenLines: readonly LineCase[] = [
  {
    name: 'a line that is dead for 90 s during an upload',
    isQuiet: true,
    run: () =>
      inWorlds(
        [
          { label: 'dead', line: usual },
          { label: 'dead-curl', line: usual },
        ],
        async (ours, theirs) => {
          const [build, other] = [await ours.build(1, 6_000_000), await theirs.build(1, 6_000_000)];
          const hole = async (world: LineWorld): Promise<void> => {
            await sent(world, 2_000_000);
            await world.line.set(dead);
            await sleep(90_000);
            await world.line.set(alive);
          };
          const curl = Promise.all([theirs.curl(other, 900).catch(() => null), hole(theirs)]);
          const program = ours.slipway(['upload', build.path]);
          await sent(ours, 2_000_000);
          await ours.line.set(dead);
          const noticed = await secondsUntil(() => program.output().includes('failed'), 89);
          await sleep(Math.max(0, 90 - (noticed ?? 90)) * 1_000);
          await ours.line.set(alive);
          const after = await secondsUntil(() => program.process.exitCode !== null, 400);
          const [whole] = await curl;
          return [
            withinFinding(
              'noticed',
              noticed,
              60,
              `never; ${whole === null ? 'failed' : `done after ${seconds(whole)}`} in the end`,
            ),
            withinFinding('done after it was back', after, 60),
            recordsFinding([build], await ours.report(), 3),
          ];
        },
      ),
  },
  watched('a line that is dead for 3 minutes while it is watched', 300, {
    part: (world) => world.line.set(dead),
    join: (world) => world.line.set(alive),
    seconds: 180,
  }),
  watched('an interface that is down for a minute while it is watched', 20, {
    part: async (world) => world.line.namespaces.ip('near', 'link set near down'),
    join: async ({ line: { namespaces } }) => {
      namespaces.ip('near', 'link set near up');
      namespaces.ip('near', `addr add ${addresses.near6}/64 dev near nodad`);
      namespaces.ip('near', `route add default via ${addresses.far}`);
    },
    seconds: 60,
  }),
  {
    name: 'another local address during an upload',
    isQuiet: true,
    run: () =>
      inWorlds(
        [{ label: 'moved', line: both({ rttMs: 40, bytesPerSecond: 250_000, queueBytes: 50_000 }) }],
        async (world) => {
          const build = await world.build(1, 3_000_000);
          const program = world.slipway(['upload', build.path]);
          await sent(world, 1_000_000);
          const { ip } = world.line.namespaces;
          ip('near', `addr del ${addresses.near}/24 dev near`);
          ip('near', 'addr add 10.77.0.3/24 dev near');
          ip('near', `route replace default via ${addresses.far}`);
          const restarted = await secondsUntil(async () => (await world.report()).posts.length > 1, 180);
          await secondsUntil(() => program.process.exitCode !== null, 180);
          return [
            withinFinding('restarted', restarted, 10),
            recordsFinding([build], await world.report(), 2),
          ];
        },
      ),
  },
  named(
    'a host with a reachable AAAA and an unreachable A record',
    `${addresses.far6} builds.test\n192.0.2.7 builds.test`,
    addresses.far6,
  ),
  named(
    'a host with a reachable A and an unreachable AAAA record',
    `2001:db8::7 builds.test\n${addresses.far} builds.test`,
    addresses.far,
  ),
  {
    name: 'a path that drops large packets',
    isQuiet: true,
    run: () =>
      inWorlds([{ label: 'large', line: both({ rttMs: 40, mtuBytes: 1_300 }) }], async (world) => {
        const build = await world.build(1, 1_000_000);
        const program = world.slipway(['upload', build.path]);
        const reported = await secondsUntil(() => /\bMTU\b|large packets/i.test(program.output()), 300);
        await world.line.set(both({ mtuBytes: null }));
        const after = await secondsUntil(() => program.process.exitCode !== null, 400);
        return [
          withinFinding('reported', reported, 240),
          withinFinding('done after it was mended', after, 320),
          recordsFinding([build], await world.report(), 8),
        ];
      }),
  },
];

function named(name: string, hosts: string, host: string): LineCase {
  return {
    name,
    isQuiet: true,
    run: () =>
      inWorlds(
        [{ label: 'name', hosts, service: { host, name: 'builds.test' }, line: both({ rttMs: 250 }) }],
        async (world) => {
          const [build, other] = [await world.build(1, 200_000), await world.build(2, 200_000)];
          world.line.namespaces.ip('near', `-6 route add default via ${addresses.far6}`);
          const curl = await world.curl(other, 60);
          const { whole } = await uploaded(world, [build.path]);
          // Allows 6 s more than curl: each of three connections tries the unreachable address first.
          return [
            ratioFinding('', whole, curl, { ratio: 1, more: 6 }),
            recordsFinding([build, other], await world.report()),
          ];
        },
      ),
  };
}

/** Returns a case in which a build appears in a watched folder during a network outage. */
function watched(
  name: string,
  limit: number,
  hole: {
    readonly part: (world: LineWorld) => Promise<void>;
    readonly join: (world: LineWorld) => Promise<void>;
    readonly seconds: number;
  },
): LineCase {
  return {
    name,
    isQuiet: true,
    run: () =>
      inWorlds([{ label: `hole${hole.seconds}`, line: usual }], async (world) => {
        await mkdir(world.folder);
        const program = world.slipway(['watch', world.folder, '--existing', 'all']);
        const first = await dropped(world, 1);
        await arrived(world, program, 1, 60);
        await hole.part(world);
        await sleep(3_000);
        const second = await dropped(world, 2);
        await sleep(hole.seconds * 1_000);
        await hole.join(world);
        const after = await arrived(world, program, 2, limit + 30);
        const findings: Finding[] = [
          withinFinding('arrived after it was back', after, limit),
          recordsFinding([first, second], await world.report(), 2),
        ];
        await program.stop();
        return findings;
      }),
  };
}

async function dropped(world: LineWorld, number: number): Promise<Build> {
  const build = await world.build(number, 300_000);
  const path = join(world.folder, `build-${number}.apk`);
  await rename(build.path, path);
  return { ...build, path };
}

function arrived(world: LineWorld, program: Program, count: number, limit: number): Promise<number | null> {
  return secondsUntil(async () => {
    if (program.process.exitCode !== null) throw new Error(`watch ended: ${program.output().slice(-2_000)}`);
    return (await world.report()).stored.length >= count;
  }, limit);
}
