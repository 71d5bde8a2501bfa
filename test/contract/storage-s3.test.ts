/** Builds in S3, with either database. */
import { afterAll, beforeAll } from 'vitest';
import { openStorage, type StorageChoice } from '../../main/service/storage/open-storage.ts';
import { collectedLog } from '../fakes/collected-log.ts';
import { type PostgresServer, startPostgres } from '../fakes/postgres.ts';
import { type S3Server, startS3 } from '../fakes/s3/s3-server.ts';
import { temporaryFolder } from '../fakes/temporary-folder.ts';
import { testStorage } from './storage/storage-contract.ts';
import { unique } from './storage/world.ts';

let postgres: PostgresServer;
let s3: S3Server;
beforeAll(async () => {
  [postgres, s3] = await Promise.all([startPostgres(), startS3()]);
}, 60_000);
afterAll(() => Promise.all([postgres.remove(), s3.close()]));

const builds = () => ({ ...s3.settings, prefix: `${unique('builds')}/` });
const opener = (choice: StorageChoice) => () => openStorage(choice, collectedLog().log);

testStorage('PostgreSQL and S3', async () => {
  const database = { url: await postgres.newSchema(), connections: 5 };
  return { shared: true, open: opener({ database, builds: builds() }) };
});

testStorage('SQLite and S3', async () => {
  const database = { folder: await temporaryFolder() };
  return { shared: false, open: opener({ database, builds: builds() }) };
});
