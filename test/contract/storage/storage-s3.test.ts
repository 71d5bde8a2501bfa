/** Builds in S3, with records in PostgreSQL or SQLite. */
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { UploadBase } from '../../../main/api/wire.ts';
import { systemClock } from '../../../main/base/clock.ts';
import { Redactor } from '../../../main/base/log/redact.ts';
import { entryFrom } from '../../../main/delta/segments.ts';
import { type Service, startService } from '../../../main/service/service.ts';
import { openStorage, type StorageOptions } from '../../../main/service/storage/open-storage.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { type PostgresServer, startPostgres } from '../../fakes/postgres.ts';
import { quickPasswords } from '../../fakes/quick-passwords.ts';
import { type S3Server, startS3 } from '../../fakes/s3/s3-server.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { tokenOf } from '../../sign-in.ts';
import { recipeOf } from '../../unit/delta/recipes.ts';
import { sendRecipe } from '../service/recipes.ts';
import { metadataOf, openPatch, patch, started, tusCall, uploads } from '../service/resumable-client.ts';
import { caller, sampleApk, sha256 } from '../service/service-host.ts';
import { testStorage } from './storage-contract.ts';
import { addShop, bytesOf, readBlob, unique } from './world.ts';

let postgres: PostgresServer;
let s3: S3Server;
beforeAll(async () => {
  [postgres, s3] = await Promise.all([startPostgres(), startS3()]);
}, 60_000);
afterAll(() => Promise.all([postgres.remove(), s3.close()]));

const builds = () => ({ ...s3.settings, prefix: `${unique('builds')}/` });
const opener = (choice: StorageOptions) => () => openStorage(choice, collectedLog().log);

testStorage('PostgreSQL and S3', async () => {
  const database = { url: await postgres.newSchema(), maxConnections: 5 };
  return { shared: true, open: opener({ database, builds: builds() }) };
});

testStorage('SQLite and S3', async () => {
  const database = { folder: await temporaryFolder() };
  return { shared: false, open: opener({ database, builds: builds() }) };
});

test('a redirected download has the name and type of the build', async () => {
  const database = { folder: await temporaryFolder() };
  const choice = { database, builds: builds(), redirectDownloads: true };
  const storage = await openStorage(choice, collectedLog().log);
  onTestFinished(() => storage.close());
  const { version } = await addShop(storage, bytesOf('shop'));
  const link = { fileName: 'Söhne.apk', contentType: 'application/vnd.android.package-archive', seconds: 60 };
  const url = await storage.blobs.downloadUrl(version.sha256, link);
  const response = await fetch(url ?? '', { headers: { range: 'bytes=2-5' } });
  expect([response.status, response.headers.get('content-type')]).toEqual([206, link.contentType]);
  expect(response.headers.get('content-disposition')).toContain("filename*=UTF-8''S%C3%B6hne.apk");
  expect(Buffer.from(await response.arrayBuffer())).toEqual(bytesOf('shop').subarray(2, 6));
  expect(await storage.blobs.downloadUrl('0'.repeat(64), link)).toBeNull();
});

test('an outage while a build is read is reported as unavailable storage', async () => {
  const { log } = collectedLog();
  const storage = await openStorage({ database: { folder: await temporaryFolder() }, builds: builds() }, log);
  const service = await startService({
    storage,
    clock: systemClock,
    log,
    redactor: new Redactor(),
    ...quickPasswords,
  });
  onTestFinished(() => service.stop());
  const token = await tokenOf(
    service.localUrl,
    service.firstUser ?? (await service.identity.renewFirstUser()),
  );
  const upload = async () =>
    caller(service.localUrl, token).upload(
      '/api/v3/testingdist/profiles',
      await sampleApk({ padding: 6_000_000 }),
    );
  s3.failNext(3, 'break', 'GetObject');
  const failed = await upload();
  expect([failed.status, failed.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await failed.json()).toMatchObject({ code: 'service/storageUnavailable' });
  expect((await upload()).status).toBe(201);
});

/** Starts two instances of a service, and returns them with a token. */
async function startInstances() {
  const choice = { database: { url: await postgres.newSchema(), maxConnections: 5 }, builds: builds() };
  const open = async (): Promise<Service> => {
    const { log } = collectedLog();
    const storage = await openStorage(choice, log);
    const options = { storage, clock: systemClock, log, redactor: new Redactor(), ...quickPasswords };
    const service = await startService({ ...options, publicUrl: 'https://builds.example.org' });
    onTestFinished(() => service.stop());
    return service;
  };
  const [one, other] = [await open(), await open()];
  const token = await tokenOf(one.localUrl, one.firstUser ?? (await one.identity.renewFirstUser()));
  return { one, other, token };
}

test('two instances receive one upload in turn and complete it once', async () => {
  const { one, other, token } = await startInstances();
  const apk = await sampleApk({ padding: 3_000_000 });
  const made = await started({ url: one.localUrl, token }, apk.length);
  const { pathname } = new URL(made);
  const hung = openPatch({ token }, made, 0, apk.length);
  await hung.send(apk.slice(0, 1_000_000));
  const [here, there] = [one.localUrl + pathname, other.localUrl + pathname];
  expect((await patch({ token }, there, 0, apk.slice(0, 1_500_000))).status).toBe(204);
  await hung.send(apk.slice(1_000_000));
  expect(await hung.response).toEqual({ status: 409, offset: '1500000' });
  expect((await patch({ token }, here, 1_500_000, apk.slice(1_500_000))).status).toBe(201);
  const results = await Promise.all([here, there].map((address) => tusCall({ token }, 'GET', address)));
  expect(results.map(({ status }) => status)).toEqual([200, 200]);
  expect(await one.storageUsage()).toMatchObject([{ builds: 1, bytes: apk.length }]);
});

test('a recipe uses a base stored in S3', async () => {
  const { log } = collectedLog();
  const storage = await openStorage({ database: { folder: await temporaryFolder() }, builds: builds() }, log);
  const service = await startService({
    ...{ storage, clock: systemClock, log, redactor: new Redactor(), ...quickPasswords },
    limits: { uploadPartBytes: 1_000 },
  });
  onTestFinished(() => service.stop());
  const user = service.firstUser ?? (await service.identity.renewFirstUser());
  const token = await tokenOf(service.localUrl, user);
  const base = await sampleApk({ padding: 3_000_000 });
  const build = await sampleApk({ padding: 3_000_000, version: '2.5.0' });
  await caller(service.localUrl, token).upload('/api/v3/testingdist/profiles', base);
  const recipe = await recipeOf(base, build);
  const sent = { base, build, recipe };
  expect((await sendRecipe({ url: service.localUrl, token }, 'testingdist', sent)).status).toBe(201);
  expect(await readBlob(storage, sha256(build))).toEqual(Buffer.from(build));
});

test('two instances receive one recipe in turn and complete it once', async () => {
  const { one, other, token } = await startInstances();
  const base = await sampleApk({ padding: 3_000_000 });
  const build = await sampleApk({ padding: 3_000_000, version: '2.5.0' });
  await caller(other.localUrl, token).upload('/api/v3/testingdist/profiles', base);
  const query = new URLSearchParams({ platform: 'android', packageId: 'com.example.shop' });
  const found = await caller(one.localUrl, token).json<UploadBase>('GET', `${uploads}/base?${query}`);
  const recipe = await recipeOf({ ...found, entries: found.entries.map(entryFrom) }, build);
  const metadata = metadataOf({ filename: 'a.apk', base: sha256(base), size: String(build.length) });
  const target = { url: one.localUrl, token };
  const { pathname } = new URL(await started(target, recipe.length, 'testingdist', metadata));
  const [here, there] = [one.localUrl + pathname, other.localUrl + pathname];
  expect((await patch({ token }, here, 0, recipe.subarray(0, 500))).status).toBe(204);
  expect((await patch({ token }, there, 500, recipe.subarray(500))).status).toBe(201);
  const results = await Promise.all([here, there].map((address) => tusCall({ token }, 'GET', address)));
  expect(results.map(({ status }) => status)).toEqual([200, 200]);
  expect(await one.storageUsage()).toMatchObject([{ builds: 1 }, { builds: 1 }]);
});
