/** Apks of one release for different devices in a watched folder. */
import { basename } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { foreign, splits, universal, type Variant, writeVariants } from '../../unit/packages/variants.ts';
import { folderRule, freshFolders, openCore, upload } from './core-world.ts';

async function watched(existingBuilds: 'none' | 'newest', before: Readonly<Record<string, Variant>> = {}) {
  const { dataDir, builds } = await freshFolders();
  await writeVariants(builds, before);
  const { core } = await openCore(dataDir);
  await core.service.start();
  await core.folders.add(folderRule(builds, { existingBuilds, stableForMs: 100 }));
  const leftOut = () =>
    core.folders
      .list()
      .flatMap(({ waiting }) =>
        waiting
          .filter(({ reason }) => reason.code === 'waiting/otherOfRelease')
          .map(({ path }) => basename(path)),
      );
  const uploaded = () =>
    core.uploads
      .list()
      .map(({ fileName }) => fileName)
      .toSorted();
  return { core, builds, leftOut, uploaded };
}

describe('a watched folder with apks of one release', () => {
  test('uploads the universal apk and skips the others', async () => {
    const { core, builds, leftOut, uploaded } = await watched('none');
    await writeVariants(builds, { ...splits, ...universal });
    await upload(core, ({ fileName, state }) => fileName === 'app-universal.apk' && state === 'done');
    await expect.poll(() => leftOut().toSorted()).toEqual(Object.keys(splits));
    expect(uploaded()).toEqual(['app-universal.apk']);
  });

  test('uploads the arm64-v8a apk if there is no universal apk', async () => {
    const { core, builds, leftOut, uploaded } = await watched('none');
    await writeVariants(builds, splits);
    await upload(core, ({ fileName, state }) => fileName === 'app-arm64-v8a.apk' && state === 'done');
    await expect.poll(() => leftOut().length).toBe(2);
    expect(uploaded()).toEqual(['app-arm64-v8a.apk']);
  });

  test('waits for a choice if no apk supports most phones', async () => {
    const { core, builds } = await watched('none');
    await writeVariants(builds, foreign);
    for (const name of Object.keys(foreign))
      await upload(core, ({ fileName, state }) => fileName === name && state === 'ready');
  });

  test('shows in a dry run which apk would be uploaded', async () => {
    const { core } = await watched('none');
    const path = await temporaryFolder();
    await writeVariants(path, splits);
    await setTimeout(400);
    const { files } = await core.folders.dryRun({ path, existingBuilds: 'all' });
    expect(files.map(({ relativePath, verdict }) => [relativePath, verdict])).toEqual([
      ['app-arm64-v8a.apk', 'upload'],
      ['app-armeabi-v7a.apk', 'not-wanted'],
      ['app-x86_64.apk', 'not-wanted'],
    ]);
  });

  test('uploads one apk of the newest existing release', async () => {
    const { core, leftOut, uploaded } = await watched('newest', splits);
    await core.folders.start();
    await upload(core, ({ state }) => state === 'done');
    await expect.poll(() => leftOut().length).toBe(2);
    expect(uploaded()).toEqual(['app-arm64-v8a.apk']);
  });

  test('skips an unsigned apk when its signed variant is in the folder', async () => {
    const { core, builds, leftOut, uploaded } = await watched('none');
    await writeVariants(builds, { 'app.apk': { signed: false }, 'app-Signed.apk': {} });
    await upload(core, ({ fileName, state }) => fileName === 'app-Signed.apk' && state === 'done');
    await expect.poll(leftOut).toEqual(['app.apk']);
    expect(uploaded()).toEqual(['app-Signed.apk']);
  });
});
