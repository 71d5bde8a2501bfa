/** Disks that come and go, permission that is taken and given back, parents that move: nothing is announced twice. */
import { chmod, cp, mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { tinyBuild } from '../fakes/tiny-zip.ts';
import { type RunningWatcher, until, watchedPlace } from '../unit/watcher/watched-folder.ts';
import { runTool } from './writers-world.ts';

const build = tinyBuild();

const unreachable = ({ watcher }: RunningWatcher, code: string): Promise<void> =>
  until(() => expect(watcher.state('folder')).toMatchObject({ kind: 'unreachable', failure: { code } }));
const watching = ({ watcher }: RunningWatcher): Promise<void> =>
  until(() => expect(watcher.state('folder')).toEqual({ kind: 'watching' }));
const names = ({ finished }: RunningWatcher): string[] =>
  finished.map((file) => file.path.split('/').at(-1) ?? '');

async function canMount(path: string): Promise<boolean> {
  try {
    await mountDisk(path);
    await unmount(path);
    return true;
  } catch (error) {
    console.warn(`skipped: nothing can be mounted here (${String(error).split('\n')[0]})`);
    return false;
  }
}
const mountDisk = (path: string) => runTool('mount', ['-t', 'tmpfs', 'slipway-test', path]);
const unmount = (path: string) => runTool('umount', ['--lazy', path]);

test('a disk that is taken away and connected again, and another disk in its place', async (context) => {
  const { path, rule, run } = await watchedPlace();
  if (!(await canMount(path))) return context.skip();
  const kept = `${path}-kept`;
  await mkdir(kept);
  await mountDisk(path);
  onTestFinished(() =>
    unmount(path).then(
      () => undefined,
      () => undefined,
    ),
  );
  await writeFile(join(path, 'one.apk'), build);
  const running = run();
  await running.watcher.watch(rule);
  await until(() => expect(names(running)).toEqual(['one.apk']));

  await cp(path, kept, { recursive: true, preserveTimestamps: true });
  await unmount(path);
  await unreachable(running, 'watcher/unmounted');
  expect(running.watcher.waiting()).toEqual([]);
  await mountDisk(path);
  await cp(kept, path, { recursive: true, preserveTimestamps: true });
  await watching(running);
  await writeFile(join(path, 'two.apk'), build);
  await until(() => expect(names(running)).toEqual(['one.apk', 'two.apk']));

  // Without a moment between: the same path, another disk.
  await mountDisk(path);
  onTestFinished(() =>
    unmount(path).then(
      () => undefined,
      () => undefined,
    ),
  );
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

test('permission taken and given back', async () => {
  const { path, run, rule } = await watchedPlace();
  await chmod(dirname(path), 0o755);
  await writeFile(join(path, 'one.apk'), build);
  const running = run();
  if (process.geteuid?.() === 0) {
    process.seteuid?.(65_534);
    onTestFinished(() => void process.seteuid?.(0));
  }
  const asOwner = async (act: () => Promise<void>): Promise<void> => {
    const other = process.geteuid?.() ?? 0;
    if (process.getuid?.() === 0) process.seteuid?.(0);
    await act();
    if (process.getuid?.() === 0) process.seteuid?.(other);
  };
  await running.watcher.watch(rule);
  await until(() => expect(names(running)).toEqual(['one.apk']));
  await asOwner(() => chmod(path, 0o000));
  await unreachable(running, 'watcher/denied');
  await asOwner(() => writeFile(join(path, 'two.apk'), build));
  await asOwner(() => chmod(path, 0o755));
  await watching(running);
  await until(() => expect(names(running)).toEqual(['one.apk', 'two.apk']));
});
