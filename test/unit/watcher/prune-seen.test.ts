import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../main/base/database/database.ts';
import { plainTraits } from '../../../main/watcher/files/file-traits.ts';
import { findRoot } from '../../../main/watcher/files/folder-root.ts';
import { everyBuild } from '../../../main/watcher/files/names.ts';
import { scanFolder } from '../../../main/watcher/files/scan.ts';
import { createPruner, pruneAfterMs } from '../../../main/watcher/seen/prune-seen.ts';
import { createSeenFiles, sameTime, seenFilesMigrations } from '../../../main/watcher/seen/seen-files.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { createFakeClock } from '../../fakes/fake-clock.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

const dayMs = 24 * 60 * 60_000;

/** Creates a folder whose builds are handled on the first day. `scanAfterDays` can prune their records. */
async function rememberedFolder(names: readonly string[]) {
  const folder = await temporaryFolder();
  const database = openDatabase(join(await temporaryFolder(), 'seen.db'), seenFilesMigrations);
  onTestFinished(() => database.close());
  const seen = createSeenFiles(database);
  const clock = createFakeClock();
  const handle = async (name: string, size: number): Promise<void> => {
    const path = join(folder, name);
    await writeFile(path, Buffer.alloc(size, 'x'));
    const time = clock.now() / 1000;
    await utimes(path, time, time);
    seen.remember('f', { path, size, mtimeMs: clock.now() }, clock.now());
  };
  for (const name of names) await handle(name, 10);
  const open = { root: await findRoot(folder), traits: { ...plainTraits, isNetworkShare: false } };
  const forget = createPruner({ folderId: 'f', seen, clock, log: collectedLog().log });
  const signal = new AbortController().signal;
  const scanAfterDays = async (days: number): Promise<void> => {
    await clock.advance(days * dayMs);
    await forget(await scanFolder({ root: folder, selection: everyBuild, signal }), open);
  };
  const remembered = (): string[] =>
    seen.page('f', '', 1_000).map((file) => `${file.path.slice(folder.length + 1)} ${file.size}`);
  return { folder, seen, clock, open, forget, handle, scanAfterDays, remembered };
}

test('a build is pruned thirty days after its removal', async () => {
  const world = await rememberedFolder(['stays.apk', 'goes.apk', 'comes-back.apk']);
  await rm(join(world.folder, 'goes.apk'));
  await rm(join(world.folder, 'comes-back.apk'));
  await world.scanAfterDays(0);
  await world.scanAfterDays(29);
  await writeFile(join(world.folder, 'comes-back.apk'), Buffer.alloc(10, 'x'));
  expect(world.remembered()).toHaveLength(3);
  await world.scanAfterDays(1);
  expect(world.remembered()).toEqual(['comes-back.apk 10', 'stays.apk 10']);
  await rm(join(world.folder, 'comes-back.apk'));
  await world.scanAfterDays(1);
  await world.scanAfterDays(29);
  expect(world.remembered()).toHaveLength(2);
  await world.scanAfterDays(365);
  expect(world.remembered()).toEqual(['stays.apk 10']);
});

test('only the current build of an overwritten file is remembered', async () => {
  const world = await rememberedFolder(['app.apk', 'other.apk']);
  for (const size of [11, 12, 13]) {
    await world.clock.advance(dayMs);
    await world.handle('app.apk', size);
  }
  await world.scanAfterDays(0);
  expect(world.remembered()).toHaveLength(5);
  await world.scanAfterDays(pruneAfterMs / dayMs + 1);
  expect(world.remembered()).toEqual(['app.apk 13', 'other.apk 10']);
});

test('all builds are remembered if none of them is in the folder', async () => {
  const world = await rememberedFolder(['one.apk', 'two.apk']);
  await rm(world.folder, { recursive: true });
  await mkdir(world.folder);
  await world.scanAfterDays(1);
  await world.scanAfterDays(365);
  expect(world.remembered()).toHaveLength(2);
});

test('an incomplete scan prunes no build', async () => {
  const world = await rememberedFolder(['stays.apk', 'goes.apk']);
  await rm(join(world.folder, 'goes.apk'));
  await world.scanAfterDays(0);
  await world.clock.advance(pruneAfterMs);
  const unreadable = [{ path: join(world.folder, 'closed'), error: new Error('EACCES') }];
  await world.forget({ files: [join(world.folder, 'stays.apk')], unreadable }, world.open);
  expect(world.remembered()).toHaveLength(2);
  await world.scanAfterDays(0);
  expect(world.remembered()).toEqual(['stays.apk 10']);
});

test('many builds are pruned in pages', async () => {
  const names = Array.from({ length: 450 }, (_, index) => `app-${index}.apk`);
  const world = await rememberedFolder(names);
  for (const name of names.slice(1)) await rm(join(world.folder, name));
  await world.scanAfterDays(0);
  await world.scanAfterDays(30);
  expect(world.remembered()).toEqual(['app-0.apk 10']);
});

describe('the mtime of a restored build', () => {
  const handled = 1_763_745_843_123.5625;
  test.each([
    ['exactly', handled, true],
    ['to whole milliseconds', 1_763_745_843_123, true],
    ['to the next millisecond', 1_763_745_843_124, true],
    ['to whole seconds', 1_763_745_843_000, true],
    ['to even seconds', 1_763_745_842_000, true],
    ['a millisecond later', handled + 1, false],
    ['to another second', 1_763_745_841_000, false],
    ['with a fraction of another time', 1_763_745_843_123.25, false],
  ])('equals the original only if unchanged or rounded: stored %s', (_how, found, same) => {
    expect(sameTime(handled, found)).toBe(same);
  });

  test('equals only the same time if the original is already rounded', () => {
    expect(sameTime(1_763_745_843_000, 1_763_745_844_000)).toBe(false);
    expect(sameTime(1_763_745_842_000, 1_763_745_844_000)).toBe(false);
    expect(sameTime(1_763_745_843_123, 1_763_745_843_123.4)).toBe(false);
  });
});
