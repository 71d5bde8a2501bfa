/** Upload progress over a real connection to a service that stalls, is slow, or delays its response. */
import { expect, test } from 'vitest';
import { textOf } from '../../../main/messages/text.ts';
import type { UploadProgress } from '../../../main/uploads/upload-view.ts';
import { inEnglish } from '../../english.ts';
import { createFakeClock, type FakeClock } from '../../fakes/fake-clock.ts';
import { createWorld, type World } from './uploads-world.ts';

const upload = /^POST .*profiles(\/\d+\/items)?$/;
const paddingBytes = 30_000_000;

/** Starts the upload of a build. `reports` collects its progress events. */
async function sending(world: World) {
  const uploads = world.uploads();
  const reports: UploadProgress[] = [];
  uploads.events.on('progress', (progress) => reports.push(progress));
  await uploads.start();
  const { id } = await uploads.add(world.request(await world.build('a.apk', { paddingBytes })));
  return { id, reports, done: () => world.until(id, ({ finishedAt }) => finishedAt !== null) };
}

/** Advances the clock, with pauses for the connection, until `isSo` returns true. */
async function passUntil(clock: FakeClock, isSo: () => boolean): Promise<void> {
  while (!isSo()) {
    await clock.advance(250);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

test('an upload reports how long the service has read no data', async () => {
  const clock = createFakeClock(Date.now());
  const world = await createWorld({ clock });
  const reading = Promise.withResolvers<void>();
  const after = 5_000_000;
  const release = reading.promise;
  world.proxy.fault(upload, { kind: 'stall', side: 'request', after, release, bytesPerSecond: 15_000_000 });
  const { id, reports, done } = await sending(world);
  const silent = () => {
    const since = reports.slice(reports.findLastIndex(({ stall }) => stall === null) + 1);
    return since.filter(({ sentBytes }) => sentBytes > 0);
  };
  await passUntil(clock, () => (silent().at(-1)?.stall?.seconds ?? 0) >= 20);
  for (const { sentBytes, totalBytes, bytesPerSecond, secondsLeft, stateLabel } of silent()) {
    expect(inEnglish({ bytesPerSecond, secondsLeft, stateLabel })).toEqual({
      ...{ bytesPerSecond: null, secondsLeft: null },
      stateLabel: 'No answer',
    });
    expect(inEnglish(sentBytes)).toBeLessThan(totalBytes);
  }
  const seconds = silent().flatMap(({ stall }) => stall?.seconds ?? []);
  expect(inEnglish(seconds)).toEqual(seconds.toSorted((a, b) => a - b));
  expect(inEnglish(seconds[0])).toBe(10);
  expect(inEnglish(world.uploads().get(id))).toMatchObject({ state: 'uploading', stateLabel: 'No answer' });
  const before = reports.length;
  reading.resolve();
  let isDone = false;
  const ended = done().finally(() => {
    isDone = true;
  });
  await passUntil(clock, () => isDone);
  expect(inEnglish(reports.slice(before).some(({ stateLabel }) => textOf(stateLabel) === 'Uploading'))).toBe(
    true,
  );
  expect(inEnglish(await ended)).toMatchObject({ state: 'done', stateLabel: 'Mailed', stall: null });
  expect(inEnglish(world.uploadRequests())).toBe(1);
});

test('an upload shows that a slow service is processing the build', async () => {
  const clock = createFakeClock(Date.now());
  const world = await createWorld({ clock });
  const answering = Promise.withResolvers<void>();
  world.proxy.fault(upload, { kind: 'stall', side: 'answer', after: 0, release: answering.promise });
  const { id, reports, done } = await sending(world);
  const last = () => reports.at(-1);
  await passUntil(
    clock,
    () => (last()?.stall?.reason === 'response' ? (last()?.stall?.seconds ?? 0) : 0) >= 100,
  );
  expect(inEnglish(world.uploads().get(id))).toMatchObject({
    ...{ state: 'uploading', stateLabel: 'The service is processing it' },
    ...{ bytesPerSecond: null, secondsLeft: null },
  });
  expect(inEnglish(last()?.sentBytes)).toBe(last()?.totalBytes);
  answering.resolve();
  let isDone = false;
  const ended = done().finally(() => {
    isDone = true;
  });
  await passUntil(clock, () => isDone);
  expect(inEnglish(await ended)).toMatchObject({ state: 'done' });
  expect(inEnglish(world.uploadRequests())).toBe(1);
});

test('a stall before the upload is shown until the service responds', async () => {
  const clock = createFakeClock(Date.now());
  const world = await createWorld({ clock });
  const listing = Promise.withResolvers<void>();
  world.proxy.fault(/^GET .*profiles$/, { kind: 'hold', release: listing.promise });
  const { id, reports, done } = await sending(world);
  await passUntil(clock, () => (reports.at(-1)?.stall?.seconds ?? 0) >= 10);
  expect(inEnglish(world.uploads().get(id))).toMatchObject({
    ...{ state: 'uploading', stateLabel: 'No answer', sentBytes: 0 },
    stall: { reason: 'acknowledgement' },
  });
  const before = reports.length;
  listing.resolve();
  let isDone = false;
  const ended = done().finally(() => {
    isDone = true;
  });
  await passUntil(clock, () => isDone);
  expect(inEnglish(reports.slice(before).some(({ stateLabel }) => textOf(stateLabel) === 'Uploading'))).toBe(
    true,
  );
  expect(inEnglish(await ended)).toMatchObject({ state: 'done', stall: null });
});

test('a service that reads slowly is not shown as stalled', async () => {
  const world = await createWorld();
  world.proxy.fault(upload, { kind: 'slow', bytesPerSecond: 15_000_000 });
  const { reports, done } = await sending(world);
  expect(await done()).toMatchObject({ state: 'done' });
  const sent = reports.map(({ sentBytes }) => sentBytes);
  expect(sent).toEqual(sent.toSorted((a, b) => a - b));
  expect(reports.some(({ stall }) => stall?.reason === 'acknowledgement')).toBe(false);
  for (const { sentBytes, totalBytes, stall } of reports) {
    expect(sentBytes === totalBytes).toBe(stall?.reason === 'response');
  }
});
