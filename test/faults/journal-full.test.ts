/** The disk of the journal is full: the queue stops, reports why, and continues once there is space. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createWorld } from '../contract/uploads/uploads-world.ts';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { advanceTimeUntil } from './advance-time.ts';
import { fill, smallDisk, testWithDisks } from './disks.ts';
import { calls } from './kill-moments.ts';
import { createKillWorld, type KillWorld } from './kill-world.ts';
import type { Program } from './program.ts';
import { type Random, randomFrom } from './random.ts';
import { addToTally, everything, seed } from './tally.ts';

/** Requests that stall while the disk fills up; null if the disk fills up before the build is written. */
const moments = [
  { call: calls.upload, side: 'answer' },
  null,
  { call: calls.look, side: 'answer' },
  { call: calls.upload, side: 'request' },
  { call: calls.activate, side: 'answer' },
  { call: calls.send, side: 'request' },
  { call: calls.send, side: 'answer' },
] as const;

/** Creates builds while the disk fills up. Resolves once the queue stops or all builds are delivered. */
async function fillUpAt(
  world: KillWorld,
  program: Program,
  moment: (typeof moments)[number],
  filler: string,
  random: Random,
): Promise<void> {
  const filled = Promise.withResolvers<void>();
  let met = false;
  world.proxy.decide((line) => {
    if (moment === null || met || !moment.call.test(line)) return null;
    met = true;
    const full = fill(filler);
    full.then(filled.resolve, filled.reject);
    return { kind: 'stall', side: moment.side, after: random.between(0, 200), release: full };
  });
  if (moment === null) await fill(filler).then(filled.resolve);
  await world.drop();
  await world.drop();
  await filled.promise;
  const before = program.output().length;
  const stopped = new Promise<void>((resolve) => {
    const check = (): void => {
      const output = program.output().slice(before);
      if (output.includes('queue is halted') || output.includes('could not be queued')) resolve();
      else setTimeout(check, 50);
    };
    check();
  });
  await Promise.race([stopped, world.delivered(program)]);
}

(everything ? testWithDisks : test.skip)(
  'a journal on a full disk loses and repeats no build',
  async () => {
    const disk = await smallDisk(24);
    const random = randomFrom(seed);
    const world = await createKillWorld({ random, dataDir: join(disk, 'data'), sizes: [30_000, 200_000] });
    const program = world.watch();
    await program.until('Watching ');
    const filler = join(disk, 'filler');
    for (const moment of [...moments, ...moments]) {
      await fillUpAt(world, program, moment, filler, random);
      await rm(filler);
      await world.delivered(program);
    }
    expect((await program.stop()).code).toBe(0);
    expect(program.output()).toContain('slipway: The upload journal cannot be written');
    const { lost, duplicated, strange } = await world.assess();
    addToTally({ builds: world.builds.length, lost: lost.length, duplicated: duplicated.length });
    expect({ lost, duplicated, strange }).toEqual({ lost: [], duplicated: [], strange: [] });
    const states = (await world.history()).map(({ state }) => state);
    expect(states).toEqual(world.builds.map(() => 'done'));
  },
  300_000,
);

test('a journal write that fails during a step does not fail the upload', async () => {
  const clock = createFakeClock();
  const world = await createWorld({ clock, retry: null });
  const journal = new DatabaseSync(join(world.folder, 'journal.db'));
  const refuse = (table: string) =>
    journal.exec(`CREATE TRIGGER full BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'no space'); END`);
  await world.uploads().start();
  for (const [index, table] of ['size_units', 'queue', 'applications'].entries()) {
    refuse(table);
    const path = await world.build(`${table}.apk`, {
      id: `org.example.${table}`,
      paddingBytes: 50_000 + index,
    });
    const { id } = await world.uploads().add(world.request(path));
    const isStopped = (): boolean =>
      world.lines.filter((line) => line.includes('queue is halted')).length > index;
    await advanceTimeUntil(clock, world, isStopped);
    expect(world.uploads().get(id), table).toMatchObject({ failure: null, finishedAt: null });
    journal.exec('DROP TRIGGER full');
    await advanceTimeUntil(clock, world, () => world.uploads().get(id)?.finishedAt !== null);
    expect(world.uploads().get(id), table).toMatchObject({ state: 'done' });
  }
  journal.close();
  expect(world.uploadRequests()).toBe(3);
});
