import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  type FileEventListener,
  fileEventProblemOf,
  type OpenFileEvents,
} from '../../../main/watcher/events/file-event-types.ts';
import {
  fileEventsOf,
  watchFolderByFolder,
  watchWholeTree,
} from '../../../main/watcher/events/file-events.ts';
import { everyBuild } from '../../../main/watcher/files/names.ts';
import { createFakeClock, type FakeClock } from '../../fakes/fake-clock.ts';
import { isWindows, reportsWholeTrees, withSlashes } from '../../fakes/systems.ts';
import { tinyBuild } from '../../fixtures/builds/zip-writer.ts';
import { type RunningWatcher, until, watchedTestFolder } from './watched-folder.ts';

const build = tinyBuild();
const never = 365 * 24 * 60 * 60_000;

/** Advances the clock in steps, between which files are read, until `count` builds are announced. */
async function passUntilFinished(
  clock: FakeClock,
  { finished }: RunningWatcher,
  count: number,
  step: number,
): Promise<void> {
  await vi.waitFor(
    async () => {
      await clock.advance(step);
      expect(finished).toHaveLength(count);
    },
    { timeout: 15_000, interval: 5 },
  );
}

/** Creates file events that report no changes, only the errors passed to `fail`. */
function failingEvents(): {
  open: OpenFileEvents;
  opened: () => number;
  fail: (code: string) => void;
  heal: () => void;
} {
  let opened = 0;
  let broken: string | null = null;
  let listener: FileEventListener | null = null;
  const errorOf = (code: string): Error => Object.assign(new Error(code), { code });
  const notify = (code: string): void => listener?.error(errorOf(code), fileEventProblemOf(errorOf(code)));
  return {
    open: (options) => {
      opened += 1;
      listener = options.listener;
      return {
        enter: () => {
          if (broken !== null) notify(broken);
        },
        close: () => undefined,
      };
    },
    opened: () => opened,
    fail: (code) => {
      broken = code;
      notify(code);
    },
    heal: () => {
      broken = null;
    },
  };
}

describe('a watcher that loses file events', () => {
  const silent: OpenFileEvents = () => ({ enter: () => undefined, close: () => undefined });

  test('finds all builds in the hourly scan', async () => {
    const { path, rule, run } = await watchedTestFolder();
    const clock = createFakeClock();
    const running = run({
      clock,
      fileEvents: silent,
      intervals: { healthCheckMs: never },
      random: () => 0.5,
    });
    await running.watcher.watch(rule);
    await mkdir(join(path, 'a', 'b'), { recursive: true });
    for (const name of ['one.apk', 'a/two.ipa', 'a/b/three.apk']) await writeFile(join(path, name), build);
    await clock.advance(60 * 60_000 - 1);
    expect(running.waited).toEqual([]);
    await passUntilFinished(clock, running, 3, 20);
  });

  test('scans on wake-up without waiting for the hour', async () => {
    const { path, rule, run } = await watchedTestFolder();
    const clock = createFakeClock();
    const running = run({ clock, fileEvents: silent, intervals: { healthCheckMs: never } });
    await running.watcher.watch(rule);
    await writeFile(join(path, 'app.apk'), build);
    running.watcher.wake();
    await passUntilFinished(clock, running, 1, 20);
    expect(clock.monotonic()).toBeLessThan(45 * 60_000);
  });

  test('announces a file once for late, repeated and stale events', async () => {
    const { path, rule, run } = await watchedTestFolder();
    const clock = createFakeClock();
    let notify = (_name: string): void => undefined;
    const running = run({
      clock,
      fileEvents: ({ root, listener }) => {
        notify = (name) => listener.file(join(root, name));
        return { enter: () => undefined, close: () => undefined };
      },
      intervals: { healthCheckMs: never, rescanMs: never },
    });
    await running.watcher.watch(rule);
    await mkdir(join(path, 'folder.apk'));
    for (const name of ['first.apk', 'second.apk']) await writeFile(join(path, name), build);
    const reported = ['first.apk', 'first.apk', 'gone.apk', 'folder.apk'];
    for (const name of reported) notify(name);
    await passUntilFinished(clock, running, 1, 20);
    for (const name of [...reported, 'second.apk']) notify(name);
    await passUntilFinished(clock, running, 2, 20);
    expect(running.finished.map((file) => file.path)).toEqual([
      join(path, 'first.apk'),
      join(path, 'second.apk'),
    ]);
  });

  test.each(['ENOSPC', 'EMFILE'])('polls after %s and retries file events after an hour', async (code) => {
    const { path, rule, run } = await watchedTestFolder();
    const clock = createFakeClock();
    const fileEvents = failingEvents();
    fileEvents.fail(code);
    const running = run({
      clock,
      fileEvents: fileEvents.open,
      intervals: { healthCheckMs: never, pollMs: 2_000 },
      random: () => 0.5,
    });
    await running.watcher.watch(rule);
    expect(running.watcher.state('folder')).toEqual({ kind: 'polling', reason: 'no-watches-left' });
    const warnings = running.lines.filter((line) => line.includes('fs.inotify.max_user_watches'));
    expect(warnings).toHaveLength(1);
    await writeFile(join(path, 'app.apk'), build);
    await passUntilFinished(clock, running, 1, 100);
    fileEvents.heal();
    expect(fileEvents.opened()).toBe(1);
    for (let minutes = 0; minutes < 61; minutes += 1) await clock.advance(60_000);
    await until(() => expect(running.watcher.state('folder')).toEqual({ kind: 'watching' }));
    expect(fileEvents.opened()).toBe(2);
  });

  test('polls after a failure until file events work again', async () => {
    const { rule, run } = await watchedTestFolder();
    const clock = createFakeClock();
    const fileEvents = failingEvents();
    const running = run({ clock, fileEvents: fileEvents.open, intervals: { healthCheckMs: never } });
    await running.watcher.watch(rule);
    expect(running.watcher.state('folder')).toEqual({ kind: 'watching' });
    fileEvents.fail('EIO');
    expect(running.watcher.state('folder')).toEqual({ kind: 'polling', reason: 'events-unreliable' });
    fileEvents.heal();
    await clock.advance(1_000);
    await until(() => expect(running.watcher.state('folder')).toEqual({ kind: 'watching' }));
  });

  test('logs a subfolder without file events and keeps watching', async () => {
    const { rule, run } = await watchedTestFolder();
    const fileEvents = failingEvents();
    fileEvents.fail('EACCES');
    const { watcher, lines } = run({ fileEvents: fileEvents.open });
    await watcher.watch(rule);
    expect(watcher.state('folder')).toEqual({ kind: 'watching' });
    expect(lines.some((line) => line.includes('Could not watch a subfolder'))).toBe(true);
  });
});

test('fileEventsOf returns the source of file events for each platform', () => {
  expect(fileEventsOf('linux')).toBe(watchFolderByFolder);
  expect(fileEventsOf('darwin')).toBe(watchWholeTree);
  expect(fileEventsOf('win32')).toBe(watchWholeTree);
});

describe.each([
  ['watching folder by folder', watchFolderByFolder],
  ['watching the whole tree', watchWholeTree],
])('%s', (_way, open) => {
  test('announces only builds, including builds in new and renamed folders', async () => {
    const { path, rule, run } = await watchedTestFolder();
    await mkdir(join(path, 'old', 'deep'), { recursive: true });
    const { watcher, finished, waited } = run({
      fileEvents: open,
      intervals: { healthCheckMs: never, rescanMs: never },
    });
    await watcher.watch(rule);
    await writeFile(join(path, 'old', 'deep', 'notes.txt'), 'x');
    await writeFile(join(path, 'old', 'deep', 'first.apk'), build);
    await until(() => expect(finished).toHaveLength(1));
    await mkdir(join(path, 'new', 'deep'), { recursive: true });
    await writeFile(join(path, 'new', 'deep', 'second.apk'), build);
    await until(() => expect(finished).toHaveLength(2));
    if (open === watchWholeTree && !reportsWholeTrees) return;
    await rename(join(path, 'new'), join(path, 'renamed'));
    await until(() => expect(finished).toHaveLength(3));
    await writeFile(join(path, 'renamed', 'deep', 'third.apk'), build);
    await until(() => expect(finished).toHaveLength(4));
    await rm(join(path, 'old'), { recursive: true });
    await mkdir(join(path, 'old', 'deep'), { recursive: true });
    await writeFile(join(path, 'old', 'deep', 'fourth.apk'), build);
    await until(() => expect(finished).toHaveLength(5));
    expect(finished.map((file) => withSlashes(file.path.slice(path.length + 1)))).toEqual([
      'old/deep/first.apk',
      'new/deep/second.apk',
      'renamed/deep/second.apk',
      'renamed/deep/third.apk',
      'old/deep/fourth.apk',
    ]);
    expect(waited.every((file) => file.path.endsWith('.apk'))).toBe(true);
  });

  test('sends no events after it is closed', async () => {
    const { path } = await watchedTestFolder();
    const received: string[] = [];
    const record = (what: string): void => void received.push(what);
    const fileEvents = open({
      root: path,
      realRoot: path,
      selection: everyBuild,
      listener: { file: record, root: () => record('root'), error: () => record('error') },
    });
    fileEvents.enter(path);
    onTestFinished(() => fileEvents.close());
    await writeFile(join(path, 'app.apk'), build);
    await until(() => expect(received).toContain(join(path, 'app.apk')));
    fileEvents.close();
    received.length = 0;
    await writeFile(join(path, 'later.apk'), build);
    await rm(path, { recursive: true });
    await new Promise((resolve) => setImmediate(resolve));
    expect(received).toEqual([]);
  });
});

// Windows watches the whole tree with one handle, so there is nothing to count.
test.skipIf(isWindows)('a removed folder and a stopped watcher leave no watches open', async () => {
  const subscription = (): number =>
    process.getActiveResourcesInfo().filter((name) => name === 'FSEventWrap').length;
  const before = subscription();
  const { path, rule, run } = await watchedTestFolder();
  for (let index = 0; index < 20; index += 1)
    await mkdir(join(path, `${index}`, 'deep'), { recursive: true });
  const { watcher, finished, stop } = run({ fileEvents: watchFolderByFolder });
  await watcher.watch(rule);
  await until(() => expect(subscription() - before).toBe(41));
  for (let index = 0; index < 10; index += 1) await rm(join(path, `${index}`), { recursive: true });
  await until(() => expect(subscription() - before).toBe(21));
  await watcher.watch(rule);
  await until(() => expect(subscription() - before).toBe(21));
  await mkdir(join(path, 'new', 'deep'), { recursive: true });
  await writeFile(join(path, 'new', 'deep', 'app.apk'), build);
  await until(() => expect(finished).toHaveLength(1));
  await until(() => expect(subscription() - before).toBe(23));
  await rename(join(path, 'new'), join(path, 'renamed'));
  await until(() => expect(finished).toHaveLength(2));
  await until(() => expect(subscription() - before).toBe(23));
  await stop();
  await until(() => expect(subscription()).toBe(before));
});
