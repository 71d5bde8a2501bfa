import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../main/base/database/database.ts';
import { textOf } from '../../../main/messages/text.ts';
import { serviceMigrations } from '../../../main/service/storage/embedded/schema.ts';
import { objectName, ownerMarkPrefix } from '../../../main/service/storage/object-names.ts';
import { openEmbeddedStorage } from '../../../main/service/storage/open-storage.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { hasModes } from '../../fakes/systems.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { testStorage } from './storage-contract.ts';
import { addActiveShop, addShop, bytesOf, letterTo, now, sendTo } from './world.ts';

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

test('a folder is owned by one storage at a time, and free again after it', async () => {
  const folder = join(await temporaryFolder(), 'new');
  const first = await openEmbeddedStorage(folder, collectedLog().log);
  await expect(openEmbeddedStorage(folder, collectedLog().log)).rejects.toMatchObject({ code: 'lock/held' });
  await first.close();
  const { storage } = await open(folder);
  expect(await storage.testing.applications()).toEqual([]);
  if (hasModes) expect((await stat(folder)).mode & 0o077).toBe(0);
});

test('a folder that could not be opened is not kept locked', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'service.db'), 'this is no database, it is a text of some length');
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await expect(openEmbeddedStorage(folder, collectedLog().log)).rejects.toMatchObject({
      code: 'database/unreadable',
    });
  }
});

test('files lie where the description says, and nowhere else', async () => {
  const folder = await temporaryFolder();
  const { storage } = await open(folder);
  const { version } = await addShop(storage, bytesOf('here'));
  const [name = '', mark = ''] = (await filesIn(join(folder, 'blobs'))).sort();
  expect(name).toMatch(objectName);
  expect(mark).toBe(`${ownerMarkPrefix}${name.slice(33)}`);
  expect(await readFile(join(folder, 'blobs', name.slice(0, 2), name))).toEqual(bytesOf('here'));
  expect(await readdir(join(folder, 'incoming'))).toEqual([]);
  await storage.testing.removeVersion(version.id);
  expect(await filesIn(join(folder, 'blobs'))).toEqual([mark]);
});

test('a history of downloads that grew without end before is cut to the newest, and nothing is left uncounted', async () => {
  const folder = await temporaryFolder();
  const old = openDatabase(join(folder, 'service.db'), serviceMigrations.slice(0, 3));
  old.run("INSERT INTO applications (name, created_at) VALUES ('Shop', 0)");
  old.run(
    `INSERT INTO versions (application_id, link_token, kind, platform, package_id, file_name, file_size, sha256, uploaded_at, updated_at)
     VALUES (1, 'link', 'apk', 'android', 'com.example.shop', 'a.apk', 1, '00', 0, 0)`,
  );
  for (const [name, downloads] of [
    ['ann', 3_000],
    ['ben', 20],
    ['cyd', 19],
  ] as const) {
    const { id } = old.run('INSERT INTO members (email, email_key, created_at) VALUES (?, ?, 0)', name, name);
    old.run('INSERT INTO shares (version_id, member_id, status) VALUES (1, ?, 3)', id);
    for (let at = 0; at < downloads; at += 1) {
      old.run('INSERT INTO downloads (share_id, at) VALUES (?, ?)', id, at);
    }
  }
  old.close();
  const { storage } = await open(folder);
  const { members } = (await storage.testing.version(1)) ?? { members: [] };
  expect(members.map(({ downloads }) => [downloads.length, downloads[0]?.count, downloads.at(-1)])).toEqual([
    [20, 2_981, expect.objectContaining({ at: 2_999, count: 1 })],
    [20, 1, expect.objectContaining({ at: 19, count: 1 })],
    [19, 1, expect.objectContaining({ at: 18, count: 1 })],
  ]);
});

test('mail that was on its way when the service ended is free at the next start', async () => {
  const folder = await temporaryFolder();
  const before = await openEmbeddedStorage(folder, collectedLog().log);
  const version = await addActiveShop(before);
  await sendTo(before, version.id, [letterTo('ann@example.com')]);
  await before.mail.take(now, 900_000);
  await before.close();
  const { storage } = await open(folder);
  expect(await storage.mail.take(now, 900_000)).toMatchObject({ to: 'ann@example.com' });
});

test('why mail waits is said in words, also where an earlier version wrote it', async () => {
  const folder = await temporaryFolder();
  const before = openDatabase(join(folder, 'service.db'), serviceMigrations.slice(0, 9));
  const values = { server: 'mail.example.com:587', reason: { code: 'network/otherName' } };
  before.run(
    `INSERT INTO mails (id, receiver, subject, install_link, state, queued_at, next_at, failure)
     VALUES ('one', 'ann@example.com', 'Shop', 'https://example.com', 'queued', 0, 0, ?)`,
    JSON.stringify({ code: 'service/mailCertificate', values }),
  );
  before.close();
  const { storage } = await open(folder);
  const [mail] = await storage.mail.list();
  expect(mail?.failure && textOf(mail.failure)).toMatch(
    /^The mail server mail\.example\.com:587 is not trusted: its certificate belongs to a different address\./,
  );
});
