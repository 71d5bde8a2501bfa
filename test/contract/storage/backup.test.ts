/** Backups of an embedded service, and restores from them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { backUpService, restoreService } from '../../../main/service/storage/backup.ts';
import { openEmbeddedStorage } from '../../../main/service/storage/open-storage.ts';
import type { Storage } from '../../../main/service/storage/storage.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { buildsOf, fill, recordsOf, withStorage } from './copy-world.ts';
import { addShop, bytesOf, now, sha256 } from './world.ts';

const locations = (folder: string) => ({ database: { folder }, builds: { folder } });

async function folders() {
  const root = await temporaryFolder();
  return { service: join(root, 'service'), backup: join(root, 'backup'), back: join(root, 'back') };
}

/** Starts a service that runs until the test ends. */
async function running(folder: string): Promise<Storage> {
  const storage = await openEmbeddedStorage(folder, collectedLog().log);
  onTestFinished(() => storage.close());
  return storage;
}

const backUp = (service: string, folder: string) => backUpService(service, folder, collectedLog().log);
const restore = (folder: string, service: string) => restoreService(folder, service, collectedLog().log);
const builds = (folder: string) => withStorage(locations(folder), buildsOf);

/** Returns the paths of the build files by name. */
async function filesIn(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(join(folder, 'blobs'), { recursive: true, withFileTypes: true });
  const files = entries.filter(
    (one) => one.isFile() && /-[0-9a-f]{16}$/.test(one.name) && one.name.length > 40,
  );
  return new Map(files.map(({ name, parentPath }) => [name, join(parentPath, name)]));
}

describe('a backup of a running service', () => {
  test('contains every record and build', async () => {
    const { service, backup, back } = await folders();
    const before = await withStorage(locations(service), async (storage) => {
      await fill(storage);
      await backUp(service, backup);
      return buildsOf(storage);
    });
    await restore(backup, back);
    expect(await recordsOf(locations(back))).toEqual(await recordsOf(locations(service)));
    expect(await builds(back)).toEqual(before);
  });

  test('contains the users at the time of the backup', async () => {
    const { service, backup, back } = await folders();
    const storage = await running(service);
    for (const userName of ['ada', 'ben', 'cyd'])
      await storage.identity.addUser({ userName, passwordHash: 'hash' }, now);
    await storage.identity.removeUser('ben');
    await backUp(service, backup);
    await storage.identity.removeUser('cyd');
    await restore(backup, back);
    const users = await withStorage(locations(back), ({ identity }) => identity.users());
    expect(users.map(({ userName }) => userName)).toEqual(['ada', 'cyd']);
  });

  test('copies new builds and deletes builds that were removed', async () => {
    const { service, backup } = await folders();
    const storage = await running(service);
    await addShop(storage, bytesOf('first'));
    expect(await backUp(service, backup)).toEqual({ builds: 1, copied: 1, bytes: 1_000 });
    const second = await addShop(storage, bytesOf('second'));
    expect(await backUp(service, backup)).toEqual({ builds: 2, copied: 1, bytes: 1_000 });
    await storage.testing.removeApplication(second.id);
    expect(await backUp(service, backup)).toEqual({ builds: 1, copied: 0, bytes: 0 });
    expect([...(await filesIn(backup)).keys()]).toEqual([...(await filesIn(service)).keys()]);
  });

  test('fails on a damaged build and keeps the earlier backup', async () => {
    const { service, backup, back } = await folders();
    const storage = await running(service);
    await addShop(storage, bytesOf('first'));
    await backUp(service, backup);
    const { version } = await addShop(storage, bytesOf('second'));
    for (const path of (await filesIn(service)).values()) {
      if (sha256(await readFile(path)) === version.sha256) await writeFile(path, bytesOf('damage'));
    }
    await expect(backUp(service, backup)).rejects.toMatchObject({ code: 'service/copyDamaged' });
    await restore(backup, back);
    expect((await builds(back)).size).toBe(1);
  });

  test('is refused if the folder contains other files', async () => {
    const { service, backup, back } = await folders();
    const [storage, other] = [await running(service), await running(back)];
    await addShop(storage);
    await addShop(other);
    await mkdir(backup);
    await writeFile(join(backup, 'notes.txt'), 'mine');
    for (const folder of [backup, back, service, join(service, 'backup')]) {
      await expect(backUp(service, folder)).rejects.toMatchObject({ code: 'service/backupFolder' });
    }
    expect(await readdir(backup)).toEqual(['notes.txt']);
  });
});

describe('a restore', () => {
  test('is refused if the data folder contains a service', async () => {
    const { service, backup, back } = await folders();
    await addShop(await running(service));
    await backUp(service, backup);
    await withStorage(locations(back), (storage) => addShop(storage, bytesOf('other')));
    const before = await recordsOf(locations(back));
    await expect(restore(backup, back)).rejects.toMatchObject({ code: 'service/copyInUse' });
    expect(await recordsOf(locations(back))).toEqual(before);
  });

  test('keeps the service from starting until all builds are intact', async () => {
    const { service, backup, back } = await folders();
    const storage = await running(service);
    for (const text of ['one', 'two']) await addShop(storage, bytesOf(text));
    await backUp(service, backup);
    const [name = '', path = ''] = [...(await filesIn(backup))][0] ?? [];
    await writeFile(path, bytesOf('damage'));
    await expect(restore(backup, back)).rejects.toMatchObject({ code: 'service/copyDamaged' });
    await expect(builds(back)).rejects.toMatchObject({ code: 'service/copyIncomplete' });
    await copyFile((await filesIn(service)).get(name) ?? '', path);
    await restore(backup, back);
    expect((await builds(back)).size).toBe(2);
  });

  test('is refused from a folder without a complete backup', async () => {
    const { service, backup, back } = await folders();
    await expect(restore(backup, back)).rejects.toMatchObject({ code: 'service/noBackup' });
    await addShop(await running(service));
    await backUp(service, backup);
    await rm(join(backup, 'service.db'));
    await expect(restore(backup, back)).rejects.toMatchObject({ code: 'service/noBackup' });
    await expect(stat(back)).rejects.toThrow();
  });
});

/** Runs the call in a separate process and kills it once `reached` resolves to true. */
async function killed(call: string, args: readonly string[], reached: () => Promise<boolean>): Promise<void> {
  const file = new URL('../../../main/service/storage/backup.ts', import.meta.url).href;
  const program = `import { ${call} } from '${file}';
    const log = { debug() {}, info() {}, warn() {}, error() {}, scope: () => log };
    await ${call}(...process.argv.slice(1), log);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, ...args], {
    stdio: 'inherit',
  });
  const ended = once(child, 'exit');
  while (child.exitCode === null && !(await reached())) await new Promise(setImmediate);
  child.kill('SIGKILL');
  await ended;
}

test.each([1, 4, 8])('a backup or restore killed after %i builds succeeds when repeated', async (count) => {
  const { service, backup, back } = await folders();
  const storage = await running(service);
  for (let at = 0; at < 12; at += 1) await addShop(storage, bytesOf(`build ${at}`, 300_000));
  const copiedTo = (folder: string) => async () =>
    (await filesIn(folder).catch(() => new Map())).size >= count;
  await killed('backUpService', [service, backup], copiedTo(backup));
  const first = await restore(backup, back).catch((error: unknown) => error);
  if (first instanceof Error) expect(first).toMatchObject({ code: 'service/noBackup' });
  await rm(back, { recursive: true, force: true });
  await backUp(service, backup);
  await killed('restoreService', [backup, back], copiedTo(back));
  const started = await builds(back).catch((error: unknown) => error);
  if (started instanceof Error) expect(started).toMatchObject({ code: 'service/copyIncomplete' });
  await restore(backup, back);
  expect((await builds(back)).size).toBe(12);
});
