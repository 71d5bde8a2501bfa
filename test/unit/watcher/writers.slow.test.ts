import { open, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inEnglish } from '../../english.ts';
import { hasLinks } from '../../fakes/systems.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { storedZip, tinyBuild } from '../../fixtures/builds/zip-writer.ts';
import { until, watchedTestFolder } from './watched-folder.ts';

const build = tinyBuild();

test('a build written slowly is announced once, when it is complete', async () => {
  const { path, rule, run } = await watchedTestFolder();
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

test('a waiting file that is deleted leaves the list without an error', async () => {
  const { path, rule, run } = await watchedTestFolder();
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

test('an invalid or incomplete build waits and reports the reason', async () => {
  const { path, rule, run } = await watchedTestFolder();
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
      'page.apk': 'Not a build file, despite its name.',
      'cut.ipa': 'The file is not complete yet: its end is missing.',
      'nothing.apk': 'The file is still empty.',
      'hollow.apk': 'The file is not complete yet: nothing has been packed into it.',
    }),
  );
  expect(finished).toEqual([]);
});

test.runIf(hasLinks)('symlinks are not followed and only reported if they lead outside', async () => {
  const { path, rule, run } = await watchedTestFolder();
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
      [join(path, 'out.apk'), expect.stringContaining('out of the folder')],
    ]),
  );
});
