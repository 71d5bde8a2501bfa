import { expect, test } from 'vitest';
import { createWorld, dropNextResponse, holdNextRequest, startWorld } from './uploads-world.ts';

const upload = /^POST .*profiles(\/\d+\/items)?$/;

test('a queued upload continues after a restart', async () => {
  const world = await createWorld();
  const { id } = await world.uploads().add(world.request(await world.build('a.apk')));
  const uploads = await world.restart();
  await uploads.idle();
  expect(uploads.get(id)?.state).toBe('done');
  expect(await world.versions()).toHaveLength(1);
});

for (const crash of [false, true]) {
  const how = crash ? 'crash' : 'stop';

  test(`an upload interrupted by a ${how} is completed once`, async () => {
    const { world } = await startWorld();
    const hold = holdNextRequest(world, upload);
    const { id } = await world.uploads().add(world.request(await world.build('a.apk')));
    await hold.reached;
    const uploads = await world.restart({ crash, start: false });
    hold.release();
    expect(uploads.get(id)?.finishedAt).toBeNull();
    await uploads.start();
    await uploads.idle();
    expect(uploads.get(id)?.state).toBe('done');
    expect(await world.versions()).toHaveLength(1);
  });

  test(`a build that arrives late after a ${how} is not uploaded again`, async () => {
    const { world } = await startWorld();
    world.proxy.fault(upload, { kind: 'late', bytesPerSecond: 20_000 });
    const { id } = await world.uploads().add(world.request(await world.build('a.apk')));
    await world.until(id, ({ state }) => state === 'retrying');
    await world.restart({ crash });
    const view = await world.until(id, ({ finishedAt }) => finishedAt !== null);
    expect(view).toMatchObject({ state: 'done', failure: null });
    expect(world.uploadRequests()).toBe(1);
    expect(await world.versions()).toHaveLength(1);
  });

  test(`a build that arrived just before a ${how} is not uploaded again`, async () => {
    const { world } = await startWorld();
    const answered = dropNextResponse(world, upload);
    const { id } = await world.uploads().add(world.request(await world.build('a.apk')));
    await answered;
    const uploads = await world.restart({ crash });
    await uploads.idle();
    expect(uploads.get(id)).toMatchObject({ state: 'done', failure: null });
    expect(world.uploadRequests()).toBe(1);
    expect(await world.versions()).toHaveLength(1);
  });

  test(`an uploaded build is only activated after a ${how}`, async () => {
    const { world } = await startWorld();
    const requested = Promise.withResolvers<void>();
    world.proxy.fault(
      /activate$/,
      { kind: 'hold', release: new Promise<void>(() => {}) },
      { onMatch: requested.resolve },
    );
    const { id } = await world.uploads().add(world.request(await world.build('a.apk')));
    await requested.promise;
    const uploads = await world.restart({ crash });
    await uploads.idle();
    expect(uploads.get(id)?.state).toBe('done');
    expect(world.uploadRequests()).toBe(1);
    expect((await world.versions()).map((version) => version.isActive)).toEqual([true]);
  });

  test(`recipients get one message despite a ${how} before the response`, async () => {
    const { world } = await startWorld();
    const answered = dropNextResponse(world, /send$/);
    const { id } = await world.uploads().add(world.request(await world.build('a.apk')));
    await answered;
    const uploads = await world.restart({ crash });
    await uploads.idle();
    expect(uploads.get(id)?.state).toBe('done');
    await world.service.idle();
    expect(await world.service.outbox.list()).toHaveLength(1);
  });
}

test('a cancelled upload that is retried creates no duplicate', async () => {
  const { world, uploads } = await startWorld();
  const hold = holdNextRequest(world, upload);
  const path = await world.build('a.apk');
  const { id } = await uploads.add(world.request(path, { folderId: 'folder' }));
  await hold.reached;
  expect(() => uploads.remove(id)).toThrow(expect.objectContaining({ code: 'uploads/notFinished' }));
  expect(() => uploads.retry(id)).toThrow(expect.objectContaining({ code: 'uploads/notRepeatable' }));
  uploads.cancel(id);
  expect(uploads.get(id)?.state).toBe('cancelled');
  hold.release();
  await uploads.idle();
  expect((await uploads.add(world.request(path, { folderId: 'folder' }))).state).toBe('cancelled');
  uploads.cancel(id);
  uploads.retry(id);
  await uploads.idle();
  expect(uploads.get(id)?.state).toBe('done');
  expect(await world.versions()).toHaveLength(1);
  uploads.remove(id);
  expect(() => uploads.cancel(id)).toThrow(expect.objectContaining({ code: 'uploads/unknown' }));
});

test('a pause interrupts uploads and survives a restart', async () => {
  const { world } = await startWorld();
  const hold = holdNextRequest(world, upload);
  const one = await world.uploads().add(world.request(await world.build('a.apk')));
  await hold.reached;
  const announced: boolean[] = [];
  world.uploads().events.on('paused', (paused) => announced.push(paused));
  world.uploads().pause();
  const two = await world.run(world.request(await world.build('b.apk', { versionName: '2.0' })));
  hold.release();
  expect(announced).toEqual([true]);
  expect(
    world
      .uploads()
      .list()
      .map((view) => view.state),
  ).toEqual(['paused', 'paused']);
  const uploads = await world.restart();
  expect(uploads.paused()).toBe(true);
  await uploads.idle();
  uploads.resume();
  await uploads.idle();
  expect([uploads.get(one.id)?.state, uploads.get(two.id)?.state]).toEqual(['done', 'done']);
  expect(await world.versions()).toHaveLength(2);
});

test('a file whose cancelled upload arrived is not uploaded again', async () => {
  const { world, uploads } = await startWorld();
  const answered = dropNextResponse(world, upload);
  const path = await world.build('a.apk');
  const first = await uploads.add(world.request(path));
  await answered;
  uploads.cancel(first.id);
  await uploads.idle();
  const second = await uploads.add(world.request(path));
  expect(second.id).not.toBe(first.id);
  await uploads.idle();
  expect(uploads.get(second.id)?.state).toBe('done');
  expect(world.uploadRequests()).toBe(1);
  expect((await world.versions()).map((version) => version.isActive)).toEqual([true]);
});
