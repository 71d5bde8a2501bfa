/** No build is lost or uploaded twice if a gateway responds instead of the service. */
import { describe, expect, test } from 'vitest';
import { createWorld, type World } from '../contract/uploads/uploads-world.ts';
import type { Fault } from '../fakes/fault-proxy.ts';
import { addToTally, everything } from './tally.ts';

const page = { headers: { 'content-type': 'text/html' }, body: '<html><h1>gateway says no</h1></html>' };
const upload = /^POST \S+\/profiles(\/\d+)?$/;

/** Expects the build to be done and on the service once. */
async function expectOnce(world: World, id: string): Promise<void> {
  await world.until(id, ({ state }) => state === 'done' || state === 'failed');
  world.proxy.decide(null);
  const count = (await world.versions()).length;
  addToTally({ builds: 1, lost: count === 0 ? 1 : 0, duplicated: Math.max(0, count - 1) });
  expect([world.uploads().get(id)?.state, count]).toEqual(['done', 1]);
}

async function queueBuild(world: World): Promise<string> {
  return (await world.uploads().add(world.request(await world.build('notes.apk')))).id;
}

const refusals = Array.from({ length: 100 }, (_, at) => 400 + at);
const selected = everything ? refusals : [400, 401, 403, 404, 407, 408, 413, 429, 499];

describe('an upload that is stored although the response is an error', () => {
  test.each(selected)('is not sent again after status %i from a gateway', async (status) => {
    const world = await createWorld();
    await world.uploads().start();
    world.proxy.fault(upload, { kind: 'answer-after', status, ...page });
    await expectOnce(world, await queueBuild(world));
    expect(world.uploadRequests()).toBe(1);
  });

  test('is found and not resent when retried manually after a service error', async () => {
    const world = await createWorld();
    await world.uploads().start();
    const body = '{"title":"Refused"}';
    world.proxy.fault(upload, { kind: 'answer-after', status: 400, body });
    const id = await queueBuild(world);
    await world.until(id, ({ state }) => state === 'failed');
    world.uploads().retry(id);
    await expectOnce(world, id);
    expect(world.uploadRequests()).toBe(1);
  });
});

const answers: readonly (readonly [string, Fault])[] = [
  ['a redirect', { kind: 'answer', status: 302, headers: { location: 'http://127.0.0.1:9/login' } }],
  ...[200, 401, 403, 404, 429, 503, 511].map(
    (status) => [`a web page with ${status}`, { kind: 'answer', status, ...page }] as const,
  ),
];

describe('a build uploaded behind a captive portal', () => {
  test.each(answers)('is stored once after the portal disappears: %s', async (_, fault) => {
    const world = await createWorld({
      retry: { attempts: 8, firstDelayMs: 30, maxDelayMs: 150 },
    });
    await world.signIn();
    let left = 6;
    world.proxy.decide(() => {
      left -= 1;
      return left < 0 ? null : fault;
    });
    await world.uploads().start();
    await expectOnce(world, await queueBuild(world));
  });

  test.each(answers)('is stored once if the portal appears when the upload starts: %s', async (_, fault) => {
    const world = await createWorld({
      retry: { attempts: 8, firstDelayMs: 30, maxDelayMs: 150 },
    });
    await world.uploads().start();
    let left = 4;
    let hasBegun = false;
    world.proxy.decide((line) => {
      hasBegun ||= upload.test(line);
      if (!hasBegun) return null;
      left -= 1;
      return left < 0 ? null : fault;
    });
    await expectOnce(world, await queueBuild(world));
  });
});
