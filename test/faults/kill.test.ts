import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import {
  calls,
  faultAt,
  firstMoments,
  isEarly,
  type KillMoment,
  roundOfMoments,
  systemMoments,
} from './kill-moments.ts';
import { killedMark } from './kill-plan.ts';
import { createKillWorld, type KillWorld } from './kill-world.ts';
import type { Program } from './program.ts';
import { type Random, randomFrom } from './random.ts';
import { addToTally, everything, seed } from './tally.ts';

/** Numbers of builds, kill rounds, and kills between system calls. */
const extent = everything ? { builds: 40, rounds: 7, system: 35 } : { builds: 8, rounds: 1, system: 2 };

function momentsOf(random: Random): KillMoment[] {
  const first = firstMoments();
  const system = systemMoments(random, extent.system);
  const rounds = Array.from({ length: extent.rounds }, (_, round) => {
    const share = system.filter((_, index) => index % extent.rounds === round);
    return [...roundOfMoments(random), ...share].toSorted((a, b) => a.stage - b.stage);
  });
  if (everything) return [...first, ...rounds.flat()];
  const every = (moments: KillMoment[], nth: number) => moments.filter((_, index) => index % nth === 1);
  // Late stages come first. A late kill causes a lookup of the build, and the next kill, at an earlier stage,
  // need not wait for the lookup.
  return [...every(first, 6), ...every(rounds.flat(), 5).reverse()];
}

/**
 * Runs the program until it is killed. If the program becomes idle first, adds a build and waits again.
 * Returns false if the program was not killed.
 */
async function killedAt(world: KillWorld, moment: KillMoment): Promise<boolean> {
  const program = startFor(world, moment);
  const killed = program.ended.then(({ signal, code, stderr }) => {
    // strace exits with the status of the program that it runs.
    if (signal === 'SIGKILL' || code === 137 || stderr.endsWith(killedMark)) return true;
    if (moment.kind === 'end') return false;
    throw new Error(`it ended by itself, to be killed ${moment.name}: ${program.output().slice(-3_000)}`);
  });
  const timer = moment.kind === 'time' ? setTimeout(() => void program.kill(), moment.ms) : undefined;
  if (moment.kind === 'end') {
    await Promise.race([program.until('Watching '), killed]);
    await program.stop();
  }
  const waitForKill = async (): Promise<boolean> => {
    const limit = new AbortController();
    const timeout = pause(isEarly(moment) ? 3_000 : 30_000, false, { signal: limit.signal }).catch(
      () => false,
    );
    const finished = idle(world, program).then(() => false);
    return Promise.race([killed, finished, timeout]).finally(() => limit.abort());
  };
  let met = await waitForKill();
  if (!met && moment.kind !== 'end' && world.builds.length < extent.builds) {
    await world.drop();
    met = await waitForKill();
  }
  clearTimeout(timer);
  await program.kill();
  world.proxy.decide(null);
  return met;
}

/** Resolves when all builds are delivered; never settles if the program ends first. */
function idle(world: KillWorld, program: Program): Promise<void> {
  return world.delivered(program).catch(() => new Promise<void>(() => {}));
}

function startFor(world: KillWorld, moment: KillMoment): Program {
  if (isEarly(moment)) {
    world.proxy.decide((line) =>
      calls.token.test(line) ? null : { kind: 'stall', side: 'request', after: 0 },
    );
  }
  switch (moment.kind) {
    case 'change':
    case 'end':
      return world.watch({ plan: { ...moment, folder: world.dataDir } });
    case 'system': {
      const inject = `inject=${moment.call}:signal=KILL:when=${moment.at}`;
      return world.watch({ under: ['strace', '-f', '-qq', '-o', '/dev/null', '-e', inject] });
    }
    case 'line': {
      const program = world.watch();
      let met = false;
      world.proxy.decide((line, { headers }) => {
        if (met || !moment.call.test(line)) return null;
        met = true;
        return faultAt(moment, Number(headers['content-length'] ?? 0), () => void program.kill());
      });
      return program;
    }
    case 'time':
      return world.watch();
  }
}

/** Finishes all uploads without faults and checks that another start repeats none. */
async function finish(world: KillWorld): Promise<readonly string[]> {
  for (let run = 0; run < 5; run += 1) {
    const program = world.watch();
    await program.until('Watching ');
    await world.delivered(program);
    expect((await program.stop()).code).toBe(0);
    const states = (await world.history()).map(({ state }) => state);
    if (states.every((state) => state === 'done')) break;
  }
  const again = world.watch();
  await again.until('Watching ');
  await again.stop();
  return (await world.history()).map(({ path, state }) => `${path}: ${state}`);
}

test('Slipway delivers each build exactly once if killed at any moment', async () => {
  console.log(`SLIPWAY_SEED=${seed}`);
  const world = await createKillWorld({ random: randomFrom(seed) });
  const moments = momentsOf(randomFrom(seed + 1));
  const met: string[] = [];
  for (const [index, moment] of moments.entries()) {
    const due = Math.ceil(((index + 1) * extent.builds) / moments.length);
    while (world.builds.length < due) await world.drop();
    if (await killedAt(world, moment)) met.push(moment.name);
  }
  while (world.builds.length < extent.builds) await world.drop();
  const history = await finish(world);
  const { lost, duplicated, strange } = await world.assess();
  const counts = { lost: lost.length, duplicated: duplicated.length };
  addToTally({ killPoints: met.length, builds: extent.builds, ...counts });
  const missed = moments.map(({ name }) => name).filter((name) => !met.includes(name));
  console.log(
    `Killed ${met.length} times, at ${new Set(met).size} different moments. Not met: ${missed.join(', ') || 'none'}.`,
  );
  expect({ lost, duplicated, strange }).toEqual({ lost: [], duplicated: [], strange: [] });
  expect(history.toSorted()).toEqual(world.builds.map(({ path }) => `${path}: done`).toSorted());
  const system = moments.filter(({ kind }) => kind === 'system').length;
  expect(met.length).toBeGreaterThanOrEqual(everything ? 165 + system : 10);
}, 1_800_000);
