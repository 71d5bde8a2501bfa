import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createWorld, sampleBytes, startWorld } from './uploads-world.ts';

const upload = /^POST .*profiles(\/\d+\/items)?$/;
const finished = (view: { finishedAt: number | null }): boolean => view.finishedAt !== null;
const problem = { 'content-type': 'application/problem+json' };

test('an upload whose response was lost is found and not repeated', async () => {
  const { world, uploads } = await startWorld();
  world.proxy.fault(upload, { kind: 'cut-after' });
  const { id } = await uploads.add(world.request(await world.build('a.apk')));
  const view = await world.until(id, finished);
  expect(view).toMatchObject({ state: 'done', failure: null });
  expect(view.sha256).toMatch(/^[0-9a-f]{64}$/);
  expect(world.uploadRequests()).toBe(1);
  expect(await world.versions()).toHaveLength(1);
  const next = await uploads.add(world.request(await world.build('b.apk', { versionName: '2.0' })));
  world.proxy.fault(upload, { kind: 'cut-after' });
  expect(await world.until(next.id, finished)).toMatchObject({ state: 'done' });
  expect(world.uploadRequests()).toBe(2);
  expect(await world.versions()).toHaveLength(2);
  expect(view.sentInMs, 'how long it took is not known').toBeNull();
});

test('an upload that arrives after its connection broke is not repeated', async () => {
  const { world, uploads } = await startWorld();
  const bytesPerSecond = 100_000;
  world.proxy.fault(upload, { kind: 'slow', bytesPerSecond });
  const first = await uploads.add(world.request(await world.build('a.apk', { paddingBytes: 100_000 })));
  expect(await world.until(first.id, finished)).toMatchObject({ state: 'done' });
  world.proxy.fault(upload, { kind: 'late', bytesPerSecond });
  const path = await world.build('b.apk', { versionName: '2.0', paddingBytes: 100_000 });
  const second = await uploads.add(world.request(path));
  expect(await world.until(second.id, finished)).toMatchObject({ state: 'done' });
  expect(world.uploadRequests()).toBe(2);
  expect(await world.versions()).toHaveLength(2);
});

test('the queue repeats an upload interrupted before it arrived', async () => {
  const { world, uploads } = await startWorld();
  world.proxy.fault(upload, { kind: 'cut-before' }, { times: 2 });
  const { id } = await uploads.add(world.request(await world.build('a.apk')));
  expect(await world.until(id, finished)).toMatchObject({ state: 'done' });
  expect(await world.versions()).toHaveLength(1);
});

test('a busy service is retried after its Retry-After time', async () => {
  const world = await createWorld();
  const uploads = world.uploads();
  world.proxy.fault(upload, {
    kind: 'answer',
    status: 503,
    headers: { ...problem, 'retry-after': '1' },
    body: '{"title":"Busy","status":503}',
  });
  await uploads.start();
  const before = Date.now();
  const { id } = await uploads.add(world.request(await world.build('a.apk')));
  const waiting = await world.until(id, (view) => view.state === 'retrying');
  expect(waiting.retryAt).toBeGreaterThanOrEqual(before + 1_000);
  expect(waiting.failure?.code).toMatch(/^api\//);
  expect(await world.until(id, finished)).toMatchObject({ state: 'done', failure: null, retryAt: null });
  expect(await world.versions()).toHaveLength(1);
});

test('a failed activation is retried without a second upload', async () => {
  const { world, uploads } = await startWorld();
  world.proxy.fault(/activate$/, { kind: 'answer', status: 500, body: 'oops' });
  const { id } = await uploads.add(world.request(await world.build('a.apk')));
  expect(await world.until(id, finished)).toMatchObject({ state: 'done' });
  expect(world.uploadRequests()).toBe(1);
});

test('an upload whose activation is refused fails and can be retried', async () => {
  const world = await createWorld();
  const uploads = world.uploads();
  world.proxy.fault(/activate$/, {
    kind: 'answer',
    status: 403,
    headers: problem,
    body: '{"title":"Not allowed","status":403}',
  });
  await uploads.start();
  const { id } = await uploads.add(world.request(await world.build('a.apk')));
  const failed = await world.until(id, finished);
  expect(failed.state).toBe('failed');
  expect(failed.target).not.toBeNull();
  uploads.retry(id);
  await uploads.idle();
  expect(uploads.get(id)).toMatchObject({ state: 'done', target: failed.target });
  expect(world.uploadRequests()).toBe(1);
});

test('a send request whose response was lost is not repeated', async () => {
  const { world, uploads } = await startWorld();
  world.proxy.fault(/send$/, { kind: 'cut-after' });
  const { id } = await uploads.add(world.request(await world.build('a.apk')));
  expect(await world.until(id, finished)).toMatchObject({ state: 'done' });
  await world.service.idle();
  expect(await world.service.outbox.list()).toHaveLength(1);
});

test('a version deleted before its activation is uploaded again on a retry', async () => {
  const { world, uploads } = await startWorld();
  const gate = Promise.withResolvers<void>();
  world.proxy.fault(/activate$/, { kind: 'hold', release: gate.promise });
  const { id } = await uploads.add(world.request(await world.build('a.apk')));
  const arrived = await world.until(id, (view) => view.state === 'activating');
  await world.removeVersion(arrived.target?.versionId ?? 0);
  gate.resolve();
  expect(await world.until(id, finished)).toMatchObject({
    state: 'failed',
    failure: { code: 'uploads/gone' },
  });
  uploads.retry(id);
  await uploads.idle();
  expect(uploads.get(id)?.state).toBe('done');
  expect((await world.versions()).map((version) => version.isActive)).toEqual([true]);
});

test('an upload that is answered with a web page fails', async () => {
  const { world, uploads } = await startWorld();
  const page = {
    kind: 'answer',
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: '<html><title>Sign in</title></html>',
  } as const;
  world.proxy.fault(upload, page, { times: 99 });
  const { id } = await uploads.add(world.request(await world.build('a.apk')));
  const view = await world.until(id, finished);
  expect(view).toMatchObject({ state: 'failed', target: null });
  expect(view.failure?.code).toMatch(/^api\//);
  expect(await world.versions()).toEqual([]);
});

test('a build that the service rejects fails without a retry', async () => {
  const world = await createWorld();
  const uploads = world.uploads();
  world.proxy.fault(upload, {
    kind: 'answer',
    status: 413,
    headers: problem,
    body: '{"title":"Too large","status":413}',
  });
  await uploads.start();
  const { id } = await uploads.add(world.request(await world.build('a.apk')));
  expect(await world.until(id, finished)).toMatchObject({ state: 'failed', target: null });
  expect(world.uploadRequests()).toBe(1);
});

test('an invalid, incomplete or missing file is refused with the reason', async () => {
  const { world, uploads } = await startWorld();
  const text = join(world.folder, 'notes.apk');
  await writeFile(text, 'this is no build');
  const half = await world.build('half.apk');
  const { id: textId } = await uploads.add(world.request(text));
  await writeFile(half, sampleBytes().subarray(0, 5_000));
  const { id: halfId } = await uploads.add(world.request(half));
  await uploads.idle();
  for (const id of [textId, halfId]) {
    expect(uploads.get(id)).toMatchObject({ state: 'failed', package: null });
    expect(uploads.get(id)?.failure?.code).toMatch(/^package\//);
  }
  await expect(uploads.add(world.request(join(world.folder, 'nowhere.apk')))).rejects.toMatchObject({
    code: 'file/missing',
  });
  await expect(uploads.add(world.request(world.folder))).rejects.toMatchObject({ code: 'uploads/notAFile' });
  expect(uploads.list()).toHaveLength(2);
  expect(world.uploadRequests()).toBe(0);
});

test('an incomplete watched file is uploaded once it is complete', async () => {
  const { world, uploads } = await startWorld();
  const path = await world.build('a.apk');
  await writeFile(path, sampleBytes().subarray(0, 5_000));
  const first = await uploads.add(world.request(path, { folderId: 'folder' }));
  await world.until(first.id, (view) => view.state === 'failed');
  await writeFile(path, sampleBytes());
  const second = await uploads.add(world.request(path, { folderId: 'folder' }));
  expect(second.id).toBe(first.id);
  await uploads.idle();
  expect(uploads.get(first.id)?.state).toBe('done');
});

test('an upload whose file was deleted fails', async () => {
  const world = await createWorld();
  const uploads = world.uploads();
  const path = await world.build('a.apk');
  const { id } = await uploads.add(world.request(path));
  await rm(path);
  await uploads.start();
  await uploads.idle();
  expect(uploads.get(id)).toMatchObject({ state: 'failed', failure: { code: 'file/missing' } });
});
