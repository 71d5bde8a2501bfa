import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFileSelector, type FileRule, unrestricted } from '../../../main/watcher/files/file-rule.ts';
import type { BuildGroup, WatchedFolder } from '../../../main/watcher/watcher-types.ts';
import { tinyBuild } from '../../fixtures/builds/zip-writer.ts';
import { until, watchedTestFolder } from './watched-folder.ts';

const build = tinyBuild();
const selection = (rule: Partial<FileRule>) => createFileSelector({ ...unrestricted, ...rule }, 'linux');
const names = (files: readonly { readonly path: string }[]) =>
  files.map((file) => basename(file.path)).toSorted();

/** Parses `notes-12.apk` as build 12 of the application `notes`; null if the name contains no number. */
async function groupOf(path: string): Promise<BuildGroup | null> {
  const [, app, number] = /([a-z]+)-([\d.]+)\.(apk|ipa)$/.exec(path) ?? [];
  return app === undefined || number === undefined ? null : { app, build: number };
}

async function writeOldBuild(folder: string, name: string, day: number, bytes = build): Promise<void> {
  await writeFile(join(folder, name), bytes);
  const time = new Date(Date.UTC(2026, 9, day));
  await utimes(join(folder, name), time, time);
}

describe('existing builds', () => {
  test('are reduced to the newest of each app, by time and version code', async () => {
    const { path, rule, run } = await watchedTestFolder();
    await writeOldBuild(path, 'notes-1.apk', 3);
    await writeOldBuild(path, 'notes-2.apk', 2);
    await writeOldBuild(path, 'shop-9.apk', 1);
    await writeOldBuild(path, 'shop-10.apk', 1);
    await writeOldBuild(path, 'shop-8.apk', 1);
    await writeOldBuild(path, 'till-1.2.10.ipa', 1);
    await writeOldBuild(path, 'till-1.2.9.ipa', 1);
    await writeOldBuild(path, 'odd.apk', 1);
    await writeOldBuild(path, 'half-3.apk', 1, build.subarray(0, 50));
    const { watcher, finished } = run();
    await watcher.watch({ ...rule, existingBuilds: 'newest', groupOf });
    await until(() => expect(finished).toHaveLength(4));
    expect(names(finished)).toEqual(['notes-1.apk', 'odd.apk', 'shop-10.apk', 'till-1.2.10.ipa']);
    await until(() => expect(names(watcher.waiting())).toEqual(['half-3.apk']));
  });

  test('include every build of the newest release of an app', async () => {
    const { path, rule, run } = await watchedTestFolder();
    for (const [name, day] of [
      ['arm-2', 2],
      ['x86-2', 2],
      ['arm-1', 1],
    ] as const)
      await writeOldBuild(path, `${name}.apk`, day);
    const { watcher, finished } = run();
    const ofRelease = async (at: string) => ({ app: 'notes', build: '1', release: at.slice(-5) });
    await watcher.watch({ ...rule, existingBuilds: 'newest', groupOf: ofRelease });
    await until(() => expect(finished).toHaveLength(2));
    expect(names(finished)).toEqual(['arm-2.apk', 'x86-2.apk']);
  });

  test('do not include builds written while Slipway waited for the folder', async () => {
    const { path, rule, run } = await watchedTestFolder();
    await writeOldBuild(path, 'old.apk', 1);
    const { watcher, finished } = run();
    await watcher.watch({ ...rule, existingBuilds: 'none', awaitedSince: Date.now() - 60_000 });
    await until(() => expect(names(finished)).toEqual(['old.apk']));
    const later = {
      ...rule,
      id: 'later',
      existingBuilds: 'none' as const,
      awaitedSince: Date.now() + 60_000,
    };
    await watcher.watch(later);
    await writeFile(join(path, 'new.apk'), build);
    await until(() => expect(finished).toHaveLength(3));
    expect(finished.filter((file) => file.folderId === 'later')).toHaveLength(1);
    expect(names(finished)).toEqual(['new.apk', 'new.apk', 'old.apk']);
  });
});

test('a folder announces only the builds that its rule selects', async () => {
  const { path, rule, run } = await watchedTestFolder();
  await mkdir(join(path, 'release'));
  await writeOldBuild(join(path, 'release'), 'first.apk', 1);
  await writeOldBuild(join(path, 'release'), 'first-unsigned.apk', 1);
  await writeOldBuild(path, 'outside.apk', 1);
  const { watcher, finished, waited } = run();
  const wanted = selection({ kinds: ['apk'], include: ['release/*'], exclude: ['*-unsigned*'] });
  await watcher.watch({ ...rule, selection: wanted });
  for (const name of ['release/no.ipa', 'release/no-unsigned.apk', 'no.apk', 'release/yes.apk']) {
    await writeFile(join(path, name), build);
  }
  await until(() => expect(finished).toHaveLength(2));
  expect(names(finished)).toEqual(['first.apk', 'yes.apk']);
  expect(waited.map((file) => basename(file.path)).filter((name) => name.includes('no'))).toEqual([]);
});

test('a folder has its own stability period', async () => {
  const { path, rule, run } = await watchedTestFolder();
  const { watcher, finished } = run({ stableForMs: 600_000 });
  await watcher.watch({ ...rule, stableForMs: 60 });
  await writeFile(join(path, 'app.apk'), build);
  await until(() => expect(finished).toHaveLength(1));
});

describe('a changed rule', () => {
  const change = async (
    run: ReturnType<Awaited<ReturnType<typeof watchedTestFolder>>['run']>,
    rules: WatchedFolder[],
  ) => {
    const [before, after] = rules;
    if (!before || !after) throw new Error('Two rules are needed');
    await run.watcher.markExistingAsSeen(before, after);
    await run.watcher.watch(after);
  };

  test('announces new builds but no existing builds', async () => {
    const { path, rule, run } = await watchedTestFolder();
    const before = { ...rule, selection: selection({ kinds: ['apk'] }) };
    const running = run();
    await running.watcher.watch(before);
    await writeFile(join(path, 'lay-there.ipa'), build);
    await writeFile(join(path, 'growing.ipa'), build.subarray(0, 50));
    await writeFile(join(path, 'one.apk'), build);
    await until(() => expect(names(running.finished)).toEqual(['one.apk']));
    await change(running, [before, rule]);
    await writeFile(join(path, 'two.ipa'), build);
    await writeFile(join(path, 'growing.ipa'), build);
    await until(() => expect(running.finished).toHaveLength(3));
    expect(names(running.finished)).toEqual(['growing.ipa', 'one.apk', 'two.ipa']);
  });

  test('announces an unacknowledged build again', async () => {
    const { path, rule, run } = await watchedTestFolder();
    const before = { ...rule, selection: selection({ kinds: ['apk'] }) };
    const running = run({ acknowledge: false });
    await running.watcher.watch(before);
    await writeFile(join(path, 'one.apk'), build);
    await until(() => expect(running.finished).toHaveLength(1));
    await change(running, [before, rule]);
    await until(() => expect(names(running.finished)).toEqual(['one.apk', 'one.apk']));
  });

  test('marks no build as seen if the folder was never watched', async () => {
    const { path, rule, run } = await watchedTestFolder();
    await writeFile(join(path, 'one.apk'), build);
    const running = run();
    await change(running, [{ ...rule, selection: selection({ kinds: ['ipa'] }) }, rule]);
    await until(() => expect(running.finished).toHaveLength(1));
  });
});
