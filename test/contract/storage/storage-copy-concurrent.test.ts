import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { CopyProgress } from '../../../main/service/storage/copy-storage.ts';
import { openStorage } from '../../../main/service/storage/open-storage.ts';
import type { Storage } from '../../../main/service/storage/storage.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { filesIn, folderWith, isBuild, newFolder, newShared, s3 } from './copy-locations.ts';
import { buildsOf, copy, expectEmpty, fill, minute, recordsOf, withStorage } from './copy-world.ts';
import { addShop, bytesOf, now, sha256 } from './world.ts';

test.each<readonly [string, (storage: Storage) => Promise<unknown>]>([
  ['a user', ({ identity }) => identity.addUser({ userName: 'Ann', passwordHash: 'hash' }, now)],
  ['a client', ({ identity }) => identity.upsertClient({ clientId: 'app', secretHash: 'hash' }, now)],
  ['a member', ({ people }) => people.addMember('ann@example.com', null, now)],
  ['a team', ({ people }) => people.addTeam('Red', now)],
  ['an application', (storage) => addShop(storage)],
])('a destination that contains %s is refused and left unchanged', async (_, add) => {
  const source = await folderWith(1);
  for (const to of [await newFolder(), await newShared()]) {
    await withStorage(to, add);
    const before = await recordsOf(to);
    const sent = s3.requests.filter(isBuild).length;
    await expect(copy(source, to)).rejects.toMatchObject({ code: 'service/copyInUse' });
    expect(await recordsOf(to)).toEqual(before);
    expect(s3.requests.filter(isBuild)).toHaveLength(sent);
  }
});

test('a destination that becomes a service during the copy is refused', async () => {
  const [source, shared] = [await folderWith(2), await newShared()];
  const other = await openStorage(shared, collectedLog().log);
  onTestFinished(() => other.close());
  s3.intercept(async (request) => {
    if (isBuild(request)) await other.identity.addUser({ userName: 'Ann', passwordHash: 'hash' }, now);
    return null;
  });
  await expect(copy(source, shared)).rejects.toMatchObject({ code: 'service/copyInUse' });
  expect((await recordsOf(shared))['applications']).toEqual([]);
  expect(await withStorage(shared, ({ identity }) => identity.users())).toHaveLength(1);
});

test('a copy with an unusable source or target is refused before any change', async () => {
  const [source, shared, empty] = [await folderWith(1), await newShared(), await newFolder()];
  await expect(copy(empty, shared)).rejects.toMatchObject({ code: 'service/copyNoSource' });
  await expect(stat(empty.folder)).rejects.toThrow();
  await expect(copy(shared, empty)).rejects.toMatchObject({ code: 'service/copyNoSource' });
  const sameFolder = { ...shared, builds: { folder: join(source.folder, '.') } };
  await expect(copy(source, sameFolder)).rejects.toMatchObject({ code: 'service/copySameTarget' });
  const sameBucket = { ...shared, database: source.database };
  await expect(copy(sameBucket, shared)).rejects.toMatchObject({ code: 'service/copySameTarget' });
  await withStorage(source, async () => {
    await expect(copy(source, shared)).rejects.toMatchObject({ code: 'lock/inUse' });
  });
});

test('the second of two concurrent copies to one destination is refused', async () => {
  const [one, other, shared] = [await folderWith(3), await folderWith(2), await newShared()];
  const refused = Promise.withResolvers<unknown>();
  let isFirst = true;
  s3.intercept(async (request) => {
    if (!isBuild(request) || !isFirst) return null;
    isFirst = false;
    await copy(other, shared).catch(refused.resolve);
    return null;
  });
  await copy(one, shared);
  expect(await refused.promise).toMatchObject({ code: 'service/copyRunning' });
  expect(await recordsOf(shared)).toEqual(await recordsOf(one));
});

test('a copy of a running service is a consistent snapshot', async () => {
  const [source, shared, back] = [await folderWith(4), await newShared(), await newFolder()];
  await copy(source, shared);
  const live = await openStorage(shared, collectedLog().log);
  onTestFinished(() => live.close());
  let fetched = 0;
  s3.intercept(async ({ operation }) => {
    if (operation !== 'GetObject') return null;
    fetched += 1;
    if (fetched === 1) await addShop(live, bytesOf('late'));
    if (fetched === 2) await live.testing.removeApplication(4);
    return null;
  });
  const report = await copy(shared, back);
  expect(report.rows['versions']).toBe(4);
  s3.intercept(() => null);
  expect(await recordsOf(back)).toEqual(await recordsOf(shared));
  const builds = await withStorage(back, buildsOf);
  expect([...builds.keys()].sort()).toEqual(
    ['build 0', 'build 1', 'build 2', 'late'].map((text) => sha256(bytesOf(text))).sort(),
  );
  // Opening the storage deletes the file of the removed build.
  await withStorage(back, async () => undefined);
  expect(await filesIn(back.folder)).toHaveLength(4);
});

test('records that change during a copy are copied as they were before', async () => {
  const source = await newFolder();
  const [shared, back] = [await newShared(), await newFolder()];
  await withStorage(source, fill);
  await copy(source, shared);
  const records = await recordsOf(shared);
  const live = await openStorage(shared, collectedLog().log);
  onTestFinished(() => live.close());
  let changing: Promise<unknown> | null = null;
  const change = async (): Promise<void> => {
    await live.people.addMember('late@example.com', null, now);
    await live.testing.removeApplication(1);
    await live.mail.retryQueued(now + minute);
  };
  await copy(shared, back, {
    onProgress: ({ rows }) => {
      if (rows > 0) changing ??= change();
    },
  });
  await changing;
  expect(await recordsOf(back)).toEqual(records);
  expect(await recordsOf(shared)).not.toEqual(records);
});

test('a repeated copy resends builds whose objects are missing', async () => {
  const [source, shared] = [await folderWith(2), await newShared()];
  const stop = new AbortController();
  const onProgress = ({ rows }: CopyProgress): void => {
    if (rows > 0) stop.abort();
  };
  await expect(copy(source, shared, { signal: stop.signal, onProgress })).rejects.toThrow();
  for (const key of s3.bucket.objects.keys()) s3.bucket.objects.delete(key);
  expect((await copy(source, shared)).builds).toEqual({ copied: 2, existing: 0, bytes: 2_000 });
  expect([...(await withStorage(shared, buildsOf)).values()].every((bytes) => bytes?.length === 1_000)).toBe(
    true,
  );
});

test('a damaged source database is reported and nothing is copied', async () => {
  const [source, shared] = [await newFolder(), await newShared()];
  await withStorage(source, fill);
  const path = join(source.folder, 'service.db');
  const bytes = await readFile(path);
  // Overwrites all pages except the first, which contains the schema.
  await writeFile(path, bytes.fill(0xa5, 64 * 1024));
  await expect(copy(source, shared)).rejects.toMatchObject({ code: 'database/unreadable', values: { path } });
  await expectEmpty(shared);
});
