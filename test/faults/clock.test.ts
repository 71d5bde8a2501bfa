/** Clock changes and sleep while builds are uploaded. */
import { expect, test } from 'vitest';
import { createWorld, type World } from '../contract/uploads/uploads-world.ts';
import { createFakeClock, type FakeClock } from '../fakes/fake-clock.ts';
import { advanceTimeUntil } from './advance-time.ts';
import { assess, buildPath, type MadeBuild, numberedApk, writeBuild } from './deliveries.ts';
import { lineCalls } from './line-faults.ts';
import { addToTally, everything } from './tally.ts';

const hour = 60 * 60_000;
const year = 365 * 24 * hour;

type Ready = {
  readonly world: World;
  readonly clock: FakeClock;
  readonly serviceClock: FakeClock;
  readonly builds: MadeBuild[];
  add(): Promise<string>;
  /** Resolves once all builds are done; rejects after 30 hours of fake time. */
  allDone(): Promise<void>;
};

async function ready(): Promise<Ready> {
  const [clock, serviceClock] = [createFakeClock(), createFakeClock()];
  const world = await createWorld({ clock, serviceClock, retry: null });
  await world.uploads().start();
  const builds: MadeBuild[] = [];
  const isDone = (): boolean =>
    world
      .uploads()
      .list()
      .every(({ state }) => state === 'done');
  return {
    world,
    clock,
    serviceClock,
    builds,
    add: async () => {
      const number = builds.length + 1;
      const made = await writeBuild(buildPath(world.folder, number), number, numberedApk(number));
      builds.push(made);
      return (await world.uploads().add(world.request(made.path))).id;
    },
    allDone: async () => {
      const done = await advanceTimeUntil(clock, world, isDone, 30 * hour);
      expect(
        world
          .uploads()
          .list()
          .map(({ state, failure }) => [state, failure?.code]),
      ).toEqual(builds.map(() => ['done', undefined]));
      expect(done).toBe(true);
    },
  };
}

async function expectOnce({ world, builds }: Ready): Promise<void> {
  const user = world.service.firstUser;
  if (!user) throw new Error('the service made no first user');
  const { lost, duplicated, strange } = await assess(world.service, user, builds, ['tester@example.org']);
  addToTally({ builds: builds.length, lost: lost.length, duplicated: duplicated.length });
  expect({ lost, duplicated, strange }).toEqual({ lost: [], duplicated: [], strange: [] });
}

const jumps = [
  ['back by years', -6 * year],
  ['forward by years', 6 * year],
  ['back by an hour', -hour],
] as const;

for (const [name, jump] of everything ? jumps : jumps.slice(0, 1)) {
  test(`a clock set ${name} keeps a waiting retry on schedule`, async () => {
    const given = await ready();
    const { world, clock } = given;
    world.proxy.fault(lineCalls.create, { kind: 'answer', status: 503, headers: { 'retry-after': '60' } });
    world.proxy.fault(lineCalls.activate, { kind: 'answer', status: 503 }, { times: 3 });
    const id = await given.add();
    await advanceTimeUntil(clock, world, () => world.uploads().get(id)?.state === 'retrying');
    clock.setNow(clock.now() + jump);
    const requestsBefore = world.proxy.requests.length;
    const began = clock.monotonic();
    await given.add();
    await given.allDone();
    expect(clock.monotonic() - began).toBeLessThan(25 * hour);
    expect(world.proxy.requests.length - requestsBefore).toBeLessThan(40);
    const events = world
      .uploads()
      .get(id)
      ?.timeline.map(({ event }) => event);
    expect(events?.filter((event) => event !== 'retry')).toEqual([
      'queued',
      'uploading',
      'uploading',
      'uploaded',
      'active',
      'sent',
    ]);
    await expectOnce(given);
  });
}

test('a computer that slept for a day continues with a new token', async () => {
  const given = await ready();
  const { world, clock, serviceClock } = given;
  await given.add();
  await given.allDone();
  for (const one of [clock, serviceClock]) one.setNow(one.now() + 24 * hour);
  await given.add();
  await given.allDone();
  expect(world.proxy.requests.filter((line) => lineCalls.token.test(line))).toHaveLength(2);
  await expectOnce(given);
});

test.runIf(everything)('an upload continues after its computer slept for an hour', async () => {
  const given = await ready();
  const { world, clock, serviceClock } = given;
  const [reached, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const stall = {
    kind: 'stall',
    side: 'request',
    after: 10_000,
    onReached: reached.resolve,
    release: release.promise,
  } as const;
  world.proxy.fault(lineCalls.create, stall);
  await given.add();
  await reached.promise;
  for (const one of [clock, serviceClock]) one.setNow(one.now() + hour);
  release.resolve();
  await given.allDone();
  expect(world.uploadRequests()).toBe(1);
  await expectOnce(given);
});

test('a token that expires during a batch is renewed once', async () => {
  const given = await ready();
  const { world, serviceClock } = given;
  const [reached, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const stall = {
    kind: 'stall',
    side: 'request',
    after: 10_000,
    onReached: reached.resolve,
    release: release.promise,
  } as const;
  world.proxy.fault(lineCalls.create, stall);
  for (let builds = 0; builds < 4; builds += 1) await given.add();
  await reached.promise;
  // Only the service's clock advances, so the token is refused instead of renewed early.
  serviceClock.setNow(serviceClock.now() + 24 * hour);
  release.resolve();
  await given.allDone();
  expect(world.proxy.requests.filter((line) => lineCalls.token.test(line))).toHaveLength(2);
  await expectOnce(given);
});
