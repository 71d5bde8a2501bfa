/** A different build at the same path, with the same size and mtime. */
import { rename, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fingerprintFile } from '../../../main/packages/fingerprint.ts';
import { inEnglish } from '../../english.ts';
import { holdNextRequest, sampleBytes, startWorld, type World } from './uploads-world.ts';

const size = sampleBytes().length;
/** Name of another version whose build has the same size as version 1.0.0's. */
const next =
  Array.from({ length: 100 }, (_, index) => `2.${index}.0`).find(
    (versionName) => sampleBytes({ versionName }).length === size,
  ) ?? expect.fail();

/** Replaces the file with a build of the same size and mtime. */
async function replace(world: World, path: string): Promise<void> {
  const { atime, mtime } = await stat(path);
  const part = join(world.folder, 'part');
  await writeFile(part, sampleBytes({ versionName: next }));
  await utimes(part, atime, mtime);
  await rename(part, path);
}

/** Writes a build with an mtime in whole seconds, because fractions cannot be restored exactly. */
async function build(world: World): Promise<string> {
  const path = await world.build('a.apk');
  const time = new Date(Date.UTC(2020, 0, 1));
  await utimes(path, time, time);
  return path;
}

test('a replaced build with another fingerprint is uploaded once', async () => {
  const { world, uploads } = await startWorld();
  const path = await build(world);
  const request = async () =>
    world.request(path, { folderId: 'watched', fingerprint: await fingerprintFile(path) });
  const first = await world.run(await request());
  expect((await uploads.add(await request())).id).toBe(first.id);
  await replace(world, path);
  const second = await world.run(await request());
  expect(second.id).not.toBe(first.id);
  expect((await world.versions()).map(({ version }) => version).toSorted()).toEqual(['1.0.0', next]);
});

test('a build replaced before its confirmation must be confirmed again', async () => {
  const { world, uploads } = await startWorld();
  const path = await build(world);
  const { id } = await uploads.add(world.request(path, { askFirst: true }));
  await world.until(id, ({ state }) => state === 'ready');
  await replace(world, path);
  uploads.answer(id, true);
  const again = await world.until(id, (view) => view.package?.versionName === next && view.state === 'ready');
  expect(again.id).toBe(id);
  expect(await world.versions()).toEqual([]);
  uploads.answer(id, true);
  await uploads.idle();
  expect((await world.versions()).map(({ version }) => version)).toEqual([next]);
});

test('a file that was replaced during its upload is not deleted', async () => {
  const { world, uploads } = await startWorld();
  const hold = holdNextRequest(world, /send$/);
  const path = await build(world);
  const { id } = await uploads.add(world.request(path, { afterUpload: { kind: 'delete' } }));
  await hold.reached;
  const { atime, mtime } = await stat(path);
  await writeFile(path, sampleBytes({ versionName: next }));
  await utimes(path, atime, mtime);
  hold.release();
  await uploads.idle();
  expect(inEnglish((await stat(path)).isFile())).toBe(true);
  expect(inEnglish(uploads.get(id)?.notes)).toEqual([
    'The file was left where it is: it is not the file that was uploaded.',
  ]);
});
