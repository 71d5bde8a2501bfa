/** A network failure never fails an upload. The upload continues as soon as the network is back. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { textOf } from '../../../main/messages/text.ts';
import { inEnglish } from '../../english.ts';
import { createFakeClock } from '../../fakes/fake-clock.ts';
import { advanceTimeUntil } from '../../faults/advance-time.ts';
import { startFaultProxy } from '../api/fault-proxy.ts';
import { holdNextRequest, startWorld, type World } from './uploads-world.ts';

const upload = /^POST .*profiles(\/\d+\/items)?$/;
const finished = (view: { finishedAt: number | null }): boolean => view.finishedAt !== null;

async function serviceIsBack(world: World): Promise<void> {
  await startFaultProxy(world.service.url, Number(new URL(world.proxy.url).port));
}

test('an unreachable service is retried without using up attempts', async () => {
  const { world, uploads } = await startWorld();
  await world.proxy.stop();
  const { id } = await uploads.add(world.request(await world.build('a.apk')));
  const attempts = (view: { timeline: readonly { event: string }[] }): number =>
    view.timeline.filter(({ event }) => event === 'retry').length;
  const waiting = await world.until(id, (view) => finished(view) || attempts(view) > 8);
  expect(inEnglish(waiting)).toMatchObject({
    state: 'retrying',
    stateLabel: 'Waiting for the network',
    failure: { code: 'api/connectionRefused' },
  });
  const back = await startFaultProxy(world.service.url, Number(new URL(world.proxy.url).port));
  back.fault(upload, { kind: 'answer', status: 503 }, { times: 2 });
  expect(inEnglish(await world.until(id, finished))).toMatchObject({ state: 'done', failure: null });
  expect(inEnglish(await world.versions())).toHaveLength(1);
});

test('a waiting retry starts immediately when the network is back', async () => {
  const retry = { attempts: 4, firstDelayMs: 3_600_000, maxDelayMs: 3_600_000 };
  const { world, uploads } = await startWorld({ retry });
  await world.proxy.stop();
  const { id } = await uploads.add(world.request(await world.build('a.apk')));
  await world.until(id, ({ state }) => state === 'retrying');
  await serviceIsBack(world);
  uploads.wake();
  expect(await world.until(id, finished)).toMatchObject({ state: 'done' });
});

test.each(['a restart', 'adding the file again'])('%s retries a waiting upload immediately', async (by) => {
  const retry = { attempts: 4, firstDelayMs: 3_600_000, maxDelayMs: 3_600_000 };
  const { world } = await startWorld({ retry });
  await world.proxy.stop();
  const request = world.request(await world.build('a.apk'));
  const { id } = await world.uploads().add(request);
  await world.until(id, ({ state }) => state === 'retrying');
  await serviceIsBack(world);
  if (by === 'a restart') await world.restart();
  else expect((await world.uploads().add(request)).id).toBe(id);
  expect(await world.until(id, finished)).toMatchObject({ state: 'done' });
});

test('an upload that stalls after sleep is restarted and stored once', async () => {
  const clock = createFakeClock();
  const { world, uploads } = await startWorld({ clock });
  const hold = holdNextRequest(world, upload);
  const { id } = await uploads.add(world.request(await world.build('a.apk')));
  await hold.reached;
  // Leaves time for the last progress event of the bytes sent so far.
  for (let second = 0; second < 5; second += 1) await clock.advance(1_000).then(() => pause(20));
  uploads.wake({ afterSleep: true });
  const looking = world.until(id, ({ state }) => state === 'confirming');
  await clock.advance(10_000);
  await looking;
  hold.release();
  let view = uploads.get(id);
  while (view?.finishedAt === null) {
    await clock.advance(30);
    await pause(2);
    view = uploads.get(id);
  }
  expect(view).toMatchObject({ state: 'done', failure: null });
  expect(await world.versions()).toHaveLength(1);
});

test('an upload that progresses after sleep is not interrupted', async () => {
  const clock = createFakeClock();
  const { world, uploads } = await startWorld({ clock });
  world.proxy.fault(upload, { kind: 'slow', bytesPerSecond: 2_000_000 });
  const path = await world.build('a.apk', { paddingBytes: 6_000_000 });
  const moves = new Promise<void>((resolve) => {
    uploads.events.on('progress', ({ sentBytes }) => sentBytes > 0 && resolve());
  });
  const { id } = await uploads.add(world.request(path));
  const going = setInterval(() => void clock.advance(100), 10);
  await moves;
  uploads.wake({ afterSleep: true });
  const view = await world.until(id, finished);
  clearInterval(going);
  expect(view).toMatchObject({ state: 'done' });
  expect(view.timeline.filter(({ event }) => event === 'uploading')).toHaveLength(1);
  expect(world.uploadRequests()).toBe(1);
});

test('an upload that a proxy delays for 170 seconds is stored once', async () => {
  const clock = createFakeClock();
  const { world, uploads } = await startWorld({ clock, retry: null });
  const gate = Promise.withResolvers<void>();
  world.proxy.fault(upload, { kind: 'silent', release: gate.promise });
  world.proxy.fault(/^HEAD/, { kind: 'stall', side: 'answer', after: 0 }, { times: 99 });
  const { id } = await uploads.add(world.request(await world.build('a.apk', { paddingBytes: 3_000_000 })));
  const labels = new Set<string>();
  uploads.events.on('changed', ({ stateLabel }) => labels.add(textOf(stateLabel)));
  const isFinished = (): boolean => {
    if (clock.monotonic() >= 170_000) gate.resolve();
    return uploads.get(id)?.finishedAt !== null;
  };
  expect(await advanceTimeUntil(clock, world, isFinished)).toBe(true);
  expect(uploads.get(id)).toMatchObject({ state: 'done', failure: null });
  expect(labels).toContain('Checking whether it arrived');
  expect(world.uploadRequests()).toBe(1);
  expect(await world.versions()).toHaveLength(1);
}, 120_000);
