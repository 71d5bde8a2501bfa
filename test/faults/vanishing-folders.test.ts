/** Disks that come and go, permission that is taken and given back, parents that move: nothing is announced twice. */
import { chmod, cp, mkdir, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { asOrdinaryUser } from '../fakes/ordinary-user.ts';
import { hasModes } from '../fakes/systems.ts';
import { tinyBuild } from '../fixtures/builds/zip-writer.ts';
import { type RunningWatcher, until, watchedPlace } from '../unit/watcher/watched-folder.ts';
import { mountDisk, testWithDisks, unmountDisk } from './disks.ts';

const build = tinyBuild();

const unreachable = ({ watcher }: RunningWatcher, code: string): Promise<void> =>
  until(() => expect(watcher.state('folder')).toMatchObject({ kind: 'unreachable', failure: { code } }));
const watching = ({ watcher }: RunningWatcher): Promise<void> =>
  until(() => expect(watcher.state('folder')).toEqual({ kind: 'watching' }));
const names = ({ finished }: RunningWatcher): string[] => finished.map((file) => basename(file.path));

testWithDisks('a disk that is taken away and connected again, and another disk in its place', async () => {
  const { path, rule, run } = await watchedPlace();
  const kept = `${path}-kept`;
  await mkdir(kept);
  mountDisk(path);
  await writeFile(join(path, 'one.apk'), build);
  const running = run();
  await running.watcher.watch(rule);
  await until(() => expect(names(running)).toEqual(['one.apk']));

  await cp(path, kept, { recursive: true, preserveTimestamps: true });
  unmountDisk(path);
  await unreachable(running, 'watcher/unmounted');
  expect(running.watcher.waiting()).toEqual([]);
  mountDisk(path);
  await cp(kept, path, { recursive: true, preserveTimestamps: true });
  await watching(running);
  await writeFile(join(path, 'two.apk'), build);
  await until(() => expect(names(running)).toEqual(['one.apk', 'two.apk']));

  // Without a moment between: the same path, another disk.
  mountDisk(path);
  await writeFile(join(path, 'three.apk'), build);
  await until(() => expect(names(running)).toEqual(['one.apk', 'two.apk', 'three.apk']));
  await writeFile(join(path, 'four.apk'), build);
  await until(() => expect(names(running)).toEqual(['one.apk', 'two.apk', 'three.apk', 'four.apk']));
});

test('a parent folder that is renamed away and back', async () => {
  const { path, run, rule } = await watchedPlace();
  const inner = join(path, 'project', 'outputs');
  await mkdir(inner, { recursive: true });
  await writeFile(join(inner, 'one.apk'), build);
  const running = run();
  await running.watcher.watch({ ...rule, path: inner });
  await until(() => expect(names(running)).toEqual(['one.apk']));
  for (const round of ['two.apk', 'three.apk']) {
    await rename(join(path, 'project'), join(path, 'moved'));
    await unreachable(running, 'watcher/missing');
    await writeFile(join(path, 'moved', 'outputs', round), build);
    await rename(join(path, 'moved'), join(path, 'project'));
    await until(() => expect(names(running).at(-1)).toBe(round));
    await watching(running);
  }
  expect(names(running)).toEqual(['one.apk', 'two.apk', 'three.apk']);
});

test.runIf(hasModes)('permission taken and given back', async () => {
  const { path, run, rule } = await watchedPlace();
  await chmod(dirname(path), 0o755);
  await writeFile(join(path, 'one.apk'), build);
  const running = run();
  const asOwner = asOrdinaryUser();
  await running.watcher.watch(rule);
  await until(() => expect(names(running)).toEqual(['one.apk']));
  await asOwner(() => chmod(path, 0o000));
  await unreachable(running, 'watcher/denied');
  await asOwner(async () => {
    // Its owner may write into it before anybody may look.
    await chmod(path, 0o300);
    await writeFile(join(path, 'two.apk'), build);
    await chmod(path, 0o755);
  });
  await watching(running);
  await until(() => expect(names(running)).toEqual(['one.apk', 'two.apk']));
});
