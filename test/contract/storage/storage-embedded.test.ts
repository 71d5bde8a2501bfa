import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { objectNamePattern, ownerMarkPrefix } from '../../../main/service/storage/object-names.ts';
import { openEmbeddedStorage } from '../../../main/service/storage/open-storage.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { hasModes } from '../../fakes/systems.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { testStorage } from './storage-contract.ts';
import { addActiveShop, addShop, bytesOf, now, recipientOf, sendTo } from './world.ts';

testStorage('embedded', async () => {
  const folder = await temporaryFolder();
  return { shared: false, open: () => openEmbeddedStorage(folder, collectedLog().log) };
});

async function open(folder: string) {
  const { log, lines } = collectedLog();
  const storage = await openEmbeddedStorage(folder, log);
  onTestFinished(() => storage.close());
  return { storage, lines };
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

test('an open storage locks its folder until it is closed', async () => {
  const folder = join(await temporaryFolder(), 'new');
  const first = await openEmbeddedStorage(folder, collectedLog().log);
  await expect(openEmbeddedStorage(folder, collectedLog().log)).rejects.toMatchObject({ code: 'lock/inUse' });
  await first.close();
  const { storage } = await open(folder);
  expect(await storage.testing.applications()).toEqual([]);
  if (hasModes) expect((await stat(folder)).mode & 0o077).toBe(0);
});

test('a storage that fails to open releases the lock of its folder', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'service.db'), 'this is no database, it is a text of some length');
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await expect(openEmbeddedStorage(folder, collectedLog().log)).rejects.toMatchObject({
      code: 'database/unreadable',
    });
  }
});

test('build files are stored only at their documented paths', async () => {
  const folder = await temporaryFolder();
  const { storage } = await open(folder);
  const { version } = await addShop(storage, bytesOf('here'));
  const [name = '', mark = ''] = (await filesIn(join(folder, 'blobs'))).sort();
  expect(name).toMatch(objectNamePattern);
  expect(mark).toBe(`${ownerMarkPrefix}${name.slice(33)}`);
  expect(await readFile(join(folder, 'blobs', name.slice(0, 2), name))).toEqual(bytesOf('here'));
  expect(await readdir(join(folder, 'incoming'))).toEqual([]);
  await storage.testing.removeVersion(version.id);
  expect(await filesIn(join(folder, 'blobs'))).toEqual([mark]);
});

test('a message leased before a restart can be leased again', async () => {
  const folder = await temporaryFolder();
  const before = await openEmbeddedStorage(folder, collectedLog().log);
  const version = await addActiveShop(before);
  await sendTo(before, version.id, [recipientOf('ann@example.com')]);
  await before.mail.lease(now, 900_000);
  await before.close();
  const { storage } = await open(folder);
  expect(await storage.mail.lease(now, 900_000)).toMatchObject({ to: 'ann@example.com' });
});
