import { afterAll, beforeAll } from 'vitest';
import { openStorage } from '../../main/service/storage/open-storage.ts';
import { collectedLog } from '../fakes/collected-log.ts';
import { type PostgresServer, startPostgres } from '../fakes/postgres.ts';
import { temporaryFolder } from '../fakes/temporary-folder.ts';
import { testStorage } from './storage/storage-contract.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
}, 60_000);
afterAll(() => server.remove());

testStorage('PostgreSQL and folder', async () => {
  const folder = await temporaryFolder();
  const url = await server.newSchema();
  const choice = { database: { url, connections: 5 }, builds: { folder } };
  return { shared: true, open: () => openStorage(choice, collectedLog().log) };
});
