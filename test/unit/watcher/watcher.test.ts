import { chmod, copyFile, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../main/base/clock.ts';
import { inEnglish } from '../../english.ts';
import { createFakeClock } from '../../fakes/fake-clock.ts';
import { asOrdinaryUser } from '../../fakes/ordinary-user.ts';
import { hasLinks, hasModes, isWindows, reportsWholeTrees } from '../../fakes/systems.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { tinyBuild } from '../../fixtures/builds/zip-writer.ts';
import { until, watchedTestFolder } from './watched-folder.ts';

const build = tinyBuild();

/** Makes the folder unreadable until the test ends. Root can still read it. */
async function close(path: string): Promise<void> {
  await chmod(path, 0o000);
  onTestFinished(() => chmod(path, 0o755));
}

describe('the watcher with an unavailable folder or build', () => {
  test('rejects a missing folder and watches it once it exists', async () => {
    const { path, rule, run } = await watchedTestFolder();
    await rm(path, { recursive: true });
    const { watcher, finished, states } = run();
    await expect(watcher.watch(rule)).rejects.toMatchObject({
      code: 'watcher/missing',
      remedy: 'choose-folder',
      message: `The folder ${path} does not exist: create it, connect its disk, or choose another folder.`,
    });
    expect(watcher.state('folder')).toMatchObject({
      kind: 'unreachable',
      failure: { code: 'watcher/missing' },
    });
    await mkdir(path);
    await writeFile(join(path, 'app.apk'), build);
    await until(() => expect(finished).toHaveLength(1));
    expect(states.map((state) => state.kind)).toEqual([
      'starting',
      'unreachable',
      'starting',
      'scanning',
      'watching',
    ]);
  });

  test('rejects the path of a file', async () => {
    const { path, rule, run } = await watchedTestFolder();
    await writeFile(join(path, 'app.apk'), build);
    const { watcher } = run();
    await expect(watcher.watch({ ...rule, path: join(path, 'app.apk') })).rejects.toMatchObject({
      code: 'watcher/notAFolder',
      remedy: 'choose-folder',
    });
    // Windows does not report which component is not a folder.
    await expect(watcher.watch({ ...rule, path: join(path, 'app.apk', 'below') })).rejects.toMatchObject({
      code: isWindows ? 'watcher/missing' : 'watcher/notAFolder',
    });
  });

  test.runIf(hasModes)('rejects an unreadable folder', async () => {
    const { path, rule, run } = await watchedTestFolder();
    await chmod(dirname(path), 0o755);
    await close(path);
    const { watcher } = run();
    asOrdinaryUser();
    await expect(watcher.watch(rule)).rejects.toMatchObject({
      code: 'watcher/denied',
      remedy: 'grant-permission',
    });
  });

  test.runIf(hasModes)('skips an unreadable subfolder and finds other builds', async () => {
    const { path, rule, run } = await watchedTestFolder();
    await chmod(dirname(path), 0o755);
    await mkdir(join(path, 'closed'));
    await close(join(path, 'closed'));
    await writeFile(join(path, 'app.apk'), build);
    const { watcher, finished, lines } = run();
    asOrdinaryUser();
    await watcher.watch(rule);
    await until(() => expect(finished).toHaveLength(1));
    expect(watcher.state('folder')).toEqual({ kind: 'watching' });
    expect(lines.some((line) => line.includes('Could not read a folder') && line.includes('closed'))).toBe(
      true,
    );
  });

  test.runIf(hasModes)('announces an unreadable build once it can be read', async () => {
    const { path, rule, run } = await watchedTestFolder();
    await chmod(dirname(path), 0o755);
    const file = join(path, 'app.apk');
    await writeFile(file, build, { mode: 0o000 });
    const { watcher, finished } = run();
    const asOwner = asOrdinaryUser();
    await watcher.watch(rule);
    await until(() => expect(inEnglish(watcher.waiting())[0]?.reason).toContain('Permission denied'));
    await asOwner(() => chmod(file, 0o644));
    await until(() => expect(finished).toHaveLength(1));
  });
});

describe('a folder that disappears', () => {
  test('is unreachable until it returns, then announces only new builds', async () => {
    const { path, rule, run } = await watchedTestFolder();
    await writeFile(join(path, 'old.apk'), build);
    const { watcher, finished, gone } = run();
    await watcher.watch(rule);
    await until(() => expect(finished).toHaveLength(1));
    await writeFile(join(path, 'half.apk'), build.subarray(0, 99));
    await until(() => expect(inEnglish(watcher.waiting())).toHaveLength(1));

    await rename(path, `${path}-unmounted`);
    await until(() => expect(watcher.state('folder')?.kind).toBe('unreachable'));
    expect(inEnglish(watcher.waiting())).toEqual([]);
    expect(gone).toEqual([join(path, 'half.apk')]);

    await writeFile(join(`${path}-unmounted`, 'new.apk'), build);
    await rename(`${path}-unmounted`, path);
    await until(() => expect(finished).toHaveLength(2));
    expect(watcher.state('folder')).toEqual({ kind: 'watching' });
    expect(finished.map((file) => file.path)).toEqual([join(path, 'old.apk'), join(path, 'new.apk')]);
    await writeFile(join(path, 'later.apk'), build);
    await until(() => expect(finished).toHaveLength(3));
  });

  test('is still watched if it is recreated immediately', async () => {
    const { path, rule, run } = await watchedTestFolder();
    const { watcher, finished } = run();
    await watcher.watch(rule);
    for (const name of ['a.apk', 'b.apk', 'c.apk']) {
      await rm(path, { recursive: true });
      await mkdir(path);
      await writeFile(join(path, name), build);
      await until(() => expect(finished.at(-1)?.path).toBe(join(path, name)));
    }
    expect(finished).toHaveLength(3);
  });
});

describe('a watcher without file events', () => {
  test('finds builds by polling', async () => {
    const { path, rule, run } = await watchedTestFolder();
    const { watcher, finished } = run();
    await watcher.watch({ ...rule, polling: 'always' });
    expect(watcher.state('folder')).toEqual({ kind: 'polling', reason: 'chosen' });
    await writeFile(join(path, 'app.apk'), build);
    await until(() => expect(finished).toHaveLength(1));
    await writeFile(join(path, 'app.apk'), tinyBuild(5_000));
    await until(() => expect(finished).toHaveLength(2));
  });

  test.each([
    [0, 45],
    [0.5, 60],
  ])('scans hourly with jitter (%d → %d minutes)', async (random, minutes) => {
    const { rule, run } = await watchedTestFolder();
    const clock = createFakeClock();
    let scans = 0;
    const { watcher } = run({
      clock,
      intervals: { healthCheckMs: 24 * 60 * 60_000 },
      random: () => {
        scans += 1;
        return random;
      },
    });
    await watcher.watch(rule);
    expect(scans).toBe(1);
    await clock.advance(minutes * 60_000 - 1);
    expect(scans).toBe(1);
    await clock.advance(1);
    await until(() => expect(scans).toBe(2));
  });

  test('scans after the computer slept', async () => {
    const { rule, run } = await watchedTestFolder();
    const clock = createFakeClock();
    let scans = 0;
    const { watcher } = run({
      clock,
      intervals: {},
      random: () => {
        scans += 1;
        return 0.5;
      },
    });
    await watcher.watch(rule);
    clock.setNow(clock.now() + 8 * 60 * 60_000);
    await clock.advance(5_000);
    await until(() => expect(scans).toBe(2));
  });

  test('repeats an unacknowledged announcement', async () => {
    const { path, rule, run } = await watchedTestFolder();
    await writeFile(join(path, 'app.apk'), build);
    const clock = createFakeClock();
    const { watcher, finished } = run({ clock, acknowledge: false });
    await watcher.watch(rule);
    // Reading files takes real time, so the number of steps varies.
    const passUntilAnnounced = async (count: number, step: number): Promise<void> => {
      while (finished.length < count) {
        await clock.advance(step);
        await systemClock.sleep(1);
      }
      expect(finished).toHaveLength(count);
    };
    await passUntilAnnounced(1, 20);
    const first = clock.monotonic();
    await passUntilAnnounced(2, 1_000);
    expect(clock.monotonic() - first).toBeGreaterThanOrEqual(59_000);
    watcher.acknowledge(finished[0] ?? expect.fail());
    await clock.advance(24 * 60 * 60_000);
    expect(finished).toHaveLength(2);
  });
});

describe('the watcher', () => {
  test.runIf(hasLinks)('follows a symlink to the folder and reports paths as configured', async () => {
    const { path, rule, run } = await watchedTestFolder();
    await symlink(path, `${path}-link`);
    const { watcher, finished } = run();
    await watcher.watch({ ...rule, path: `${path}-link` });
    await writeFile(join(path, 'app.apk'), build);
    await until(() => expect(finished.map((file) => file.path)).toEqual([join(`${path}-link`, 'app.apk')]));
  });

  test('scans a folder that is named like a build', async () => {
    const { path, rule, run } = await watchedTestFolder();
    await mkdir(join(path, 'Old.ipa'));
    await copyBuild(join(path, 'Old.ipa', 'One.ipa'));
    const { watcher, finished } = run();
    await watcher.watch(rule);
    await mkdir(join(path, 'New.ipa'));
    await copyBuild(join(path, 'New.ipa', 'Two.ipa'));
    await until(() => expect(finished).toHaveLength(2));
    expect(watcher.waiting()).toEqual([]);
  });

  test.runIf(hasLinks)('reports symlinks to outside folders as not followed', async () => {
    const { path, rule, run } = await watchedTestFolder();
    const outside = await temporaryFolder();
    await mkdir(join(path, 'inside'));
    await symlink(join(path, 'inside'), join(path, 'current'));
    await symlink(outside, join(path, 'early'));
    const { watcher } = run();
    await watcher.watch(rule);
    await symlink(outside, join(path, 'late'));
    await symlink(join(outside, 'none'), join(path, 'broken'));
    await until(() =>
      expect(
        watcher
          .waiting()
          .map((file) => [file.path, file.reason.code])
          .toSorted(),
      ).toEqual([
        [join(path, 'early'), 'waiting/folderLink'],
        [join(path, 'late'), 'waiting/folderLink'],
      ]),
    );
    const { files } = await watcher.dryRun({ ...rule, id: 'trial' }, () => ({ kind: 'name' }));
    expect(files.map(({ relativePath, outcome }) => [relativePath, outcome.kind])).toEqual([
      ['early', 'unfinished'],
      ['late', 'unfinished'],
    ]);
  });

  test('watches nested folders independently', async () => {
    const { path, rule, run } = await watchedTestFolder();
    await mkdir(join(path, 'inner'));
    const { watcher, finished } = run();
    await watcher.watch(rule);
    await watcher.watch({ ...rule, id: 'inner', path: join(path, 'inner') });
    await copyBuild(join(path, 'inner', 'app.apk'));
    await until(() => expect(finished.map((file) => file.folderId).toSorted()).toEqual(['folder', 'inner']));
    await watcher.unwatch('inner');
    const next = join(path, reportsWholeTrees ? 'inner' : '', 'next.apk');
    await copyBuild(next);
    await until(() => expect(finished).toHaveLength(3));
    expect(finished[2]?.folderId).toBe('folder');
  });

  test('stops during a scan and rejects further calls', async () => {
    const { path, rule, run } = await watchedTestFolder();
    for (let index = 0; index < 50; index += 1) await writeFile(join(path, `${index}.apk`), build);
    const { watcher, finished, stop, states } = run();
    const watching = watcher.watch(rule);
    await stop();
    await Promise.allSettled([watching]);
    const count = finished.length;
    expect(states.at(-1)).toEqual({ kind: 'paused' });
    await expect(watcher.watch(rule)).rejects.toMatchObject({ code: 'watcher/stopped' });
    expect(inEnglish(watcher.waiting())).toEqual([]);
    expect(finished).toHaveLength(count);
  });

  test('ignores errors of a listener', async () => {
    const { path, rule, run } = await watchedTestFolder();
    const { watcher, finished, lines } = run();
    watcher.events.on('finished', () => {
      throw new Error('a faulty listener');
    });
    await watcher.watch(rule);
    await copyBuild(join(path, 'a.apk'));
    await copyBuild(join(path, 'b.apk'));
    await until(() => expect(finished).toHaveLength(2));
    expect(lines.filter((line) => line.includes('a faulty listener'))).not.toEqual([]);
  });
});

/** Copies a complete build from another folder. */
async function copyBuild(to: string): Promise<void> {
  const from = join(await temporaryFolder(), 'source.apk');
  await writeFile(from, build);
  await copyFile(from, to);
}
