/** No build is announced twice when disks are removed, permissions revoked or parent folders renamed. */
import { chmod, cp, mkdir, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { asOrdinaryUser } from '../fakes/ordinary-user.ts';
import { hasModes } from '../fakes/systems.ts';
import { tinyBuild } from '../fixtures/builds/zip-writer.ts';
import { type RunningWatcher, until, watchedTestFolder } from '../unit/watcher/watched-folder.ts';
import { mountDisk, testWithDisks, unmountDisk } from './disks.ts';

const build = tinyBuild();

const unreachable = ({ watcher }: RunningWatcher, code: string): Promise<void> =>
  until(() => expect(watcher.state('folder')).toMatchObject({ kind: 'unreachable', failure: { code } }));
const watching = ({ watcher }: RunningWatcher): Promise<void> =>
  until(() => expect(watcher.state('folder')).toEqual({ kind: 'watching' }));
const names = ({ finished }: RunningWatcher): string[] => finished.map((file) => basename(file.path));

testWithDisks('each build is announced once if a disk is reconnected or replaced', async () => {
  const { path, rule, run } = await watchedTestFolder();
  const backup = `${path}-backup`;
  await mkdir(backup);
  mountDisk(path);
  await writeFile(join(path, 'one.apk'), build);
  const running = run();
  await running.watcher.watch(rule);
  await until(() => expect(names(running)).toEqual(['one.apk']));

  await cp(path, backup, { recursive: true, preserveTimestamps: true });
  unmountDisk(path);
  await unreachable(running, 'watcher/unmounted');
  expect(running.watcher.waiting()).toEqual([]);
  mountDisk(path);
  await cp(backup, path, { recursive: true, preserveTimestamps: true });
  await watching(running);
  await writeFile(join(path, 'two.apk'), build);
  await until(() => expect(names(running)).toEqual(['one.apk', 'two.apk']));

  // Mounts another disk over the first, so that the path never disappears.
  mountDisk(path);
  await writeFile(join(path, 'three.apk'), build);
  await until(() => expect(names(running)).toEqual(['one.apk', 'two.apk', 'three.apk']));
  await writeFile(join(path, 'four.apk'), build);
  await until(() => expect(names(running)).toEqual(['one.apk', 'two.apk', 'three.apk', 'four.apk']));
});

test('each build is announced once if a parent folder is moved and restored', async () => {
  const { path, run, rule } = await watchedTestFolder();
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

test.runIf(hasModes)('new builds are announced after their folder becomes readable again', async () => {
  const { path, run, rule } = await watchedTestFolder();
  await chmod(dirname(path), 0o755);
  await writeFile(join(path, 'one.apk'), build);
  const running = run();
  const asOwner = asOrdinaryUser();
  await running.watcher.watch(rule);
  await until(() => expect(names(running)).toEqual(['one.apk']));
  await asOwner(() => chmod(path, 0o000));
  await unreachable(running, 'watcher/denied');
  await asOwner(async () => {
    // Writes into the folder before it is readable.
    await chmod(path, 0o300);
    await writeFile(join(path, 'two.apk'), build);
    await chmod(path, 0o755);
  });
  await watching(running);
  await until(() => expect(names(running)).toEqual(['one.apk', 'two.apk']));
});
