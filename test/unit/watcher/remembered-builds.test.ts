import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { tinyBuild } from '../../fixtures/builds/zip-writer.ts';
import { until, watchedTestFolder } from './watched-folder.ts';

const build = tinyBuild();

describe('existing builds', () => {
  const fill = async (path: string): Promise<void> => {
    const age = { 'old.apk': 3, 'new.apk': 2, 'half.apk': 1, 'old.ipa': 9, 'new.ipa': 8 };
    await mkdir(join(path, 'sub'));
    for (const [name, days] of Object.entries(age)) {
      const file = join(path, name.startsWith('new') ? 'sub' : '.', name);
      await writeFile(file, name.startsWith('half') ? build.subarray(0, 50) : build);
      const time = new Date(Date.UTC(2026, 10, 20 - days));
      await utimes(file, time, time);
    }
  };

  test('are announced only after a change if existingBuilds is "none"', async () => {
    const { path, rule, run } = await watchedTestFolder();
    await fill(path);
    const { watcher, finished } = run();
    await watcher.watch({ ...rule, existingBuilds: 'none' });
    await writeFile(join(path, 'fresh.apk'), build);
    await until(() => expect(finished.map((file) => file.path)).toEqual([join(path, 'fresh.apk')]));
    await writeFile(join(path, 'half.apk'), build);
    await until(() => expect(finished.at(-1)?.path).toBe(join(path, 'half.apk')));
    expect(finished).toHaveLength(2);
  });

  test('include one complete build of each kind if existingBuilds is "newest"', async () => {
    const { path, rule, run } = await watchedTestFolder();
    await fill(path);
    const { watcher, finished } = run();
    await watcher.watch({ ...rule, existingBuilds: 'newest' });
    await until(() => expect(finished).toHaveLength(2));
    expect(finished.map((file) => file.path).toSorted()).toEqual([
      join(path, 'sub', 'new.apk'),
      join(path, 'sub', 'new.ipa'),
    ]);
    await until(() => expect(watcher.waiting().map((file) => file.path)).toEqual([join(path, 'half.apk')]));
  });

  test('are announced if existingBuilds is "all"', async () => {
    const { path, rule, run } = await watchedTestFolder();
    await fill(path);
    const { watcher, finished } = run();
    await watcher.watch({ ...rule, existingBuilds: 'all' });
    await until(() => expect(finished).toHaveLength(4));
  });

  test('are marked as seen only on the first watch', async () => {
    const { path, rule, run } = await watchedTestFolder();
    const none = { ...rule, existingBuilds: 'none' } as const;
    const { watcher, finished } = run();
    await watcher.watch(none);
    await watcher.unwatch('folder');
    expect(watcher.state('folder')).toBeNull();
    await writeFile(join(path, 'app.apk'), build);
    await watcher.watch(none);
    await until(() => expect(finished).toHaveLength(1));
    await watcher.forget('folder');
    await watcher.watch(none);
    await writeFile(join(path, 'other.apk'), build);
    await until(() => expect(finished).toHaveLength(2));
  });

  test('are marked as seen when the path of the folder changes', async () => {
    const { rule, run } = await watchedTestFolder();
    const other = await temporaryFolder();
    await writeFile(join(other, 'app.apk'), build);
    const { watcher, finished } = run();
    await watcher.watch({ ...rule, existingBuilds: 'none' });
    await watcher.watch({ ...rule, path: other, existingBuilds: 'none' });
    await writeFile(join(other, 'new.apk'), build);
    await until(() => expect(finished.map((file) => file.path)).toEqual([join(other, 'new.apk')]));
  });
});

describe('a restarted watcher', () => {
  test('announces new and unacknowledged builds, but no acknowledged builds', async () => {
    const { path, rule, run } = await watchedTestFolder();
    await writeFile(join(path, 'acknowledged.apk'), build);
    await writeFile(join(path, 'forgotten.apk'), build);
    const first = run({ acknowledge: false });
    await first.watcher.watch(rule);
    await until(() => expect(first.finished).toHaveLength(2));
    const handled = first.finished.find((file) => file.path.includes('acknowledged'));
    first.watcher.acknowledge(handled ?? expect.fail());
    await first.stop();

    await writeFile(join(path, 'new.apk'), build);
    const second = run();
    await second.watcher.watch(rule);
    await until(() => expect(second.finished).toHaveLength(2));
    expect(second.finished.map((file) => file.path).toSorted()).toEqual([
      join(path, 'forgotten.apk'),
      join(path, 'new.apk'),
    ]);
    await second.stop();

    const third = run();
    await third.watcher.watch(rule);
    await writeFile(join(path, 'last.apk'), build);
    await until(() => expect(third.finished.map((file) => file.path)).toEqual([join(path, 'last.apk')]));
  });

  test('announces a build that changed while it was stopped', async () => {
    const { path, rule, run } = await watchedTestFolder();
    const file = join(path, 'app.apk');
    await writeFile(file, build);
    const first = run();
    await first.watcher.watch(rule);
    await until(() => expect(first.finished).toHaveLength(1));
    await first.stop();
    await writeFile(file, tinyBuild(8_000));
    const second = run();
    await second.watcher.watch(rule);
    await until(() => expect(second.finished).toHaveLength(1));
    expect(second.finished[0]?.size).not.toBe(first.finished[0]?.size);
  });

  test('announces a changed build after its older state is acknowledged', async () => {
    const { path, rule, run } = await watchedTestFolder();
    const file = join(path, 'app.apk');
    await writeFile(file, build);
    const { watcher, finished } = run({ acknowledge: false });
    await watcher.watch(rule);
    const older = await until(() => finished[0] ?? expect.fail());
    await writeFile(file, tinyBuild(8_000));
    watcher.acknowledge(older);
    await until(() => expect(finished).toHaveLength(2));
  });
});
