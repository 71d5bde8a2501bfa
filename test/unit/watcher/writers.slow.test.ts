import { mkdir, open, rename, rm, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inEnglish } from '../../english.ts';
import { hasLinks } from '../../fakes/systems.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { storedZip, tinyBuild } from '../../fixtures/builds/zip-writer.ts';
import { until, watchedPlace } from './watched-folder.ts';

const build = tinyBuild();

test('a build written in slow pieces is announced once, when it is whole', async () => {
  const { path, rule, run } = await watchedPlace();
  const { watcher, finished } = run();
  await watcher.watch(rule);
  const before = Date.now();
  const handle = await open(join(path, 'app.apk'), 'w');
  for (let at = 0; at < build.length; at += 500) {
    expect(finished).toEqual([]);
    await handle.write(build.subarray(at, at + 500));
    await pause(20);
  }
  await handle.close();
  await until(() => expect(finished).toHaveLength(1));
  const { mtimeMs, appearedAt, finishedAt, fingerprint, ...rest } = finished[0] ?? expect.fail();
  expect(fingerprint).toMatch(/^[0-9a-f]{64}$/);
  expect(rest).toEqual({ folderId: 'folder', path: join(path, 'app.apk'), size: build.length });
  expect(appearedAt).toBeGreaterThanOrEqual(before);
  expect(finishedAt).toBeGreaterThanOrEqual(appearedAt);
  expect(mtimeMs).toBeGreaterThan(0);
  expect(inEnglish(watcher.waiting())).toEqual([]);
});

test('a writer that stalls for seconds in mid-file is waited for, with the reason', async () => {
  const { path, rule, run } = await watchedPlace();
  const { watcher, finished } = run();
  await watcher.watch(rule);
  const handle = await open(join(path, 'app.ipa'), 'w');
  await handle.write(build.subarray(0, 1_500));
  await pause(3_200);
  expect(finished).toEqual([]);
  expect(inEnglish(watcher.waiting())).toMatchObject([
    {
      path: join(path, 'app.ipa'),
      size: 1_500,
      reason: 'The file is not complete yet: its end is missing.',
    },
  ]);
  await handle.write(build.subarray(1_500));
  await handle.close();
  await until(() => expect(finished).toMatchObject([{ size: build.length }]));
});

test('a build renamed into place is announced under its last name only', async () => {
  const { path, rule, run } = await watchedPlace();
  const { watcher, finished, waited } = run();
  await watcher.watch(rule);
  await writeFile(join(path, 'app.apk.part'), build);
  await rename(join(path, 'app.apk.part'), join(path, 'app.apk'));
  await until(() => expect(finished).toHaveLength(1));
  expect(finished[0]?.path).toBe(join(path, 'app.apk'));
  expect(new Set(waited.map((file) => file.path))).toEqual(new Set([join(path, 'app.apk')]));
});

test('a build rewritten in place is a new build; half-way it is none', async () => {
  const { path, rule, run } = await watchedPlace();
  const { watcher, finished } = run();
  await watcher.watch(rule);
  const file = join(path, 'app.apk');
  await writeFile(file, build);
  await until(() => expect(finished).toHaveLength(1));

  const newer = tinyBuild(4_000, 2);
  const handle = await open(file, 'r+');
  await handle.write(newer.subarray(0, 2_000), 0, 2_000, 0);
  await until(() => expect(inEnglish(watcher.waiting())[0]?.reason).toContain('is being rewritten'));
  expect(finished).toHaveLength(1);
  await handle.write(newer.subarray(2_000), 0, newer.length - 2_000, 2_000);
  await handle.close();
  await until(() => expect(finished).toHaveLength(2));
  expect(finished[1]?.mtimeMs).toBeGreaterThan(finished[0]?.mtimeMs ?? Number.POSITIVE_INFINITY);
});

test('a preallocated file waits until it is written', async () => {
  const { path, rule, run } = await watchedPlace();
  const { watcher, finished } = run();
  await watcher.watch(rule);
  const file = join(path, 'app.apk');
  await writeFile(file, '');
  await truncate(file, build.length);
  await until(() => expect(inEnglish(watcher.waiting())[0]?.reason).toContain('reserved'));
  const handle = await open(file, 'r+');
  await handle.write(build, 0, 3_000, 0);
  await until(() => expect(inEnglish(watcher.waiting())[0]).toMatchObject({ size: build.length }));
  expect(finished).toEqual([]);
  await handle.write(build, 3_000, build.length - 3_000, 3_000);
  await handle.close();
  await until(() => expect(finished).toMatchObject([{ size: build.length }]));
});

test('a modification time in the future does not block', async () => {
  const { path, rule, run } = await watchedPlace();
  const { watcher, finished } = run();
  await watcher.watch(rule);
  await writeFile(join(path, 'app.apk'), build);
  const future = new Date(Date.UTC(2100, 0));
  await utimes(join(path, 'app.apk'), future, future);
  await until(() => expect(finished.at(-1)?.mtimeMs).toBe(future.getTime()));
});

test('a file deleted while it is waited for is gone without an error', async () => {
  const { path, rule, run } = await watchedPlace();
  const { watcher, finished, gone, lines } = run();
  await watcher.watch(rule);
  await writeFile(join(path, 'app.apk'), build.subarray(0, 100));
  await until(() => expect(inEnglish(watcher.waiting())).toHaveLength(1));
  await rm(join(path, 'app.apk'));
  await until(() => expect(gone).toEqual([join(path, 'app.apk')]));
  expect(inEnglish(watcher.waiting())).toEqual([]);
  expect(finished).toEqual([]);
  expect(lines.filter((line) => / (WARN|ERROR) /.test(line))).toEqual([]);
});

test('a hundred builds at once, in folders that appear with them, are each announced once', async () => {
  const { path, rule, run } = await watchedPlace();
  const { watcher, finished } = run();
  await watcher.watch(rule);
  const names = Array.from({ length: 100 }, (_, index) => `${index % 7}/deep/app-${index}.apk`);
  await Promise.all(
    names.map(async (name) => {
      await mkdir(join(path, name, '..'), { recursive: true });
      await writeFile(join(path, name), build);
    }),
  );
  await until(() => expect(finished).toHaveLength(100));
  expect(new Set(finished.map((file) => file.path))).toEqual(new Set(names.map((name) => join(path, name))));
  expect(inEnglish(watcher.waiting())).toEqual([]);
});

test('upper-case endings and odd names are builds; other files are not mentioned', async () => {
  const { path, rule, run } = await watchedPlace();
  const { watcher, finished, waited } = run();
  await watcher.watch(rule);
  const names = ['UPPER.APK', 'My App (1) [beta] & co.Ipa', '日本語 アプリ 🎉.ipa'];
  const others = ['notes.txt', '.hidden.apk', 'app.apk.crdownload'];
  await mkdir(join(path, 'node_modules'));
  await writeFile(join(path, 'node_modules', 'inner.apk'), build);
  for (const name of [...others, ...names]) await writeFile(join(path, name), build);
  await until(() => expect(finished).toHaveLength(names.length));
  expect(new Set(finished.map((file) => basename(file.path)))).toEqual(new Set(names));
  expect(inEnglish(waited).filter((file) => !names.includes(basename(file.path)))).toEqual([]);
});

test('what only has the name of a build waits with a reason and is never announced', async () => {
  const { path, rule, run } = await watchedPlace();
  const { watcher, finished } = run();
  await watcher.watch(rule);
  await writeFile(join(path, 'page.apk'), '<!doctype html><title>404</title>');
  await writeFile(join(path, 'cut.ipa'), build.subarray(0, -1));
  await writeFile(join(path, 'nothing.apk'), '');
  await writeFile(join(path, 'hollow.apk'), storedZip([]));
  await until(() =>
    expect(
      Object.fromEntries(inEnglish(watcher.waiting()).map((file) => [basename(file.path), file.reason])),
    ).toEqual({
      'page.apk': 'This is not a build file: it is named like one but contains something else.',
      'cut.ipa': 'The file is not complete yet: its end is missing.',
      'nothing.apk': 'The file is still empty.',
      'hollow.apk': 'The file is not complete yet: nothing has been packed into it.',
    }),
  );
  expect(finished).toEqual([]);
});

test.runIf(hasLinks)(
  'links are not followed: one to a build inside is passed over, one that leads out is shown',
  async () => {
    const { path, rule, run } = await watchedPlace();
    const elsewhere = await temporaryFolder();
    await writeFile(join(elsewhere, 'other.apk'), build);
    const { watcher, finished } = run();
    await watcher.watch(rule);
    await symlink(elsewhere, join(path, 'folder-link'));
    await symlink(join(elsewhere, 'other.apk'), join(path, 'out.apk'));
    await symlink('app.apk', join(path, 'latest.apk'));
    await writeFile(join(path, 'app.apk'), build);
    await until(() => expect(finished).toHaveLength(1));
    expect(finished[0]?.path).toBe(join(path, 'app.apk'));
    await until(() =>
      expect(inEnglish(watcher.waiting()).map(({ path, reason }) => [path, reason])).toEqual([
        [join(path, 'folder-link'), expect.stringContaining('link to a folder')],
        [join(path, 'out.apk'), expect.stringContaining('link that leads out')],
      ]),
    );
  },
);
