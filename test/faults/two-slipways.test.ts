/** Two Slipway processes that share a data folder, or have separate ones. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createKillWorld } from './kill-world.ts';
import { randomFrom } from './random.ts';
import { addToTally, everything, seed } from './tally.ts';

test('a second process on the same data folder exits with code 5', async () => {
  const world = await createKillWorld({ random: randomFrom(seed) });
  const first = world.watch();
  await first.until('Watching ');
  for (let builds = 0; builds < 3; builds += 1) await world.drop();
  const seconds = await Promise.all([world.watch().ended, world.watch().ended]);
  expect(seconds.map(({ code, signal }) => [code, signal])).toEqual([
    [5, null],
    [5, null],
  ]);
  expect(seconds[0]?.stderr).toContain('Another Slipway is using the data folder');
  await world.delivered(first);
  expect((await first.stop()).code).toBe(0);
  const after = world.watch();
  await after.until('Watching ');
  expect((await after.stop()).code).toBe(0);
  const { lost, duplicated } = await world.assess();
  addToTally({ builds: world.builds.length, lost: lost.length, duplicated: duplicated.length });
  expect({ lost, duplicated }).toEqual({ lost: [], duplicated: [] });
}, 60_000);

test.runIf(everything)(
  'only one of two processes started at the same time keeps running',
  async () => {
    const world = await createKillWorld({ random: randomFrom(seed) });
    await world.drop();
    await world.drop();
    const both = [world.watch(), world.watch()];
    const loser = await Promise.race(both.map(({ ended }) => ended));
    expect(loser.code).toBe(5);
    const [winner] = both.filter((program) => program.process.exitCode === null);
    if (!winner) throw new Error('none of them works');
    await world.delivered(winner);
    await winner.stop();
    const { lost, duplicated } = await world.assess();
    addToTally({ builds: world.builds.length, lost: lost.length, duplicated: duplicated.length });
    expect({ lost, duplicated }).toEqual({ lost: [], duplicated: [] });
  },
  60_000,
);

test.runIf(everything)(
  'a process with another data folder finds a build on the service',
  async () => {
    const world = await createKillWorld({ random: randomFrom(seed) });
    await world.drop();
    const mine = world.watch();
    await world.delivered(mine);
    await mine.stop();
    const theirs = world.watch({ dataDir: join(world.dataDir, '../other') });
    const view = await theirs.result(() => true);
    await theirs.stop();
    expect(view.state).toBe('already-there');
    const { lost, duplicated } = await world.assess();
    expect({ lost, duplicated }).toEqual({ lost: [], duplicated: [] });
  },
  60_000,
);
