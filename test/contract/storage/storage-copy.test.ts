/** Copies of a service from one storage to another. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rename, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { StorageLocations } from '../../../main/service/storage/backends.ts';
import type { CopyProgress } from '../../../main/service/storage/copy-storage.ts';
import { copiedTables, skippedTables } from '../../../main/service/storage/sql/copy-records.ts';
import type { Storage } from '../../../main/service/storage/storage.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { failAfter, fileOf, folderWith, isBuild, newFolder, newShared, s3 } from './copy-locations.ts';
import { buildsOf, copy, expectEmpty, fill, recordsOf, withDatabase, withStorage } from './copy-world.ts';
import { addShop, bytesOf, newItem, newVersion, now, sha256, unique } from './world.ts';

test('a copy to PostgreSQL and S3 and back to a folder keeps every record', async () => {
  const [source, shared, back] = [await newFolder(), await newShared(), await newFolder()];
  await withStorage(source, fill);
  const records = await recordsOf(source);
  for (const { name } of copiedTables) expect(records[name]?.length, name).toBeGreaterThan(0);
  const builds = await withStorage(source, buildsOf);
  const bytes = [...builds.values()].reduce((sum, one) => sum + (one?.length ?? 0), 0);
  const progress: CopyProgress[] = [];
  for (const [from, to] of [
    [source, shared],
    [shared, back],
  ] as const) {
    const report = await copy(from, to, { onProgress: (one) => progress.push(one) });
    expect(report.builds).toEqual({ copied: builds.size, existing: 0, bytes });
    const counted = Object.entries(records).map(([name, rows]) => [name, rows.length]);
    expect(report.rows).toEqual(Object.fromEntries(counted));
    const rows = Object.values(report.rows).reduce((sum, count) => sum + count, 0);
    const all = { builds: builds.size, buildsDone: builds.size, bytes, bytesDone: bytes, rows };
    expect(progress.at(-1)).toEqual(all);
    expect(await recordsOf(to)).toEqual(records);
    expect(await withStorage(to, buildsOf)).toEqual(builds);
  }
  await withDatabase(back, async ({ database }) => {
    const own = ['blobs', 'list_tags', 'service'];
    for (const table of skippedTables.filter((one) => !own.includes(one))) {
      expect(await database.all(`SELECT * FROM ${table}`), table).toEqual([]);
    }
    expect(await database.all('SELECT * FROM mails WHERE leased_until <> 0 OR lease <> 0')).toEqual([]);
  });
  expect(await recordsOf(source)).toEqual(records);
});

test('every table is either copied or listed as skipped', async () => {
  const [folder, shared] = [await newFolder(), await newShared()];
  const listed = [...copiedTables.map(({ name }) => name), ...skippedTables];
  const tablesIn = (locations: StorageLocations, statement: string) =>
    withDatabase(locations, async ({ database }) =>
      (await database.rows<readonly [string]>(statement)).flat(),
    );
  const sqlite = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";
  expect((await tablesIn(folder, sqlite)).sort()).toEqual([...listed].sort());
  const inPostgres = 'SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()';
  expect((await tablesIn(shared, inPostgres)).sort()).toEqual([...listed, 'schema_version'].sort());
});

/** Adds records of each kind and returns their ids. */
async function addedIds(storage: Storage): Promise<Readonly<Record<string, number>>> {
  const { identity, people, testing, store } = storage;
  const shop = await addShop(storage, bytesOf(unique('new')));
  const version = await testing.addVersion(shop.id, await newVersion(storage, bytesOf(unique('new'))));
  const item = await newItem(storage, bytesOf(unique('new')));
  const profile = await store.addProfile('New', unique('link'), item);
  const userName = unique('user');
  await identity.addUser({ userName, passwordHash: 'hash' }, now);
  return {
    users: (await identity.user(userName))?.id ?? 0,
    teams: (await people.addTeam(unique('team'), now))?.id ?? 0,
    members: (await people.addMember(`${unique('member')}@example.com`, null, now))?.id ?? 0,
    applications: shop.id,
    versions: version?.id ?? 0,
    store_profiles: profile.id,
    store_items: profile.items[0]?.id ?? 0,
  };
}

test('new ids in a copy exceed every id ever assigned in the source', async () => {
  const [source, shared, back] = [await newFolder(), await newShared(), await newFolder()];
  await withStorage(source, fill);
  const lastIds = (locations: StorageLocations) =>
    withDatabase(locations, async ({ database }) => {
      const tables = copiedTables.filter(({ key }) => key[0] === 'id');
      return Object.fromEntries(
        await Promise.all(tables.map(async ({ name }) => [name, await database.lastId(name)] as const)),
      );
    });
  const last = await lastIds(source);
  await copy(source, shared);
  expect(await lastIds(shared)).toEqual(last);
  await copy(shared, back);
  expect(await lastIds(back)).toEqual(last);
  for (const locations of [shared, back]) {
    const ids = Object.entries(await withStorage(locations, addedIds));
    const steps = ids.map(([table, id]) => [table, id - (last[table] ?? 0)]);
    // `addedIds` adds two versions and one record of every other kind.
    expect(Object.fromEntries(steps)).toEqual({
      ...Object.fromEntries(ids.map(([table]) => [table, 1])),
      versions: 2,
    });
  }
});

test('links in a copy lead to the same targets as in the source', async () => {
  const [source, shared] = [await newFolder(), await newShared()];
  await withStorage(source, fill);
  const targets = (storage: Storage) => async () => {
    const applications = await storage.testing.applications();
    const tokens = applications.flatMap(({ versions }) => versions.map(({ linkToken }) => linkToken));
    const items = (await storage.store.profiles()).flatMap((one) => one.items);
    const letters = (await storage.mail.list()).map(({ installLink }) => installLink.split('/').at(-1) ?? '');
    const all = [...tokens, ...items.map(({ linkToken }) => linkToken), ...letters, 'profile-link'];
    return Promise.all(all.sort().map(async (token) => [token, await storage.links.find(token)]));
  };
  const before = await withStorage(source, (storage) => targets(storage)());
  await copy(source, shared);
  expect(before.length).toBeGreaterThan(230);
  expect(before.every(([, target]) => target !== null)).toBe(true);
  expect(await withStorage(shared, (storage) => targets(storage)())).toEqual(before);
});

test('a copy after a failed attempt sends only the missing builds', async () => {
  const [source, shared] = [await folderWith(9), await newShared()];
  failAfter(4);
  await expect(copy(source, shared)).rejects.toMatchObject({ code: 'service/storageUnavailable' });
  await expectEmpty(shared);
  s3.intercept(() => null);
  await expect(withStorage(shared, buildsOf)).rejects.toMatchObject({ code: 'service/copyIncomplete' });
  const before = s3.requests.filter(isBuild).length;
  const report = await copy(source, shared);
  expect(report.builds).toEqual({ copied: 5, existing: 4, bytes: 5_000 });
  expect(s3.requests.filter(isBuild).length - before).toBe(5);
  expect(await recordsOf(shared)).toEqual(await recordsOf(source));
});

test.each(['builds', 'records'])(
  'a copy stopped during its %s leaves no records and can be resumed',
  async (phase) => {
    const source = await newFolder();
    const shared = await newShared();
    await withStorage(source, fill);
    const stop = new AbortController();
    const onProgress = ({ buildsDone, rows }: CopyProgress): void => {
      if (phase === 'builds' ? buildsDone === 2 : rows > 200) stop.abort();
    };
    const stopped = copy(source, shared, { signal: stop.signal, onProgress });
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });
    await expectEmpty(shared);
    const { builds } = await copy(source, shared);
    expect(builds.existing).toBeGreaterThanOrEqual(2);
    expect(builds.copied === 0).toBe(phase === 'records');
    expect(await recordsOf(shared)).toEqual(await recordsOf(source));
  },
);

test('a copy whose process was killed can be resumed', async () => {
  const [source, shared] = [await folderWith(9), await newShared()];
  const copier = new URL('../../../main/service/storage/copy-storage.ts', import.meta.url).href;
  const program = `import { copyStorage } from '${copier}';
    const [from, to] = JSON.parse(process.argv[1]);
    const log = { debug() {}, info() {}, warn() {}, error() {}, scope: () => log };
    await copyStorage(from, to, { log });`;
  const args = ['--input-type=module', '-e', program, JSON.stringify([source, shared])];
  const child = spawn(process.execPath, args, { stdio: 'inherit' });
  const ended = once(child, 'exit');
  let sent = 0;
  s3.intercept(async ({ operation }) => {
    if (operation !== 'PutObject') return null;
    sent += 1;
    if (sent < 6) return null;
    child.kill('SIGKILL');
    await ended;
    return 'break';
  });
  expect((await ended)[1]).toBe('SIGKILL');
  s3.intercept(() => null);
  await expectEmpty(shared);
  const { builds } = await copy(source, shared);
  expect(builds.existing).toBeGreaterThanOrEqual(1);
  expect(builds.copied + builds.existing).toBe(9);
  expect(await recordsOf(shared)).toEqual(await recordsOf(source));
  expect((await withStorage(shared, buildsOf)).size).toBe(9);
});

test('a repeated copy sends nothing and is refused if the target has changed', async () => {
  const [source, shared] = [await newFolder(), await newShared()];
  await withStorage(source, fill);
  const { rows, builds } = await copy(source, shared);
  const again = await copy(source, shared);
  expect(again.builds).toEqual({ copied: 0, existing: builds.copied, bytes: 0 });
  expect(Object.keys(again.rows)).toEqual(Object.keys(rows));
  expect(Object.values(again.rows).every((count) => count === 0)).toBe(true);
  await withStorage(shared, (storage) => storage.identity.setPassword('Ann', 'new'));
  await expect(copy(source, shared)).rejects.toMatchObject({ code: 'service/copyInUse' });
});

test('a copy names damaged or missing builds and leaves no records', async () => {
  const [source, shared] = [await folderWith(6), await newShared()];
  const [damaged, missing] = [sha256(bytesOf('build 1')), sha256(bytesOf('build 4'))];
  const [damagedFile, missingFile] = [
    await fileOf(source.folder, damaged),
    await fileOf(source.folder, missing),
  ];
  await writeFile(damagedFile, bytesOf('Build 1'));
  await rename(missingFile, `${missingFile}.away`);
  const { log, lines } = collectedLog();
  const failed = await copy(source, shared, { log }).catch((error: unknown) => error);
  const named = (hash: string) => `Söhne & Töchter 🎉.apk (${hash})`;
  expect(failed).toMatchObject({ code: 'service/copyDamaged', values: { count: 2 } });
  expect(String(failed)).toContain(named(damaged));
  expect(String(failed)).toContain(named(missing));
  expect(lines.filter((line) => line.includes(damaged) && line.includes('damaged'))).toHaveLength(1);
  expect(lines.filter((line) => line.includes(missing) && line.includes('missing'))).toHaveLength(1);
  await expectEmpty(shared);
  await writeFile(damagedFile, bytesOf('build 1'));
  await rename(`${missingFile}.away`, missingFile);
  expect((await copy(source, shared)).builds).toEqual({ copied: 2, existing: 4, bytes: 2_000 });
  expect((await withStorage(shared, buildsOf)).size).toBe(6);
});

test('a broken connection to the source is not reported as damage', async () => {
  const [source, shared, back] = [await folderWith(3), await newShared(), await newFolder()];
  await copy(source, shared);
  s3.failNext(1, 'half-answer', 'GetObject');
  await expect(copy(shared, back)).rejects.toMatchObject({ code: 'service/storageUnavailable' });
  await copy(shared, back);
  expect(await recordsOf(back)).toEqual(await recordsOf(source));
});
