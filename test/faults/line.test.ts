/** Faults at every call between client and service: each build is delivered and sent once. */
import { expect, test } from 'vitest';
import { createWorld, type World } from '../contract/uploads/uploads-world.ts';
import { createFakeClock, type FakeClock } from '../fakes/fake-clock.ts';
import { advanceTimeUntil } from './advance-time.ts';
import { assess, buildPath, type MadeBuild, numberedApk, writeBuild } from './deliveries.ts';
import { type LineCall, type LineFault, lineCallNames, lineCalls, lineFaults } from './line-faults.ts';
import { type Random, randomFrom } from './random.ts';
import { addToTally, everything, seed } from './tally.ts';

const recipients = ['tester@example.org'];

type Round = {
  readonly world: World;
  readonly clock: FakeClock;
  readonly builds: MadeBuild[];
  readonly random: Random;
};

/** Waits until the upload is finished or blocked. Returns the error code, or the final state. */
async function settled({ world, clock }: Round, id: string): Promise<string> {
  const uploads = world.uploads();
  const block = () => uploads.blocks().find(({ until }) => until === null);
  await advanceTimeUntil(clock, world, () => uploads.get(id)?.finishedAt !== null || block() !== undefined);
  const view = uploads.get(id);
  return block()?.failure.code ?? view?.failure?.code ?? view?.state ?? 'gone';
}

/** Signs in again or retries the upload, as its failure requires. */
async function tryAgain(world: World, id: string): Promise<void> {
  const uploads = world.uploads();
  const [block] = uploads.blocks();
  if (!block) return uploads.retry(id);
  expect(block.failure.remedy).toBe('sign-in');
  await world.signIn();
  uploads.unblock(block.accountId);
}

/** Delivers one build while a call fails. Then removes the fault, and retries if the upload needs it. */
async function deliver(round: Round, call: LineCall, fault: LineFault): Promise<void> {
  const { world, clock, builds, random } = round;
  const where = `${fault.name} at ${call}`;
  const number = builds.length + 1;
  const app = call === 'create' || call === 'list' ? `new${number}` : 'shop';
  const made = await writeBuild(buildPath(world.folder, number), number, numberedApk(number, { app }));
  builds.push(made);
  let met = 0;
  world.proxy.decide((line, { headers }) => {
    if (!lineCalls[call].test(line) || (met > 0 && !fault.always)) return null;
    met += 1;
    return fault.make(random, Number(headers['content-length'] ?? 0));
  });
  const reason = fault.blocksWith?.(call) ?? null;
  const began = clock.now();
  const { id } = await world.uploads().add(world.request(made.path));
  expect(await settled(round, id), where).toBe(reason ?? 'done');
  expect(met, where).toBeGreaterThan(0);
  if (fault.minRetryMs) expect(clock.now() - began, where).toBeGreaterThanOrEqual(fault.minRetryMs);
  world.proxy.decide(null);
  if (reason === null) return;
  await tryAgain(world, id);
  expect(await settled(round, id), `${where}, tried again`).toBe('done');
}

async function tryAll(fault: LineFault, random: Random): Promise<void> {
  const clock = createFakeClock();
  const round = { world: await createWorld({ clock, retry: null }), clock, builds: [], random };
  await round.world.uploads().start();
  for (const call of lineCallNames) await deliver(round, call, fault);
  const user = round.world.service.firstUser;
  if (!user) throw new Error('the service made no first user');
  const { lost, duplicated, strange } = await assess(round.world.service, user, round.builds, recipients);
  addToTally({ builds: round.builds.length, lost: lost.length, duplicated: duplicated.length });
  expect({ lost, duplicated, strange }).toEqual({ lost: [], duplicated: [], strange: [] });
}

for (const fault of lineFaults.filter(({ short }) => everything || short)) {
  test(`each build is delivered once: ${fault.name} at each call`, async () => {
    const random = randomFrom(seed);
    for (let round = 0; round < (everything ? 3 : 1); round += 1) await tryAll(fault, random);
  }, 120_000);
}

/**
 * A proxy may repeat non-idempotent requests despite RFC 9110, 9.2.2. The client, which receives only one
 * response, must still activate only one version.
 */
test.runIf(everything)(
  'a request that a proxy repeats leaves one active version',
  async () => {
    const clock = createFakeClock();
    const world = await createWorld({ clock, retry: null });
    await world.uploads().start();
    const user = world.service.firstUser;
    if (!user) throw new Error('the service made no first user');
    const builds: MadeBuild[] = [];
    const found: string[][] = [];
    for (const call of lineCallNames) {
      const number = builds.length + 1;
      const app = call === 'create' || call === 'list' ? `new${number}` : 'shop';
      const made = await writeBuild(buildPath(world.folder, number), number, numberedApk(number, { app }));
      builds.push(made);
      world.proxy.fault(lineCalls[call], { kind: 'twice' });
      const { id } = await world.uploads().add(world.request(made.path));
      expect(await settled({ world, clock, builds, random: randomFrom(seed) }, id), call).toBe('done');
      const { lost, duplicated } = await assess(world.service, user, [made], recipients);
      expect(lost, call).toEqual([]);
      if (duplicated.length > 0) found.push([call, ...duplicated]);
      const ofBuild = (await world.versions()).filter((version) =>
        JSON.stringify(version).includes(made.sha256),
      );
      expect(
        ofBuild.filter((version) => version.isActive),
        call,
      ).toHaveLength(1);
      expect(
        ofBuild.filter((version) => version.lastSendDateTimeUtc !== null),
        call,
      ).toHaveLength(1);
    }
    expect(found).toEqual([
      ['create', 'build 4 is on the service 2 times'],
      ['upload', 'build 5 is on the service 2 times'],
      ['send', 'tester@example.org was notified 2 times of build 7'],
    ]);
  },
  120_000,
);
