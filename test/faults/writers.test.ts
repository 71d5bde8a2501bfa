/**
 * Writes builds into a watched folder in every known way. The file at an announced path must be the whole
 * build, and each build is announced once. Writers pause until the watcher has checked the file, found it
 * unchanged, and read it.
 */
import { readdirSync } from 'node:fs';
import { chmod, copyFile, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inEnglish } from '../english.ts';
import { isWindows } from '../fakes/systems.ts';
import { temporaryFolder } from '../fakes/temporary-folder.ts';
import { tinyBuild } from '../fixtures/builds/zip-writer.ts';
import { until } from '../unit/watcher/watched-folder.ts';
import { borders, realisticBuild, zipOf } from './builds-to-write.ts';
import { everything } from './tally.ts';
import { runTool, type WritersWorld, writersWorld } from './writers-world.ts';

const whole = test.runIf(everything);
const size = 600_000;
const first = realisticBuild(1, size);
const second = realisticBuild(50, size);
const named = (bytes: Buffer, name = 'app.apk') => ({ name, bytes });

/** Opens a world in which the old build is announced. */
async function withOldBuild(old: Buffer): Promise<WritersWorld & { readonly file: string }> {
  const world = await writersWorld();
  const file = join(world.folder, 'app.apk');
  const source = await world.saveOutside('old.apk', old);
  await copyFile(source, file);
  await until(() => expect(world.announced).toHaveLength(1));
  return { ...world, file };
}

/** Offset of time and date in the first local header. */
const timeInHeader = 10;
const reportsOpenFiles = process.platform === 'linux' || process.platform === 'darwin';

describe('a build written from start to end', () => {
  test('is announced only when complete, even if its writer stalls', async () => {
    const world = await writersWorld();
    const writer = await world.startWriter();
    const file = join(world.folder, 'app.apk');
    await writer.writeInPieces(file, await world.saveOutside('source.apk', first), {
      flags: 'w',
      stops: everything ? borders(first) : borders(first).filter((_, index) => index % 2 === 1),
      atStop: () => world.untilUnfinished(file),
    });
    await world.expectAnnounced([named(first)]);
  });

  test('is announced only when complete with a stall at any offset', async () => {
    const world = await writersWorld();
    const build = tinyBuild(4_000);
    const source = await world.saveOutside('source.apk', build);
    const count = everything ? 400 : 40;
    const cuts = Array.from(
      { length: count },
      (_, index) => 1 + Math.floor(((build.length - 2) * index) / count),
    );
    const writer = await world.startWriter();
    const files = cuts.map((cut) => ({ cut, path: join(world.folder, `cut-at-${cut}.apk`) }));
    for (const { cut, path } of files) {
      await writer.do({ act: 'open', path, flags: 'w' });
      await writer.do({ act: 'write', path, source, from: 0, to: cut });
    }
    for (const { path } of files) await world.untilUnfinished(path);
    expect(world.announced).toEqual([]);
    for (const { cut, path } of files) {
      await writer.do({ act: 'write', path, source, from: cut, to: build.length });
      await writer.do({ act: 'close', path });
    }
    await until(() => expect(world.announced).toHaveLength(count));
    expect(world.announced.every(({ bytes }) => bytes.equals(build))).toBe(true);
    expect(new Set(world.announced.map(({ name }) => name)).size).toBe(count);
  });

  whole('is announced only when complete, even if its writer is slow', async () => {
    const world = await writersWorld();
    const writer = await world.startWriter();
    await writer.writeInPieces(join(world.folder, 'app.apk'), await world.saveOutside('source.apk', first), {
      flags: 'w',
      stops: Array.from({ length: 500 }, (_, index) => 1_000 * (index + 1)),
    });
    await world.expectAnnounced([named(first)]);
  });

  whole('is announced again after it is rewritten with the same size', async () => {
    const world = await withOldBuild(first);
    const writer = await world.startWriter();
    await writer.writeInPieces(world.file, await world.saveOutside('new.apk', second), {
      flags: 'w',
      stops: [1, 100_000, second.length - 1],
      atStop: () => world.untilUnfinished(world.file),
    });
    await world.expectAnnounced([named(first), named(second)]);
  });
});

describe('a build written in place over an older build', () => {
  const cases: readonly [string, Buffer, Buffer][] = [
    ['of the same size', first, second],
    [
      'of the same size, with checksums behind the contents',
      realisticBuild(1, size, true),
      realisticBuild(50, size, true),
    ],
    ['of a smaller size', realisticBuild(1, size / 2), second],
    ['of a larger size', realisticBuild(1, size * 2), second],
  ];
  test.each(everything ? cases : cases.slice(1, 2))(
    'is announced only when complete: %s',
    async (_case, older, newer) => {
      const world = await withOldBuild(older);
      const writer = await world.startWriter();
      await writer.do({ act: 'open', path: world.file, flags: 'r+' });
      const source = await world.saveOutside('new.apk', newer);
      let from = 0;
      for (const to of [2_000, 150_000, 400_000, newer.length - 100, newer.length - 1]) {
        await writer.do({ act: 'write', path: world.file, source, from, to });
        await world.untilUnfinished(world.file);
        from = to;
      }
      await writer.do({ act: 'write', path: world.file, source, from, to: newer.length });
      if (older.length > newer.length)
        await writer.do({ act: 'truncate', path: world.file, size: newer.length });
      await writer.do({ act: 'close', path: world.file });
      await world.expectAnnounced([named(older), named(newer)]);
    },
  );

  test('is not announced while the bytes written so far equal the older build', async () => {
    const world = await withOldBuild(first);
    const writer = await world.startWriter();
    await writer.writeInPieces(world.file, await world.saveOutside('new.apk', second), {
      flags: 'r+',
      stops: [20],
      atStop: () => world.untilUnfinished(world.file),
    });
    await world.expectAnnounced([named(first), named(second)]);
  });
});

describe('a build with space reserved in advance', () => {
  const chunk = 64 * 1024;
  const chunks = Array.from({ length: Math.ceil(first.length / chunk) }, (_, index) => index);
  /** The last two chunks, then every second chunk, then the rest. */
  const outOfOrder = [
    ...[...chunks].reverse().slice(0, 2),
    ...chunks.slice(0, -2).filter((index) => index % 2 === 0),
    ...chunks.slice(0, -2).filter((index) => index % 2 === 1),
  ];
  const ways: readonly [string, (world: WritersWorld, path: string) => Promise<unknown>][] = [
    ['with fallocate', (_, path) => runTool('fallocate', ['-l', `${first.length}`, path])],
    ['as a sparse file', (_, path) => runTool('truncate', ['-s', `${first.length}`, path])],
    ['by growing as chunks arrive', (_, path) => writeFile(path, '')],
  ];
  const usable = isWindows ? ways.slice(2) : ways;
  test.each(everything ? usable : usable.slice(0, 1))(
    'is announced only when complete if written out of order, %s',
    async (_way, reserve) => {
      const world = await writersWorld();
      const path = join(world.folder, 'app.apk');
      await reserve(world, path);
      const writer = await world.startWriter();
      const source = await world.saveOutside('source.apk', first);
      await writer.do({ act: 'open', path, flags: 'r+' });
      for (const [done, index] of outOfOrder.entries()) {
        await world.untilUnfinished(path);
        expect([done, world.announced.length]).toEqual([done, 0]);
        const [from, to] = [index * chunk, Math.min(first.length, (index + 1) * chunk)];
        await writer.do({ act: 'write', path, source, from, to });
      }
      await writer.do({ act: 'close', path });
      await world.expectAnnounced([named(first)]);
    },
  );

  test('is not announced while one chunk is missing', async () => {
    const world = await writersWorld();
    const writer = await world.startWriter();
    const source = await world.saveOutside('source.apk', first);
    const hidden = join(world.folder, '.app.apk.part');
    const path = join(world.folder, 'app.apk');
    await writer.do({ act: 'open', path: hidden, flags: 'w' });
    await writer.do({ act: 'truncate', path: hidden, size: first.length });
    const missing = 4;
    for (const index of chunks.filter((each) => each !== missing)) {
      const [from, to] = [index * chunk, Math.min(first.length, (index + 1) * chunk)];
      await writer.do({ act: 'write', path: hidden, source, from, to });
    }
    await writer.do({ act: 'rename', path: hidden, to: path });
    await writer.do({ act: 'close', path: hidden });
    await world.untilUnfinished(path);
    await writer.do({ act: 'open', path, flags: 'r+' });
    await writer.do({ act: 'write', path, source, from: missing * chunk, to: (missing + 1) * chunk });
    await writer.do({ act: 'close', path });
    await world.expectAnnounced([named(first)]);
  });

  test.runIf(reportsOpenFiles).each([1, 4])(
    'is not announced while %i bytes without a checksum are missing',
    async (missing) => {
      const world = await writersWorld();
      const writer = await world.startWriter();
      const source = await world.saveOutside('source.apk', first);
      const path = join(world.folder, 'app.apk');
      await writer.do({ act: 'open', path, flags: 'w' });
      await writer.do({ act: 'truncate', path, size: first.length });
      await writer.do({ act: 'write', path, source, from: 0, to: timeInHeader });
      await writer.do({ act: 'write', path, source, from: timeInHeader + missing, to: first.length });
      const openText = 'Another program still has the file open for writing.';
      await until(() => expect(inEnglish(world.watcher.waiting())).toMatchObject([{ reason: openText }]));
      await writer.do({ act: 'write', path, source, from: timeInHeader, to: timeInHeader + missing });
      await writer.do({ act: 'close', path });
      await world.expectAnnounced([named(first)]);
    },
  );
});

describe('a build that another program puts into the folder', () => {
  test.skipIf(isWindows)('is announced once, whichever system tool writes the build', async () => {
    const world = await writersWorld();
    const source = await world.saveOutside('kept.apk', first);
    const to = (name: string): string => join(world.folder, name);
    const beside = join(source, '..');
    await runTool('cp', [source, join(beside, 'moved.apk')]);
    await writeFile(join(beside, 'archive.zip'), zipOf([{ name: 'packed.apk', data: first, packed: true }]));
    await runTool('touch', ['-d', '2019-05-06 07:08:09', source]);
    await runTool('cp', ['-p', source, to('with-its-time.apk')]);
    await runTool('mv', [join(beside, 'moved.apk'), to('moved.apk')]);
    await runTool('unzip', ['-q', join(beside, 'archive.zip'), '-d', world.folder]);
    await runTool('ln', [source, to('linked.apk')]);
    await runTool('dd', [`if=${source}`, `of=${to('dd.apk')}`, 'bs=4096', 'status=none']);
    await runTool('cp', ['--sparse=always', source, to('sparse.apk')]);
    await runTool('install', ['-m', '0444', source, to('read-only.apk')]);
    await runTool('cp', [source, to('future.apk')]);
    await runTool('touch', ['-d', '2080-01-01', to('future.apk')]);
    const names = 'with-its-time moved packed linked dd sparse read-only future'
      .split(' ')
      .map((name) => `${name}.apk`);
    await until(() => expect(new Set(world.announced.map(({ name }) => name))).toEqual(new Set(names)));
    expect(world.announced.every(({ bytes }) => bytes.equals(first))).toBe(true);
    expect(world.announced.filter(({ name }) => name !== 'future.apk')).toHaveLength(names.length - 1);
  });

  whole('is announced once after a synchronising program renames it', async () => {
    const world = await writersWorld();
    const writer = await world.startWriter();
    const [hidden, path] = [join(world.folder, '.app.apk.Xy12Ab'), join(world.folder, 'app.apk')];
    const source = await world.saveOutside('source.apk', first);
    await writer.do({ act: 'open', path: hidden, flags: 'w' });
    await writer.do({ act: 'write', path: hidden, source, from: 0, to: first.length });
    await writer.do({ act: 'times', path: hidden, seconds: 1_500_000_000 });
    await writer.do({ act: 'close', path: hidden });
    await writer.do({ act: 'rename', path: hidden, to: path });
    await world.expectAnnounced([named(first)]);
    expect(world.finished[0]?.mtimeMs).toBe(1_500_000_000_000);
  });

  whole('is skipped if it is a symlink, and waits if the symlink leads outside', async () => {
    const world = await writersWorld();
    const source = await world.saveOutside('kept.apk', first);
    await copyFile(source, join(world.folder, 'app.apk'));
    await symlink('app.apk', join(world.folder, 'latest.apk'));
    await symlink(source, join(world.folder, 'out.apk'));
    await until(() => expect(inEnglish(world.watcher.waiting())[0]?.reason).toContain('leads out'));
    expect(world.watcher.waiting()).toHaveLength(1);
    await rm(join(world.folder, 'out.apk'));
    await until(() => expect(world.watcher.waiting()).toEqual([]));
    await world.expectAnnounced([named(first)]);
  });

  test('is announced once each time a compiler recreates its folder', async () => {
    const world = await writersWorld();
    const outputs = join(world.folder, 'outputs', 'apk', 'debug');
    const rounds = everything ? 8 : 3;
    const builds = Array.from({ length: rounds }, (_, round) =>
      named(tinyBuild(5_000, round), 'outputs/apk/debug/app.apk'),
    );
    for (const [round, { bytes }] of builds.entries()) {
      await rm(round % 2 === 0 ? join(world.folder, 'outputs') : world.folder, {
        recursive: true,
        force: true,
      });
      await mkdir(outputs, { recursive: true });
      await copyFile(await world.saveOutside(`${round}.apk`, bytes), join(outputs, 'app.apk'));
      await until(() => expect(world.announced).toHaveLength(round + 1));
    }
    await world.expectAnnounced(builds);
  });

  whole('is announced once if it was deleted unfinished and rewritten', async () => {
    const world = await writersWorld();
    const path = join(world.folder, 'app.apk');
    const writer = await world.startWriter();
    const source = await world.saveOutside('source.apk', first);
    await writer.do({ act: 'open', path, flags: 'w' });
    await writer.do({ act: 'write', path, source, from: 0, to: 300_000 });
    await world.untilUnfinished(path);
    await rm(path);
    await until(() => expect(world.gone).toEqual([path]));
    await writer.do({ act: 'close', path });
    await writer.writeInPieces(path, source, { flags: 'w', stops: [] });
    await world.expectAnnounced([named(first)]);
  });

  whole('is announced once in a read-only folder', async () => {
    const world = await writersWorld();
    const source = await world.saveOutside('kept.apk', first);
    await mkdir(join(world.folder, 'fixed'));
    await copyFile(source, join(world.folder, 'fixed', 'app.apk'));
    await chmod(join(world.folder, 'fixed', 'app.apk'), 0o444);
    await chmod(join(world.folder, 'fixed'), 0o555);
    await until(() => expect(world.announced).toHaveLength(1));
    await chmod(join(world.folder, 'fixed'), 0o755);
    await world.expectAnnounced([named(first, 'fixed/app.apk')]);
  });

  test('is announced under any file name', async () => {
    const world = await writersWorld();
    const names = [
      'with spaces  and a tab\t.apk',
      `it's "quoted" & <odd> $HOME \`x\`.apk`,
      'emoji 🎉👩‍👩‍👧.ipa',
      'decomposed e\u0301 u\u0308.apk',
      'composed \u00e9 \u00fc.apk',
      'שלום مرحبا \u202ertl.apk',
      'line\nbreak.apk',
      'percent %2F %s.apk',
      `${'long'.repeat(60)}.apk`,
    ].filter((name) => !isWindows || !/["\t\n|<>*?:]/.test(name));
    const source = await world.saveOutside('kept.apk', tinyBuild());
    for (const name of names) await copyFile(source, join(world.folder, name));
    await until(() => expect(world.announced).toHaveLength(names.length));
    expect(new Set(world.announced.map(({ name }) => name))).toEqual(new Set(names));
  });
});

// Windows has no /proc to count open files.
test.skipIf(isWindows)('many builds added at the same time keep memory and open files bounded', async () => {
  const world = await writersWorld();
  const count = everything ? 1_000 : 150;
  const source = await temporaryFolder();
  const names = Array.from({ length: count }, (_, index) => `${index % 10}/app-${index}.apk`);
  for (const name of names) {
    await mkdir(join(source, name, '..'), { recursive: true });
    await writeFile(join(source, name), tinyBuild(20_000, names.indexOf(name)));
  }
  const openFiles = (): number => readdirSync('/proc/self/fd').length;
  const before = { files: openFiles(), memory: process.memoryUsage().rss };
  let maxFiles = 0;
  world.watcher.events.on('finished', () => {
    maxFiles = Math.max(maxFiles, openFiles());
  });
  await runTool('cp', ['-r', `${source}/.`, world.folder]);
  await until(() => expect(world.announced.length).toBeGreaterThanOrEqual(count));
  expect(new Set(world.announced.map(({ name }) => name))).toEqual(new Set(names));
  expect(world.announced).toHaveLength(count);
  // Sixteen files are probed at once, each through one open file. The copying program has open files, too.
  expect(maxFiles - before.files).toBeLessThanOrEqual(32);
  expect(process.memoryUsage().rss - before.memory).toBeLessThan(200 * 2 ** 20);
  for (const { name, bytes } of world.announced) {
    expect([name, bytes.equals(tinyBuild(20_000, names.indexOf(name)))]).toEqual([name, true]);
  }
});
