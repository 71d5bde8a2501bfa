import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { builtInAccountId } from '../../main/core/built-in-account.ts';
import type { Core } from '../../main/core.ts';
import type { FolderInput } from '../../main/settings/folders.ts';
import { noRecipients } from '../../main/settings/settings-schema.ts';
import { freshFolders, openCore, putBuild, upload } from './core-world.ts';

function rule(path: string, changes: Partial<FolderInput> = {}): FolderInput {
  return {
    path,
    accountId: builtInAccountId,
    area: 'testingdist',
    activate: false,
    recipients: noRecipients,
    sendAnyway: false,
    earlierBuilds: 'none',
    quietMs: 100,
    ...changes,
  };
}

async function world() {
  const { dataDir, builds } = await freshFolders();
  const { core, lines } = await openCore(dataDir);
  await core.service.start();
  return { core, builds, lines };
}

const done = (core: Core, fileName: string) =>
  upload(core, (view) => view.fileName === fileName && view.state === 'done');
const namesOf = (core: Core): readonly string[] => core.uploads.list().map((view) => view.fileName);

test('a changed rule counts for what comes, and announces nothing that lay there', async () => {
  const { core, builds } = await world();
  const folder = await core.folders.add(rule(builds, { include: ['release/*'] }));
  await mkdir(join(builds, 'release'));
  await mkdir(join(builds, 'debug'));
  await putBuild(join(builds, 'debug'), 'old.apk', 1);
  await putBuild(join(builds, 'release'), 'one.apk', 2);
  expect((await done(core, 'one.apk')).activate).toBe(false);
  await core.folders.update(folder.id, rule(builds, { include: [], activate: true }));
  await putBuild(join(builds, 'debug'), 'two.apk', 3);
  expect((await done(core, 'two.apk')).activate).toBe(true);
  expect(namesOf(core)).toEqual(['one.apk', 'two.apk']);
});

test('what a rule says besides goes with the build to the queue', async () => {
  const { core, builds } = await world();
  const afterwards = { kind: 'move', folder: join(builds, '.done') } as const;
  await core.folders.add(rule(builds, { afterwards, application: { kind: 'new' }, askFirst: false }));
  await putBuild(builds, 'one.apk', 1);
  const view = await done(core, 'one.apk');
  expect(view.folderId).toBe(core.folders.list()[0]?.id);
});

test('builds of an account that was removed wait with the reason, and go on to another', async () => {
  const { core, builds } = await world();
  const folder = await core.folders.add(rule(builds));
  const accounts = core.settings.get().accounts;
  core.settings.update((now) => ({ ...now, accounts: [], activeAccountId: null }));
  expect(core.folders.list()).toMatchObject([
    { problem: { code: 'core/accountGone', remedy: 'sign-in' }, state: { kind: 'watching' } },
  ]);
  const path = await putBuild(builds, 'one.apk', 1);
  await vi.waitFor(
    () =>
      expect(core.folders.list()[0]?.waiting).toMatchObject([
        { path, reason: expect.stringMatching(/account this folder sends to was removed/) },
      ]),
    { timeout: 15_000 },
  );
  expect(core.uploads.list()).toEqual([]);
  core.settings.update((now) => ({ ...now, accounts }));
  await done(core, 'one.apk');
  expect(core.folders.list()).toMatchObject([{ id: folder.id, problem: null, waiting: [] }]);
});

test('a folder that is not there yet is waited for when asked, and its first build counts', async () => {
  const { core, builds } = await world();
  const outputs = join(builds, 'app', 'build', 'outputs');
  await expect(core.folders.add(rule(outputs))).rejects.toMatchObject({ code: 'watcher/missing' });
  const folder = await core.folders.add(rule(outputs), { wait: true });
  expect(folder.state).toMatchObject({
    kind: 'unreachable',
    failure: {
      code: 'core/notThereYet',
      remedy: 'wait',
      message: expect.stringContaining('does not exist yet'),
    },
  });
  await mkdir(outputs, { recursive: true });
  await putBuild(outputs, 'first.apk', 1);
  await done(core, 'first.apk');
  await vi.waitFor(() => expect(core.folders.list()[0]).toMatchObject({ awaitedSince: null }), {
    timeout: 15_000,
  });
  await rm(outputs, { recursive: true });
  await vi.waitFor(
    () => expect(core.folders.list()[0]?.state).toMatchObject({ failure: { code: 'watcher/missing' } }),
    { timeout: 15_000 },
  );
});

test('a file is no folder to wait for', async () => {
  const { core, builds } = await world();
  const path = await putBuild(builds, 'one.apk', 1);
  await expect(core.folders.add(rule(path), { wait: true })).rejects.toMatchObject({
    code: 'watcher/notAFolder',
  });
  expect(core.folders.list()).toEqual([]);
});

test('a target for uploaded builds that is watched itself is refused, and nothing is stored', async () => {
  const { core, builds } = await world();
  const afterwards = { kind: 'move', folder: join(builds, 'done') } as const;
  await expect(core.folders.add(rule(builds, { afterwards }))).rejects.toMatchObject({
    code: 'core/moveTarget',
  });
  expect(core.folders.list()).toEqual([]);
});

test('what would happen now is said in sentences, for a folder that is watched and one that is not', async () => {
  const { core, builds } = await world();
  await core.folders.add(rule(builds, { include: ['release/*'] }));
  await mkdir(join(builds, 'release'));
  await putBuild(join(builds, 'release'), 'one.apk', 1);
  await done(core, 'one.apk');
  await putBuild(builds, 'two.apk', 2);
  const inWords = async (changes: Partial<FolderInput> = {}) => {
    const { files } = await core.folders.tryOut({ path: builds, ...changes });
    return files.map(({ place, verdict, reason }) => [place, verdict, reason]);
  };
  expect(await inWords()).toEqual([
    ['release/one.apk', 'seen', expect.stringContaining('handled before')],
    ['two.apk', 'not-wanted', 'None of the patterns matches it.'],
  ]);
  await vi.waitFor(async () =>
    expect(await inWords({ include: [] })).toContainEqual(['two.apk', 'upload', null]),
  );
  const { files } = await core.folders.tryOut({ path: join(builds, 'release') });
  expect(files).toMatchObject([{ place: 'one.apk', verdict: 'earlier' }]);
  await expect(core.folders.tryOut({ path: builds, exclude: ['['] })).rejects.toMatchObject({
    code: 'settings/badPattern',
  });
});
