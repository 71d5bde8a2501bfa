/** User actions on single uploads: confirm, pause, reorder and send again. */
import { rm, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createWorld, dropNextResponse, sampleBytes, startWorld, type World } from './uploads-world.ts';

const upload = /^POST .*profiles(\/\d+\/items)?$/;
const noRecipients = { teamIds: [], memberIds: [], emails: [] };
const grace = { ...noRecipients, emails: ['grace@example.org'] };

async function mails(world: World): Promise<readonly string[]> {
  await world.service.idle();
  return (await world.service.outbox.list()).map((message) => message.to).sort();
}

async function addNamed(world: World, names: readonly string[]): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const name of names) {
    const path = await world.build(`${name}.apk`, { id: `org.example.${name}`, label: name });
    ids.push((await world.uploads().add(world.request(path, { activate: false }))).id);
  }
  return ids;
}

test('an upload with askFirst still waits for confirmation after a crash', async () => {
  const { world } = await startWorld();
  const path = await world.build('a.apk');
  const request = world.request(path, { askFirst: true, folderId: 'folder' });
  const { id } = await world.run(request);
  expect(world.uploads().get(id)).toMatchObject({ state: 'ready', package: { versionName: '1.0.0' } });

  const uploads = await world.restart({ crash: true });
  await uploads.idle();
  expect(uploads.get(id)).toMatchObject({ state: 'ready', finishedAt: null });
  expect((await uploads.add(request)).id).toBe(id);
  expect(world.uploadRequests()).toBe(0);

  await writeFile(path, sampleBytes({ versionName: '2.0.0', paddingBytes: 30_000 }));
  expect((await uploads.add(request)).id).toBe(id);
  await uploads.idle();
  expect(uploads.get(id)).toMatchObject({ state: 'ready', package: { versionName: '2.0.0' } });

  uploads.answer(id, true);
  await uploads.idle();
  expect(uploads.get(id)?.state).toBe('done');
  expect((await world.versions()).map((version) => version.version)).toEqual(['2.0.0']);
  expect(await mails(world)).toEqual(['tester@example.org']);
});

test('a file replaced before its confirmation must be confirmed again', async () => {
  const { world, uploads } = await startWorld();
  const path = await world.build('a.apk');
  const { id } = await world.run(world.request(path, { askFirst: true }));
  await writeFile(path, sampleBytes({ versionName: '2.0.0', paddingBytes: 30_000 }));
  uploads.answer(id, true);
  await uploads.idle();
  expect(uploads.get(id)).toMatchObject({ state: 'ready', package: { versionName: '2.0.0' } });
  expect(world.uploadRequests()).toBe(0);
});

test('a declined upload is cancelled until its file is added manually', async () => {
  const { world, uploads } = await startWorld();
  const path = await world.build('a.apk');
  const declined = await world.run(world.request(path, { askFirst: true }));
  uploads.answer(declined.id, false);
  expect(uploads.get(declined.id)).toMatchObject({ state: 'cancelled' });
  expect(() => uploads.answer(declined.id, true)).toThrow('is not waiting for an answer');
  const asked = await world.run(world.request(path, { askFirst: true }));
  expect(uploads.get(asked.id)?.state).toBe('ready');
  expect((await uploads.add(world.request(path))).id).toBe(asked.id);
  await uploads.idle();
  expect(uploads.get(asked.id)?.state).toBe('done');
});

test('an upload paused before its response is looked up when resumed', async () => {
  const { world, uploads } = await startWorld();
  const answered = dropNextResponse(world, upload);
  const { id } = await uploads.add(world.request(await world.build('a.apk')));
  await answered;
  uploads.pauseOne(id);
  expect(uploads.get(id)).toMatchObject({ state: 'paused', pausedIndividually: true });
  await uploads.idle();
  uploads.pause();
  uploads.resume();
  const again = await world.restart();
  await again.idle();
  expect(again.get(id)).toMatchObject({ state: 'paused', pausedIndividually: true });
  again.resumeOne(id);
  expect(() => again.resumeOne(id)).toThrow('is not paused');
  await again.idle();
  expect(again.get(id)?.state).toBe('done');
  expect(world.uploadRequests()).toBe(1);
  expect(() => again.pauseOne(id)).toThrow('cannot be paused');
});

test('an upload paused before its first byte is not looked up when resumed', async () => {
  const world = await createWorld();
  const uploads = world.uploads();
  const states: string[] = [];
  const stop = uploads.events.on('changed', ({ id, timeline }) => {
    if (timeline.at(-1)?.event !== 'uploading') return;
    stop();
    uploads.pauseOne(id);
    uploads.events.on('changed', ({ state }) => states.push(state));
  });
  await uploads.start();
  const { id } = await world.run(world.request(await world.build('a.apk')));
  expect(uploads.get(id)?.state).toBe('paused');
  uploads.resumeOne(id);
  await uploads.idle();
  expect(uploads.get(id)?.state).toBe('done');
  expect(states).not.toContain('confirming');
  expect(world.uploadRequests()).toBe(1);
});

test('an upload waits for an identical upload that is paused', async () => {
  const { world, uploads } = await startWorld();
  const answered = dropNextResponse(world, upload);
  const first = await uploads.add(world.request(await world.build('a.apk')));
  await answered;
  uploads.pauseOne(first.id);
  const same = await world.run(world.request(await world.build('b.apk')));
  expect(uploads.get(same.id)?.state).toBe('queued');
  uploads.resumeOne(first.id);
  await uploads.idle();
  expect([uploads.get(first.id)?.state, uploads.get(same.id)?.state]).toEqual(['done', 'already-there']);
  expect(world.uploadRequests()).toBe(1);
});

test('an upload resumed while the queue is paused waits for the queue', async () => {
  const { world, uploads } = await startWorld();
  uploads.pause();
  const { id } = await world.run(world.request(await world.build('a.apk')));
  uploads.pauseOne(id);
  expect(uploads.get(id)?.pausedIndividually).toBe(true);
  uploads.resumeOne(id);
  await uploads.idle();
  expect(uploads.get(id)).toMatchObject({ state: 'paused', pausedIndividually: false });
  uploads.resume();
  await uploads.idle();
  expect(uploads.get(id)?.state).toBe('done');
});

test('the order of moved uploads survives a crash, with new uploads last', async () => {
  const world = await createWorld();
  const [a = '', b = '', c = ''] = await addNamed(world, ['a', 'b', 'c']);
  world.uploads().move(c, a);
  world.uploads().move(a, null);
  const [d = ''] = await addNamed(world, ['d']);
  expect(() => world.uploads().move(a, 'nobody')).toThrow(
    expect.objectContaining({ code: 'uploads/unknown' }),
  );
  const uploads = await world.restart({ crash: true, start: false });
  const inOrder = uploads.list().toSorted((one, other) => one.order - other.order);
  expect(inOrder.map((view) => view.id)).toEqual([c, b, a, d]);
  await uploads.start();
  await uploads.idle();
  expect(() => uploads.move(a, null)).toThrow(expect.objectContaining({ code: 'uploads/notQueued' }));
});

test('a build can be sent again without a second upload', async () => {
  const { world, uploads } = await startWorld();
  const first = await world.run(world.request(await world.build('a.apk')));
  await rm(uploads.get(first.id)?.path ?? '');
  const again = uploads.sendAgain(first.id);
  expect(uploads.sendAgain(first.id).id).toBe(again.id);
  await uploads.idle();
  const other = uploads.sendAgain(first.id, grace);
  await uploads.idle();
  expect(uploads.get(other.id)).toMatchObject({ state: 'done', target: uploads.get(first.id)?.target });
  expect(await mails(world)).toEqual(['grace@example.org', 'tester@example.org', 'tester@example.org']);
  expect(world.uploadRequests()).toBe(1);
});

test('an upload without activation can be activated and sent later', async () => {
  const { world, uploads } = await startWorld();
  const { id } = await world.run(world.request(await world.build('a.apk'), { activate: false }));
  uploads.sendAgain(id, noRecipients);
  await uploads.idle();
  expect(await world.versions()).toMatchObject([{ isActive: true, lastSendDateTimeUtc: null }]);
  uploads.sendAgain(id, grace);
  await uploads.idle();
  expect(await mails(world)).toEqual(['grace@example.org']);
  expect(world.uploadRequests()).toBe(1);
});

test('a changed version is updated in the upload history', async () => {
  const { world, uploads } = await startWorld({ mailAfterSend: () => 'not-mailed' });
  const first = await world.run(world.request(await world.build('a.apk')));
  expect(uploads.get(first.id)).toMatchObject({ activate: true, mail: 'not-mailed' });
  const version = { accountId: first.accountId, versionId: uploads.get(first.id)?.target?.versionId ?? 0 };
  uploads.updateVersion(version, { active: false });
  expect(uploads.get(first.id)).toMatchObject({
    activate: false,
    mail: 'not-mailed',
    target: { installLink: null },
  });
  uploads.updateVersion(version, { active: true });
  expect(uploads.get(first.id)).toMatchObject({ activate: true, mail: 'not-mailed' });
  uploads.updateVersion(version, { mail: 'mailed' });
  const again = await world.restart();
  expect(again.get(first.id)).toMatchObject({ activate: true, mail: 'mailed' });
});

test('pausing with `finish` lets a running upload complete', async () => {
  const { world, uploads } = await startWorld();
  world.proxy.fault(upload, { kind: 'slow', bytesPerSecond: 200_000 }, { times: 1 });
  const path = await world.build('a.apk', { paddingBytes: 300_000 });
  const { id } = await uploads.add(world.request(path, { activate: false }));
  await expect.poll(() => uploads.get(id)?.state).toBe('uploading');
  uploads.pause({ finish: true });
  const [other = ''] = await addNamed(world, ['later']);
  await uploads.idle();
  expect(uploads.get(id)?.state).toBe('done');
  expect(uploads.get(other)?.state).toBe('paused');
  expect(world.uploadRequests()).toBe(1);
});

for (const crash of [false, true]) {
  test(`a build sent again is mailed once after a ${crash ? 'crash' : 'stop'}`, async () => {
    const { world } = await startWorld();
    const { id } = await world.run(world.request(await world.build('a.apk')));
    const answered = dropNextResponse(world, /send$/);
    const again = world.uploads().sendAgain(id, grace);
    await answered;
    const uploads = await world.restart({ crash });
    await uploads.idle();
    expect(uploads.get(again.id)?.state).toBe('done');
    expect(await mails(world)).toEqual(['grace@example.org', 'tester@example.org']);
  });
}

test('a deleted version is not sent again until it is uploaded again', async () => {
  const { world, uploads } = await startWorld();
  const path = await world.build('a.apk');
  const { id } = await world.run(world.request(path));
  await world.removeVersion(uploads.get(id)?.target?.versionId ?? 0);
  const again = uploads.sendAgain(id);
  await uploads.idle();
  expect(uploads.get(again.id)).toMatchObject({ state: 'failed', failure: { code: 'uploads/gone' } });
  expect(uploads.get(id)?.state).toBe('done');
  uploads.retry(again.id);
  await uploads.idle();
  expect(uploads.get(again.id)?.state).toBe('done');
  expect(() => uploads.sendAgain('nobody')).toThrow(expect.objectContaining({ code: 'uploads/unknown' }));
});

test('an upload that has not arrived cannot be sent again', async () => {
  const world = await createWorld();
  const { id } = await world.uploads().add(world.request(await world.build('a.apk')));
  expect(() => world.uploads().sendAgain(id)).toThrow(
    expect.objectContaining({ code: 'uploads/notSendable' }),
  );
});
