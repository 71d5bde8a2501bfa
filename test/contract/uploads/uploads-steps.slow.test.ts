import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../main/base/database/database.ts';
import { journalMigrations } from '../../../main/uploads/journal/journal.ts';
import { inEnglish } from '../../english.ts';
import { createWorld, holdNextRequest, sampleBytes, startWorld } from './uploads-world.ts';

const finished = (view: { finishedAt: number | null }): boolean => view.finishedAt !== null;

test('a build is inspected, uploaded, activated and sent to recipients', async () => {
  const world = await createWorld();
  const path = await world.build('shop.apk');
  const uploads = world.uploads();
  const states: string[] = [];
  uploads.events.on('changed', (view) => states.push(view.state));
  await uploads.start();
  const { id } = await world.run(world.request(path, { appearedAt: 5, finishedAt: 6 }));
  const view = uploads.get(id);
  expect(view).toMatchObject({ state: 'done', failure: null, notes: [], fileName: 'shop.apk' });
  expect(view?.package).toMatchObject({ id: 'org.example.shop', versionName: '1.0.0' });
  expect(view?.timeline.map((entry) => entry.event)).toEqual([
    'appeared',
    'finished',
    'queued',
    'uploading',
    'uploaded',
    'active',
    'sent',
  ]);
  expect([...new Set(states)]).toEqual(['queued', 'uploading', 'activating', 'sending', 'done']);
  const [version, ...others] = await world.versions();
  expect(others).toEqual([]);
  expect(version).toMatchObject({ isActive: true, fileSize: view?.totalBytes, id: view?.target?.versionId });
  expect(version?.lastSendDateTimeUtc).not.toBeNull();
  expect(view?.target?.installLink).toBe(`https://install.example/${version?.id}`);
  expect(view?.sha256).toMatch(/^[0-9a-f]{64}$/);
  expect(view?.sentInMs, 'how long it took').toBeGreaterThanOrEqual(0);
  await world.service.idle();
});

test('an upload without activation notes that no message is sent', async () => {
  const { world } = await startWorld();
  const { id } = await world.run(world.request(await world.build('a.apk'), { activate: false }));
  const view = world.uploads().get(id);
  expect(inEnglish(view)).toMatchObject({ state: 'done' });
  expect(inEnglish(view?.notes ?? []).join()).toContain('Nothing is sent');
  expect(inEnglish((await world.versions())[0])).toMatchObject({
    isActive: false,
    lastSendDateTimeUtc: null,
  });
});

test('versions of one package share an application or a store profile', async () => {
  const { world, uploads } = await startWorld();
  const one = await uploads.add(world.request(await world.build('1.apk')));
  const two = await uploads.add(
    world.request(await world.build('2.apk', { versionName: '1.1.0', versionCode: 2 })),
  );
  const other = await uploads.add(
    world.request(await world.build('3.apk', { id: 'org.example.till', label: 'Till', paddingBytes: 9_000 })),
  );
  const stored = await uploads.add(world.request(join(world.folder, '1.apk'), { area: 'appstore' }));
  const storedNext = await world.run(world.request(join(world.folder, '2.apk'), { area: 'appstore' }));
  const target = (id: string) => uploads.get(id)?.target;
  expect(uploads.list().map((view) => view.state)).toEqual(['done', 'done', 'done', 'done', 'done']);
  expect(target(two.id)?.applicationId).toBe(target(one.id)?.applicationId);
  expect(target(other.id)?.applicationId).not.toBe(target(one.id)?.applicationId);
  expect(target(storedNext.id)?.applicationId).toBe(target(stored.id)?.applicationId);
  expect(await world.versions()).toHaveLength(3);
});

test('at most two uploads run at the same time', async () => {
  const { world, uploads } = await startWorld();
  const gate = Promise.withResolvers<void>();
  const two = Promise.withResolvers<void>();
  let waiting = 0;
  world.proxy.fault(
    /^POST .*profiles/,
    { kind: 'hold', release: gate.promise },
    {
      times: 99,
      onMatch: () => {
        waiting += 1;
        if (waiting === 2) two.resolve();
      },
    },
  );
  for (const name of ['a', 'b', 'c', 'd']) {
    const path = await world.build(`${name}.apk`, {
      id: `org.example.${name}`,
      label: name,
      versionName: `1.${name.charCodeAt(0)}`,
    });
    await uploads.add(world.request(path, { activate: false }));
  }
  await two.promise;
  expect(uploads.list().filter((view) => view.state === 'uploading')).toHaveLength(2);
  expect(waiting).toBe(2);
  gate.resolve();
  await uploads.idle();
  expect(await world.versions()).toHaveLength(4);
});

test('a file added twice is uploaded once', async () => {
  const { world, uploads } = await startWorld();
  const request = world.request(await world.build('a.apk'), { folderId: 'folder' });
  const [first, second] = await Promise.all([uploads.add(request), uploads.add(request)]);
  expect(second.id).toBe(first.id);
  await uploads.idle();
  expect((await uploads.add(request)).id).toBe(first.id);
  await uploads.idle();
  uploads.remove(first.id);
  expect(uploads.list()).toEqual([]);
  expect((await uploads.add(request)).id).toBe(first.id);
  await uploads.idle();
  expect(world.uploadRequests()).toBe(1);
});

test('a removed upload can be restored unchanged, but only once', async () => {
  const { world, uploads } = await startWorld();
  const { id } = await world.run(world.request(await world.build('a.apk')));
  const before = uploads.get(id);
  uploads.remove(id);
  expect(uploads.list()).toEqual([]);
  uploads.restore(id);
  expect(uploads.list()).toEqual([before]);
  expect(() => uploads.restore(id)).toThrow(expect.objectContaining({ code: 'uploads/unknown' }));
  await uploads.stop();
  const again = world.uploads();
  await again.start();
  expect(again.list()).toEqual([before]);
});

test('the same bytes under another name are not uploaded again', async () => {
  const { world, uploads } = await startWorld();
  const first = await uploads.add(world.request(await world.build('a.apk')));
  const second = await world.run(world.request(await world.build('b.apk')));
  const third = await world.run(world.request(await world.build('a.apk')));
  expect(uploads.get(first.id)?.state).toBe('done');
  for (const { id } of [second, third]) {
    expect(uploads.get(id)).toMatchObject({ state: 'already-there', target: uploads.get(first.id)?.target });
  }
  expect(world.uploadRequests()).toBe(1);
});

test('the same bytes are sent to other recipients without a second upload', async () => {
  const { world, uploads } = await startWorld();
  await world.run(world.request(await world.build('a.apk'), { activate: false }));
  const { id } = await world.run(world.request(await world.build('b.apk')));
  expect(uploads.get(id)).toMatchObject({ state: 'done' });
  expect(uploads.get(id)?.timeline.map((entry) => entry.event)).toEqual([
    'queued',
    'already-there',
    'active',
    'sent',
  ]);
  expect(world.uploadRequests()).toBe(1);
});

test('a file added again for other recipients is uploaded once', async () => {
  const world = await createWorld();
  const uploads = world.uploads();
  const path = await world.build('a.apk');
  const recipients = { teamIds: [], memberIds: [], emails: ['grace@example.org'] };
  const first = await uploads.add(world.request(path, { activate: false }));
  const second = await uploads.add(world.request(path, { recipients }));
  expect((await uploads.add(world.request(path, { recipients }))).id).toBe(second.id);
  expect(second.id).not.toBe(first.id);
  await uploads.start();
  await uploads.idle();
  expect(uploads.get(second.id)).toMatchObject({ state: 'done' });
  const [one, two] = uploads.list().map((view) => view.target?.versionId);
  expect(one).toBe(two);
  expect(world.uploadRequests()).toBe(1);
  await world.service.idle();
  expect((await world.service.outbox.list()).map((message) => message.to).join()).toContain('grace@');
});

test('deduplication ignores a stored version id of a different version', async () => {
  const { world, uploads } = await startWorld();
  const first = await uploads.add(world.request(await world.build('a.apk')));
  const other = await world.run(world.request(await world.build('c.apk', { versionName: '2.0.0' })));
  const target = uploads.get(first.id)?.target;
  const journal = openDatabase(join(world.folder, 'journal.db'), journalMigrations);
  journal.run(
    "UPDATE uploads SET record = json_set(record, '$.target.versionId', ?) WHERE id = ?",
    uploads.get(other.id)?.target?.versionId ?? 0,
    first.id,
  );
  journal.close();
  const again = await world.run(world.request(await world.build('b.apk')));
  expect(uploads.get(again.id)).toMatchObject({ state: 'already-there', target });
  expect(world.uploadRequests()).toBe(2);
});

test('a file that changed since it was found complete is not queued', async () => {
  const world = await createWorld();
  const request = world.request(await world.build('a.apk'), { stamp: { size: 1, mtimeMs: 1 } });
  await expect(world.uploads().add(request)).rejects.toMatchObject({ code: 'uploads/changing' });
  expect(world.uploads().list()).toEqual([]);
});

test('the same bytes are uploaded again if their version was deleted', async () => {
  const { world, uploads } = await startWorld();
  const first = await world.run(world.request(await world.build('a.apk')));
  await world.removeVersion(uploads.get(first.id)?.target?.versionId ?? 0);
  const second = await world.run(world.request(await world.build('b.apk')));
  expect(uploads.get(second.id)?.state).toBe('done');
  expect(await world.versions()).toHaveLength(1);
});

test('a file replaced while it is queued is uploaded in its new version', async () => {
  const world = await createWorld();
  const uploads = world.uploads();
  uploads.pause();
  await uploads.start();
  const path = await world.build('a.apk');
  const { id } = await uploads.add(world.request(path, { folderId: 'folder' }));
  await world.until(id, (view) => view.state === 'paused');
  await writeFile(path, sampleBytes({ versionName: '2.0.0', paddingBytes: 30_000 }));
  expect((await uploads.add(world.request(path, { folderId: 'folder' }))).id).toBe(id);
  uploads.resume();
  await uploads.idle();
  expect(uploads.get(id)?.state).toBe('done');
  expect((await world.versions()).map((version) => version.version)).toEqual(['2.0.0']);
});

test('a file replaced after its inspection is uploaded in its new version', async () => {
  const { world, uploads } = await startWorld();
  const path = await world.build('a.apk');
  const hold = holdNextRequest(world, /^GET .*profiles/);
  const { id } = await uploads.add(world.request(path));
  await hold.reached;
  await writeFile(path, sampleBytes({ versionName: '2.0.0', paddingBytes: 30_000 }));
  hold.release();
  const view = await world.until(id, finished);
  expect(view).toMatchObject({ state: 'done', package: { versionName: '2.0.0' } });
  expect((await world.versions()).map((version) => version.version)).toEqual(['2.0.0']);
});

test('a file replaced during its upload is uploaded again', async () => {
  const { world, uploads } = await startWorld();
  const path = await world.build('a.apk');
  const hold = holdNextRequest(world, /^POST .*profiles/);
  const { id } = await uploads.add(world.request(path));
  await hold.reached;
  await world.until(id, (view) => view.state === 'uploading');
  await writeFile(path, sampleBytes({ versionName: '2.0.0', paddingBytes: 30_000 }));
  hold.release();
  const view = await world.until(id, finished);
  expect(inEnglish(view)).toMatchObject({ state: 'done', package: { versionName: '2.0.0' } });
  const versions = await world.versions();
  const active = versions.filter((version) => version.isActive);
  expect(inEnglish(active.map((version) => version.version))).toEqual(['2.0.0']);
  if (versions.length > 1) expect(inEnglish(view?.notes ?? []).join()).toContain('replaced');
});
