import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openStorage } from '../../../main/service/storage/open-storage.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { type PostgresServer, startPostgres } from '../../fakes/postgres.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { testStorage } from './storage-contract.ts';
import { addActiveShop, now, recipientOf, sendTo } from './world.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
}, 60_000);
afterAll(() => server.remove());

testStorage('PostgreSQL and folder', async () => {
  const folder = await temporaryFolder();
  const url = await server.newSchema();
  const settings = { database: { url, maxConnections: 5 }, builds: { folder } };
  return { shared: true, open: () => openStorage(settings, collectedLog().log) };
});

async function openOn(url: string, folder: string) {
  const { log, lines } = collectedLog();
  const storage = await openStorage({ database: { url, maxConnections: 3 }, builds: { folder } }, log);
  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => {
    closing ??= storage.close();
    return closing;
  };
  onTestFinished(close);
  return { storage: { ...storage, close }, lines };
}

test('concurrent first starts create one schema', async () => {
  const [url, folder] = [await server.newSchema(), await temporaryFolder()];
  const opened = await Promise.all([1, 2, 3].map(() => openOn(url, folder)));
  for (const { storage } of opened) expect(await storage.people.teams()).toHaveLength(1);
  await runSql(url, 'UPDATE schema_version SET version = 999');
  await expect(openOn(url, folder)).rejects.toMatchObject({ code: 'database/newer' });
});

test.each([
  [(url: string) => url.replace(/:\d+\//, ':1/'), 'connect ECONNREFUSED 127.0.0.1:1'],
  [(url: string) => url.replace('/postgres?', '/nothing?'), 'database "nothing" does not exist'],
  [(url: string) => url.replace('slipway@', 'nobody@'), 'role "nobody" does not exist'],
])('a start with an unusable database reports the reason (%#)', async (change, reason) => {
  const url = change(await server.newSchema());
  await expect(openOn(url, await temporaryFolder())).rejects.toMatchObject({
    code: 'service/databaseRefused',
    values: { reason },
  });
});

test('a newly queued message wakes up another instance', async () => {
  const [url, folder] = [await server.newSchema(), await temporaryFolder()];
  const [one, other] = [await openOn(url, folder), await openOn(url, folder)];
  const version = await addActiveShop(one.storage);
  const notified = new Promise<void>((resolve) => other.storage.mail.onQueued(resolve));
  await sendTo(one.storage, version.id, [recipientOf('ann@example.com')]);
  await notified;
});

test('a NUL character is replaced in stored text and never matches a link', async () => {
  const { storage } = await openOn(await server.newSchema(), await temporaryFolder());
  expect(await storage.links.find('a\0b')).toBeNull();
  const team = await storage.people.addTeam('QA\0', now);
  expect(team?.name).toBe('QA\uFFFD');
});

test('calls fail as unavailable during an outage and succeed afterwards', async () => {
  const { storage } = await openOn(await server.newSchema(), await temporaryFolder());
  const version = await addActiveShop(storage);
  await server.stop();
  for (const call of [
    () => storage.testing.version(version.id),
    () => storage.testing.setActive(version.id, false, now),
    () => storage.people.addTeam('QA', now),
  ]) {
    await expect(call()).rejects.toMatchObject({ code: 'service/storageUnavailable' });
  }
  await server.start();
  expect((await storage.testing.version(version.id))?.isActive).toBe(true);
  expect(await storage.people.addTeam('QA', now)).toMatchObject({ name: 'QA' });
});

async function runSql(url: string, statement: string): Promise<readonly unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(statement);
  await client.end();
  return rows;
}
