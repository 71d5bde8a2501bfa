/** A new build replaces one that is already handled, with the same path, size and mtime. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, rename, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../main/base/database/database.ts';
import { seenFilesMigrations } from '../../../main/watcher/seen/seen-files.ts';
import { replacesOpenFiles } from '../../fakes/systems.ts';
import { tinyBuild } from '../../fixtures/builds/zip-writer.ts';
import { until, watchedTestFolder } from './watched-folder.ts';

const time = new Date(Date.UTC(2020, 0, 1, 0, 0, 0, 0));
const builds = [1, 2, 3].map((seed) => tinyBuild(4_000, seed));

async function writeAt(path: string, bytes: Uint8Array, at: Date | number = time): Promise<void> {
  await writeFile(path, bytes);
  await utimes(path, at, at);
}

/** Creates a watched folder whose first build is handled and completed. */
async function handled(options: { readonly verifyMs?: number } = {}) {
  const watched = await watchedTestFolder();
  const path = join(watched.path, 'app.apk');
  await writeAt(path, builds[0] as Buffer);
  const intervals = { healthCheckMs: 100, pollMs: 50, rescanMs: 3_600_000, verifyMs: 3_600_000, ...options };
  const running = watched.run({ intervals });
  await running.watcher.watch(watched.rule);
  await until(() => expect(running.finished).toHaveLength(1));
  for (const file of running.finished) running.watcher.complete(file.folderId, file);
  return { ...watched, ...running, file: path };
}

test.runIf(replacesOpenFiles)(
  'a build moved over another of the same size and mtime is announced',
  async () => {
    const { path, file, finished } = await handled();
    const part = join(dirname(path), 'part');
    for (const count of [2, 3]) {
      await writeAt(part, builds[count - 1] as Buffer);
      await rename(part, file);
      await until(() => expect(finished).toHaveLength(count));
    }
    expect(new Set(finished.map(({ mtimeMs }) => mtimeMs)).size).toBe(1);
    expect(new Set(finished.map(({ fingerprint }) => fingerprint)).size).toBe(3);
  },
);

test('a build written over another of the same size and mtime is detected', async () => {
  const { file, finished } = await handled();
  await writeAt(file, builds[1] as Buffer);
  await until(() => expect(finished.at(-1)?.mtimeMs).toBe(time.getTime()));
  await until(() => expect(new Set(finished.map(({ fingerprint }) => fingerprint)).size).toBe(2));
});

test.for([
  { name: 'cut to the second', before: 1_577_836_801.234_5, after: 1_577_836_801 },
  { name: 'on an even second nearby', before: 1_577_836_801.234_5, after: 1_577_836_802 },
  { name: 'a tenth of a microsecond off', before: 1_577_836_801.234_5, after: 1_577_836_801.234_500_2 },
])('a new build with an mtime $name is detected', async ({ before, after }) => {
  const { path, rule, run } = await watchedTestFolder();
  const [file, part] = [join(path, 'app.apk'), join(dirname(path), 'part')];
  await writeAt(file, builds[0] as Buffer, before);
  const { watcher, finished } = run();
  await watcher.watch(rule);
  await until(() => expect(finished).toHaveLength(1));
  await writeAt(part, builds[1] as Buffer, after);
  await rename(part, file);
  await until(() => expect(finished).toHaveLength(2));
});

test('a new build of the same size and mtime is detected after a restart', async () => {
  const { path, rule, file, stop, run } = await handled();
  await stop();
  const part = join(dirname(path), 'part');
  await writeAt(part, builds[1] as Buffer);
  await rename(part, file);
  const { watcher, finished } = run();
  await watcher.watch(rule);
  await until(() => expect(finished).toHaveLength(1));
});

test.runIf(replacesOpenFiles)(
  'a build is not detected again after a move, restore or mode change',
  async () => {
    const { path, rule, file, finished, stop, run } = await handled();
    await chmod(file, 0o600);
    await rename(file, join(path, 'away'));
    await rename(join(path, 'away'), file);
    const copy = join(dirname(path), 'copy');
    await copyFile(file, copy);
    await utimes(copy, time, time);
    await rename(copy, file);
    await writeFile(join(path, 'last.apk'), builds[1] as Buffer);
    await until(() => expect(finished.at(-1)?.path).toBe(join(path, 'last.apk')));
    await stop();
    const again = run();
    await again.watcher.watch(rule);
    await writeFile(join(path, 'other.apk'), builds[2] as Buffer);
    await until(() => expect(again.finished.map((found) => found.path)).toEqual([join(path, 'other.apk')]));
    expect(finished).toHaveLength(2);
  },
);

test('a build replacing a skipped build of the same mtime is detected', async () => {
  const watched = await watchedTestFolder();
  const file = join(watched.path, 'app.apk');
  await writeAt(file, builds[0] as Buffer);
  const { watcher, finished, stop } = watched.run({ intervals: { healthCheckMs: 20, pollMs: 50 } });
  await watcher.watch({ ...watched.rule, existingBuilds: 'none' });
  const database = openDatabase(join(dirname(watched.path), 'seen-files.db'), seenFilesMigrations);
  const storedFingerprint = (): unknown =>
    database.get<{ fingerprint: unknown }>('SELECT fingerprint FROM seen_file')?.fingerprint;
  await until(() => expect(storedFingerprint()).toEqual(expect.any(String)));
  database.close();
  const part = join(dirname(watched.path), 'part');
  await writeAt(part, builds[1] as Buffer);
  await rename(part, file);
  await until(() => expect(finished).toHaveLength(1));
  await stop();
});

test('a new build of the same size and mtime is found without file events', async () => {
  const watched = await watchedTestFolder();
  const file = join(watched.path, 'app.apk');
  await writeAt(file, builds[0] as Buffer);
  const { watcher, finished } = watched.run({
    intervals: { healthCheckMs: 50, pollMs: 50, verifyMs: 50 },
    fileEvents: () => ({ enter: () => undefined, close: () => undefined }),
  });
  await watcher.watch(watched.rule);
  await until(() => expect(finished).toHaveLength(1));
  await writeAt(file, builds[1] as Buffer);
  await until(() => expect(new Set(finished.map(({ fingerprint }) => fingerprint)).size).toBe(2));
});

const python = spawnSync('python3', ['-V']).status === 0;

test.skipIf(!python)('a build written through a memory map after closing is announced', async () => {
  const { path, file, finished } = await handled({ verifyMs: 50 });
  const part = join(dirname(path), 'part');
  await writeFile(part, builds[1] as Buffer);
  const script = `
import mmap, sys
with open(sys.argv[1], 'r+b') as f: m = mmap.mmap(f.fileno(), 0)
m[:] = open(sys.argv[2], 'rb').read()
m.close()`;
  const [code] = await once(spawn('python3', ['-c', script, file, part], { stdio: 'inherit' }), 'exit');
  expect(code).toBe(0);
  await until(() => expect(finished.length).toBeGreaterThan(1));
  expect(finished.at(-1)?.fingerprint).not.toBe(finished[0]?.fingerprint);
});

test('an intact build replacing a damaged one of the same mtime is detected', async () => {
  const { path, rule, run } = await watchedTestFolder();
  const [file, part] = [join(path, 'app.apk'), join(dirname(path), 'part')];
  const whole = builds[0] as Buffer;
  const torn = Buffer.from(whole);
  torn.write('torn', 100);
  await writeAt(file, torn);
  const { watcher, finished } = run();
  await watcher.watch(rule);
  await until(() => expect(finished).toHaveLength(1));
  await writeAt(part, whole);
  await rename(part, file);
  await until(() => expect(finished).toHaveLength(2));
  expect(finished[1]?.fingerprint).toBe(finished[0]?.fingerprint);
});
