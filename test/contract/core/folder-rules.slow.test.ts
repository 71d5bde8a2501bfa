import { writeFileSync } from 'node:fs';
import { mkdir, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { Core } from '../../../main/core.ts';
import type { FolderInput } from '../../../main/settings/folder-rule.ts';
import { inEnglish } from '../../english.ts';
import { hasLinks } from '../../fakes/systems.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { type BuildOptions, sampleBytes } from '../uploads/uploads-world.ts';
import { folderRule, startedCore, upload, writeBuild } from './core-world.ts';

const rule = (path: string, changes: Partial<FolderInput> = {}) =>
  folderRule(path, { existingBuilds: 'none', stableForMs: 100, ...changes });

async function world() {
  const { core, lines, builds } = await startedCore();
  return { core, builds, lines };
}

const done = (core: Core, fileName: string) =>
  upload(core, (view) => view.fileName === fileName && view.state === 'done');
const namesOf = (core: Core): readonly string[] => core.uploads.list().map((view) => view.fileName);

test('a changed rule applies to new builds but not to existing ones', async () => {
  const { core, builds } = await world();
  const folder = await core.folders.add(rule(builds, { include: ['release/*'] }));
  await mkdir(join(builds, 'release'));
  await mkdir(join(builds, 'debug'));
  await writeBuild(join(builds, 'debug'), 'old.apk', 1);
  await writeBuild(join(builds, 'release'), 'one.apk', 2);
  expect((await done(core, 'one.apk')).activate).toBe(false);
  await core.folders.update({ ...rule(builds, { include: [], activate: true }), id: folder.id });
  await writeBuild(join(builds, 'debug'), 'two.apk', 3);
  expect((await done(core, 'two.apk')).activate).toBe(true);
  expect(namesOf(core)).toEqual(['one.apk', 'two.apk']);
});

test('a rule can require confirmation, create an app and move the files', async () => {
  const { core, builds } = await world();
  const moved = join(builds, '.done');
  await core.folders.add(rule(builds, { existingBuilds: 'none' }));
  await writeBuild(builds, 'common.apk', 1);
  const common = await done(core, 'common.apk');
  const { id } = core.folders.list()[0] ?? expect.fail();
  const afterUpload = { kind: 'move', folder: moved } as const;
  await core.folders.update({
    ...rule(builds, { afterUpload, application: { kind: 'new' }, askFirst: true }),
    id,
  });
  await writeBuild(builds, 'own.apk', 2);
  const ready = await upload(core, (view) => view.state === 'ready');
  expect(ready).toMatchObject({ fileName: 'own.apk', folderId: id, target: null });
  core.uploads.answer(ready.id, true);
  const own = await done(core, 'own.apk');
  expect(own.target?.applicationId).not.toBe(common.target?.applicationId);
  expect(await readdir(moved)).toEqual(['own.apk']);
  expect(await readdir(builds)).toEqual(['.done', 'common.apk']);
});

test('builds wait and show the reason while the account is missing', async () => {
  const { core, builds } = await world();
  const folder = await core.folders.add(rule(builds));
  const accounts = core.settings.get().accounts;
  core.settings.update((now) => ({ ...now, accounts: [], activeAccountId: null }));
  expect(core.folders.list()).toMatchObject([
    { problem: { code: 'core/accountMissing', remedy: 'sign-in' }, state: { kind: 'watching' } },
  ]);
  const path = await writeBuild(builds, 'one.apk', 1);
  await vi.waitFor(
    () =>
      expect(inEnglish(core.folders.list()[0]?.waiting)).toMatchObject([
        { path, reason: expect.stringMatching(/account this folder uploads to was removed/) },
      ]),
    { timeout: 15_000 },
  );
  expect(core.uploads.list()).toEqual([]);
  core.settings.update((now) => ({ ...now, accounts }));
  await done(core, 'one.apk');
  expect(core.folders.list()).toMatchObject([{ id: folder.id, problem: null, waiting: [] }]);
});

test('a build written during the first scan of a folder is uploaded', async () => {
  const { core, builds } = await world();
  await writeBuild(builds, 'before.apk', 1);
  const built = core.settings.onChange(({ now }) => {
    if (now.folders.length === 0) return;
    built();
    // Waits a moment, because timestamps of files can be one clock tick behind.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    writeFileSync(join(builds, 'new.apk'), sampleBytes({ versionCode: 2 }));
  });
  await core.folders.add(rule(builds));
  await done(core, 'new.apk');
  expect(namesOf(core)).toEqual(['new.apk']);
});

test('waitForFolder accepts a missing folder and uploads its first build', async () => {
  const { core, builds } = await world();
  const outputs = join(builds, 'app', 'build', 'outputs');
  await expect(core.folders.add(rule(outputs))).rejects.toMatchObject({ code: 'watcher/missing' });
  const folder = await core.folders.add({ ...rule(outputs), waitForFolder: true });
  expect(folder.state).toEqual({ kind: 'awaited' });
  await mkdir(outputs, { recursive: true });
  await writeBuild(outputs, 'first.apk', 1);
  await done(core, 'first.apk');
  await vi.waitFor(() => expect(inEnglish(core.folders.list()[0])).toMatchObject({ awaitedSince: null }), {
    timeout: 15_000,
  });
  await rm(outputs, { recursive: true });
  await vi.waitFor(
    () =>
      expect(inEnglish(core.folders.list()[0]?.state)).toMatchObject({
        failure: { code: 'watcher/missing' },
      }),
    { timeout: 15_000 },
  );
});

test('waitForFolder rejects the path of a file', async () => {
  const { core, builds } = await world();
  const path = await writeBuild(builds, 'one.apk', 1);
  await expect(core.folders.add({ ...rule(path), waitForFolder: true })).rejects.toMatchObject({
    code: 'watcher/notAFolder',
    field: 'path',
  });
  expect(core.folders.list()).toEqual([]);
});

test('a watched folder is refused as the target of uploaded builds', async () => {
  const { core, builds } = await world();
  const elsewhere = join(await temporaryFolder(), 'link');
  if (hasLinks) await symlink(builds, elsewhere);
  const linked = hasLinks ? [elsewhere, join(elsewhere, 'not', 'there', 'yet')] : [];
  for (const target of [builds, join(builds, 'done'), ...linked]) {
    const afterUpload = { kind: 'move', folder: target } as const;
    await expect(core.folders.add(rule(builds, { afterUpload })), target).rejects.toMatchObject({
      code: 'core/moveTarget',
    });
  }
  expect(core.folders.list()).toEqual([]);
});

test('an invalid pattern in the settings affects only its own folder', async () => {
  const { core, builds } = await world();
  const [one, two] = [join(builds, 'one'), join(builds, 'two')];
  await Promise.all([mkdir(one), mkdir(two)]);
  const folder = await core.folders.add(rule(one));
  core.settings.update((now) => ({
    ...now,
    folders: now.folders.map((existing) => ({ ...existing, include: ['broken['] })),
  }));
  expect(core.folders.list()).toMatchObject([{ problem: { code: 'settings/badPattern' } }]);
  await core.folders.setPaused({ id: folder.id, paused: false });
  const afterUpload = { kind: 'move', folder: join(one, 'done') } as const;
  await core.folders.add(rule(two, { afterUpload }));
  await core.folders.update({ ...rule(one, { include: ['*.apk'] }), id: folder.id });
  await writeBuild(one, 'a.apk', 1);
  await done(core, 'a.apk');
  expect(core.folders.list()).toMatchObject([{ problem: null }, { problem: null }]);
});

test('a dry run returns a verdict and a reason for each file', async () => {
  const { core, builds } = await world();
  await core.folders.add(rule(builds, { include: ['release/*'] }));
  await mkdir(join(builds, 'release'));
  await writeBuild(join(builds, 'release'), 'one.apk', 1);
  await done(core, 'one.apk');
  await writeBuild(builds, 'two.apk', 2);
  const verdicts = async (changes: Partial<FolderInput> = {}) => {
    const { files } = await core.folders.dryRun({ path: builds, ...changes });
    return files.map(({ relativePath, verdict, reason }) => [relativePath, verdict, reason]);
  };
  expect(inEnglish(await verdicts())).toEqual([
    ['release/one.apk', 'seen', expect.stringContaining('handled before')],
    ['two.apk', 'not-wanted', 'None of the patterns matches the build.'],
  ]);
  await expect
    .poll(async () => inEnglish(await verdicts({ include: [] })))
    .toContainEqual(['two.apk', 'upload', null]);
  const { files } = await core.folders.dryRun({ path: join(builds, 'release') });
  expect(inEnglish(files)).toMatchObject([{ relativePath: 'one.apk', verdict: 'earlier' }]);
  await expect(core.folders.dryRun({ path: builds, exclude: ['['] })).rejects.toMatchObject({
    code: 'settings/badPattern',
    field: 'exclude',
  });
});

test('only the newest existing build of each app is uploaded', async () => {
  const { core, builds } = await world();
  const put = async (name: string, build: BuildOptions, day: number): Promise<void> => {
    await writeFile(join(builds, name), sampleBytes(build));
    const time = new Date(Date.UTC(2026, 9, day));
    await utimes(join(builds, name), time, time);
  };
  const till = { id: 'org.example.till', label: 'Till' };
  await put('shop-1.apk', { versionCode: 1 }, 5);
  await put('shop-2.apk', { versionCode: 2 }, 4);
  await put('till-9.apk', { ...till, versionCode: 9 }, 1);
  await put('till-10.apk', { ...till, versionCode: 10 }, 1);
  await core.folders.add(rule(builds, { existingBuilds: 'newest' }));
  await Promise.all(['shop-1.apk', 'till-10.apk'].map((name) => done(core, name)));
  await core.uploads.idle();
  expect(namesOf(core).toSorted()).toEqual(['shop-1.apk', 'till-10.apk']);
});

test('a pattern in NFC matches a file name in NFD', async () => {
  const { core, builds } = await world();
  await core.folders.add(rule(builds, { include: ['caf\u00e9*.apk'] }));
  const path = await writeBuild(builds, 'cafe\u0301-1.apk', 1);
  expect(await upload(core, (view) => view.state === 'done')).toMatchObject({ path });
});

test('concurrent changes to a folder do not overwrite each other', async () => {
  const { core, builds } = await world();
  const added = await Promise.allSettled([core.folders.add(rule(builds)), core.folders.add(rule(builds))]);
  expect(added.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const [folder] = core.folders.list();
  const { id } = folder ?? expect.fail();
  await Promise.all([
    core.folders.update({ ...rule(builds, { include: ['*.apk'] }), id }),
    core.folders.setPaused({ id, paused: true }),
  ]);
  expect(core.folders.list()).toMatchObject([{ id, paused: true, include: ['*.apk'] }]);
  const changing = core.folders.update({ ...rule(builds, { include: [] }), id });
  await core.folders.remove({ id });
  await expect(changing).rejects.toMatchObject({ code: 'settings/unknownFolder' });
  expect(core.folders.list()).toEqual([]);
});
