/** The file of a build is deleted or moved after the upload. */
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inEnglish } from '../../english.ts';
import { createWorld, dropNextResponse, holdNextRequest, sampleBytes, startWorld } from './uploads-world.ts';

const upload = /^POST .*profiles(\/\d+\/items)?$/;
const files = async (folder: string): Promise<string[]> => (await readdir(folder)).sort();

test('a file is deleted only when its upload is done', async () => {
  const { world, uploads } = await startWorld();
  const hold = holdNextRequest(world, /send$/);
  const path = await world.build('a.apk');
  const { id } = await uploads.add(world.request(path, { afterUpload: { kind: 'delete' } }));
  await hold.reached;
  expect((await stat(path)).isFile()).toBe(true);
  hold.release();
  await uploads.idle();
  await expect(stat(path)).rejects.toThrow('ENOENT');
  expect(uploads.get(id)).toMatchObject({ state: 'done', notes: [] });
  expect(uploads.get(id)?.timeline.at(-1)?.event).toBe('cleaned');
});

test('a file is moved into a new folder without replacing another file', async () => {
  const { world, uploads } = await startWorld();
  const folder = join(world.folder, 'out', 'uploaded');
  const ids: string[] = [];
  for (const versionName of ['1.0.0', '2.0.0']) {
    const path = await world.build('a.apk', { versionName });
    ids.push((await uploads.add(world.request(path, { afterUpload: { kind: 'move', folder } }))).id);
    await uploads.idle();
  }
  expect(await files(folder)).toEqual(['a (2).apk', 'a.apk']);
  expect(await readFile(join(folder, 'a (2).apk'))).toEqual(
    Buffer.from(sampleBytes({ versionName: '2.0.0' })),
  );
  expect(ids.map((id) => uploads.get(id)?.movedTo)).toEqual([
    join(folder, 'a.apk'),
    join(folder, 'a (2).apk'),
  ]);
});

test('a file is deleted if the service already has its build', async () => {
  const { world, uploads } = await startWorld();
  await world.run(world.request(await world.build('a.apk')));
  const path = await world.build('b.apk');
  const { id } = await world.run(world.request(path, { afterUpload: { kind: 'delete' } }));
  expect(uploads.get(id)?.state).toBe('already-there');
  await expect(stat(path)).rejects.toThrow('ENOENT');
});

test('a file that was replaced during the upload is not deleted', async () => {
  const { world, uploads } = await startWorld();
  const hold = holdNextRequest(world, /send$/);
  const path = await world.build('a.apk');
  const { id } = await uploads.add(world.request(path, { afterUpload: { kind: 'delete' } }));
  await hold.reached;
  await writeFile(path, sampleBytes({ versionName: '2.0.0', paddingBytes: 30_000 }));
  hold.release();
  await uploads.idle();
  expect(inEnglish((await stat(path)).size)).toBeGreaterThan(30_000);
  expect(inEnglish(uploads.get(id))).toMatchObject({
    state: 'done',
    notes: ['The file was left where it is: it is not the file that was uploaded.'],
  });
});

test('a finished upload notes that its file could not be moved', async () => {
  const { world, uploads } = await startWorld();
  const path = await world.build('a.apk');
  const folder = join(await world.build('taken'), 'in-a-file');
  const { id } = await world.run(world.request(path, { afterUpload: { kind: 'move', folder } }));
  const view = uploads.get(id);
  expect(inEnglish(view?.state)).toBe('done');
  expect(inEnglish(view?.notes ?? []).join()).toContain('The file could not be moved: ');
  expect(inEnglish((await stat(path)).isFile())).toBe(true);
});

test('a file that another upload still needs is not deleted', async () => {
  const world = await createWorld();
  const uploads = world.uploads();
  const path = await world.build('a.apk');
  const { id } = await uploads.add(world.request(path, { afterUpload: { kind: 'delete' } }));
  const recipients = { teamIds: [], memberIds: [], emails: ['grace@example.org'] };
  const other = await uploads.add(world.request(path, { recipients }));
  // Uploads are inspected concurrently, so without the pause either of them could finish first.
  uploads.pauseOne(other.id);
  await uploads.start();
  await world.until(id, (view) => view.state === 'done');
  expect(inEnglish(uploads.get(id)?.notes ?? []).join()).toContain('another upload still needs it');
  uploads.resumeOne(other.id);
  await uploads.idle();
  expect(inEnglish(uploads.get(other.id)?.state)).toBe('done');
});

test('a file is deleted while the upload of another file is paused', async () => {
  const world = await createWorld();
  const uploads = world.uploads();
  const path = await world.build('a.apk');
  const { id } = await uploads.add(world.request(path, { afterUpload: { kind: 'delete' } }));
  const other = await uploads.add(world.request(await world.build('b.apk', { versionName: '2.0.0' })));
  uploads.pauseOne(other.id);
  await uploads.start();
  await world.until(id, (view) => view.state === 'done');
  await expect(stat(path)).rejects.toThrow('ENOENT');
  uploads.resumeOne(other.id);
  await uploads.idle();
});

test('a file is moved after a crash during its upload', async () => {
  const { world } = await startWorld();
  const answered = dropNextResponse(world, upload);
  const path = await world.build('a.apk');
  const folder = join(world.folder, 'out');
  await mkdir(folder);
  const { id } = await world.uploads().add(world.request(path, { afterUpload: { kind: 'move', folder } }));
  await answered;
  const uploads = await world.restart({ crash: true });
  await uploads.idle();
  expect(uploads.get(id)).toMatchObject({ state: 'done', movedTo: join(folder, 'a.apk') });
  expect(await files(folder)).toEqual(['a.apk']);
  expect(world.uploadRequests()).toBe(1);
  await rm(folder, { recursive: true });
});
