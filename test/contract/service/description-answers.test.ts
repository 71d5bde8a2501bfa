import { expect, test } from 'vitest';
import type { StoreItem, StoreProfile, TestApplication, TestVersion } from '../../../main/api/wire.ts';
import { type Clock, systemClock } from '../../../main/base/clock.ts';
import { defaultLimits } from '../../../main/service/http/limits.ts';
import { formType, head, openRaw } from '../api/raw-client.ts';
import { describeService } from './described-service.ts';
import { describedAs, everyDescribed } from './description-check.ts';
import { refuseResumable, refuseTargets, resume, sendPiece, startRecipe } from './resumable-answers.ts';
import {
  offsetOf,
  patch,
  pieceType,
  start,
  started,
  targetOf,
  tus,
  tusCall,
  uploads,
} from './resumable-client.ts';
import {
  caller,
  requestToken,
  type ServiceHost,
  sampleApk,
  sampleIpa,
  sha256,
  startHost,
} from './service-host.ts';

const testing = '/api/v3/testingdist/profiles';
const store = '/api/v3/appstore/profiles';

const base = `${uploads}/base`;
const baseOfShop = `${base}?platform=android&packageId=com.example.shop`;

/** Every operation that needs a token, with the id of a missing record. */
const operations = [
  ['GET', '/api/v3/root'],
  ['GET', '/api/v3/people'],
  ['GET', testing],
  ['POST', testing],
  ['GET', `${testing}/99`],
  ['DELETE', `${testing}/99`],
  ['POST', `${testing}/99/items`],
  ['GET', `${testing}/items/99`],
  ['DELETE', `${testing}/items/99`],
  ['GET', `${testing}/items/99/icon`],
  ['POST', `${testing}/items/99/activate`],
  ['DELETE', `${testing}/items/99/activate`],
  ['POST', `${testing}/items/99/send`],
  ['GET', store],
  ['POST', store],
  ['GET', `${store}/99`],
  ['PUT', `${store}/99`],
  ['DELETE', `${store}/99`],
  ['POST', `${store}/99`],
  ['DELETE', `${store}/items/99`],
  ['POST', `${store}/items/99/activate`],
  ['DELETE', `${store}/items/99/activate`],
  ['POST', `${uploads}/testingdist`],
  ['POST', `${uploads}/testingdist/99`],
  ['POST', `${uploads}/appstore`],
  ['POST', `${uploads}/appstore/99`],
  ['GET', base],
  ['HEAD', `${uploads}/items/99`],
  ['GET', `${uploads}/items/99`],
  ['PATCH', `${uploads}/items/99`],
  ['DELETE', `${uploads}/items/99`],
] as const;

const json = { 'content-type': 'application/json' };
const large = 'x'.repeat(1_100_000);

/** Causes the failures that all operations share. */
async function refuseEverything(host: ServiceHost): Promise<void> {
  for (const [method, path] of operations) {
    await fetch(host.service.url + path, { method });
    await host.call(method, path, { accept: 'text/html' });
    await host.call(method, path);
    await host.call(method, path.replace('99', 'seven'));
    if (path.includes('99')) await host.call(method, path.replace('99', '%zz'));
    if (method === 'GET' || method === 'HEAD') continue;
    await host.call(method, path, { body: '{"broken', headers: json });
    await host.call(method, path, { body: large, headers: json });
    await host.call(method, path, { body: 'text', headers: { 'content-type': 'text/plain' } });
  }
}

/** Calls every operation with access tokens that lack its scope. */
async function refuseTokenScope({ service }: ServiceHost): Promise<void> {
  for (const scopes of [['activate'], ['send']] as const) {
    const { token } = await service.accessTokens.add({
      name: scopes[0],
      apps: 'all',
      scopes,
      expiresAt: null,
    });
    for (const [method, path] of operations) await caller(service.url, token).call(method, path);
  }
}

/** Sends requests without a Host header and with two Host headers. */
async function refuseHosts(host: ServiceHost): Promise<void> {
  const open = [['GET', '/openapi.json']] as const;
  for (const [method, path] of [...operations, ...open]) {
    for (const hosts of ['', 'Host: a\r\nHost: b\r\n']) {
      const client = await openRaw(host.service.url);
      await client.send(`${method} ${path} HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`);
      await client.ended();
    }
  }
}

/** Sends the headers of each operation that accepts a body, but never the body. */
async function fallSilent(host: ServiceHost, { forms, resumable, started: open }: Uploads): Promise<void> {
  const offset = (await offsetOf(targetOf(host), host.service.localUrl + open)) ?? 0;
  const tusHeaders = { ...tus, 'Upload-Length': '10', 'Upload-Offset': String(offset) };
  const silence = async (method: string, path: string, type: string): Promise<void> => {
    const client = await openRaw(host.service.url);
    const token = { Authorization: `Bearer ${host.token}` };
    const headers = { ...token, ...tusHeaders, 'Content-Type': type, 'Content-Length': 10 };
    await client.send(head(method, path, headers));
    await client.ended();
  };
  await Promise.all([
    silence('POST', '/identity/connect/token', 'application/x-www-form-urlencoded'),
    ...operations.map(
      ([method, path]) => !/^(GET|HEAD)$/.test(method) && silence(method, path, 'application/json'),
    ),
    ...forms.map((path) => silence('POST', path, formType)),
  ]);
  // Afterwards, because one user may use only half of the upload slots.
  await Promise.all([
    ...resumable.map((path) => silence('POST', `${uploads}/${path}`, pieceType)),
    silence('PATCH', open, pieceType),
  ]);
  await cutPiece(host, 'PATCH', open, offset);
  for (const path of resumable) await cutPiece(host, 'POST', `${uploads}/${path}`, 0);
}

/** Breaks the connection in the middle of a body, and waits until the service has responded. */
async function cutPiece(host: ServiceHost, method: string, path: string, offset: number): Promise<void> {
  const client = await openRaw(host.service.url);
  const headers = { 'Upload-Length': '10', 'Upload-Offset': String(offset), 'Content-Length': 10 };
  const token = { Authorization: `Bearer ${host.token}`, 'Content-Type': pieceType };
  await client.send(`${head(method, path, { ...token, ...tus, ...headers })}x`);
  client.socket.destroy();
  const cut = () => host.answers.some((one) => one.path === path && one.body.includes('service/badUpload'));
  await expect.poll(cut).toBe(true);
}

async function refuseUploads(host: ServiceHost, path: string): Promise<void> {
  const apk = await sampleApk();
  await host.upload(path, new TextEncoder().encode('no build'));
  await host.upload(path, new Uint8Array());
  await host.upload(path, apk, { field: 'other' });
  const two = new FormData();
  for (const field of ['file', 'fileName']) two.append(field, new Blob([apk]), 'a.apk');
  await host.call('POST', path, { body: two });
  await host.call('POST', path, { body: 'x', headers: { 'content-type': 'multipart/form-data' } });
}

/** Tries every kind of upload. The host refuses each for the same reason. */
async function uploadEverywhere(
  host: ServiceHost,
  { forms, resumable, started: open }: Uploads,
): Promise<void> {
  const apk = await sampleApk();
  for (const path of forms) await host.upload(path, apk);
  for (const path of resumable) await start(targetOf(host), path, apk.length, { body: apk });
  await host.call('GET', baseOfShop);
  const address = `${host.service.localUrl}${open}`;
  const offset = (await offsetOf(targetOf(host), address)) ?? 0;
  await patch(targetOf(host), address, offset, apk.slice(0, 10));
}

async function refuseSends(host: ServiceHost, item: string): Promise<void> {
  for (const body of [{ emails: ['not an address'] }, { teamIds: [77] }, {}]) {
    await host.call('POST', `${item}/send`, { body });
  }
}

/** Reads a list, then requests it again with its entity tag. */
async function readTwice(host: ServiceHost, path: string): Promise<void> {
  const { headers } = await host.call('GET', path);
  await host.call('GET', path, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
}

type Uploads = {
  readonly forms: readonly string[];
  /** Paths that create resumable uploads. */
  readonly resumable: readonly string[];
  /** Path of an unfinished upload. */
  readonly started: string;
  readonly removals: readonly string[];
};

/** Calls every operation successfully, but keeps the application and the profile. */
async function useEverything(host: ServiceHost): Promise<Uploads> {
  await host.json('GET', '/api/v3/root');
  await host.json('GET', '/openapi.json');
  const application = await host.add<TestApplication>(testing, await sampleApk());
  const versions = `${testing}/${application.id}/items`;
  const version = await host.add<TestVersion>(versions, await sampleIpa());
  await host.upload(versions, await sampleApk({ id: 'com.example.till' }));
  const item = `${testing}/items/${version.id}`;
  await host.json('GET', item);
  for (const path of [testing, `${testing}/${application.id}`]) await readTwice(host, path);
  await host.call('GET', `${item}/icon`);
  await host.json('GET', baseOfShop);
  await host.call('POST', `${item}/send`, { body: { emails: ['ann@example.com'] } });
  await host.json('POST', `${item}/activate`);
  await host.json('POST', `${item}/send`, { body: { emails: ['ann@example.com'] } });
  await refuseSends(host, item);
  await host.json('DELETE', `${item}/activate`);
  await host.call('DELETE', item);
  const profile = await host.add<StoreProfile>(store, await sampleApk());
  const path = `${store}/${profile.id}`;
  const storeItem = await host.add<StoreItem>(path, await sampleIpa());
  await host.upload(path, await sampleApk({ id: 'com.example.till' }));
  for (const one of [store, path]) await readTwice(host, one);
  await host.json('PUT', path, { body: { Name: 'Shop' } });
  await host.call('PUT', path, { body: { Name: '' } });
  await host.call('PUT', path, { body: 'x', headers: { 'content-type': 'multipart/form-data' } });
  for (const method of ['DELETE', 'POST']) await host.json(method, `${store}/items/${storeItem.id}/activate`);
  await host.call('DELETE', `${store}/items/${storeItem.id}`);
  const resumable = [
    'testingdist',
    `testingdist/${application.id}`,
    'appstore',
    `appstore/${profile.id}`,
  ] as const;
  for (const one of resumable) {
    const made = await resume(host, one, await sampleApk());
    if (made.status !== 201) throw new Error(`${one}: ${made.status} ${await made.text()}`);
  }
  for (const one of [resumable[1], resumable[3]]) {
    const other = await sampleApk({ id: 'com.example.till' });
    await start(targetOf(host), one, other.length, { body: other });
    await resume(host, one, other);
  }
  const old = await sampleApk({ version: '9.0' });
  const removed = await host.add<TestApplication>(testing, old);
  const recipe = await startRecipe(targetOf(host), 'testingdist', sha256(old));
  const open = await started(targetOf(host), 8, `testingdist/${removed.id}`);
  await host.call('DELETE', `${testing}/${removed.id}`);
  await sendPiece(targetOf(host), recipe);
  await patch(targetOf(host), open, 0, new TextEncoder().encode('no build'));
  await tusCall(targetOf(host), 'GET', open);
  await tusCall(targetOf(host), 'DELETE', open);
  return {
    forms: [testing, versions, store, path],
    resumable,
    started: new URL(await started(targetOf(host), 2_000)).pathname,
    removals: [`${testing}/${application.id}`, path],
  };
}

const form = {
  username: 'nobody',
  password: 'wrong',
  client_id: 'wrong',
  client_secret: 'wrong',
  grant_type: 'password',
  scope: 'distribution',
};

async function refuseTokens({ service: { url, identity } }: ServiceHost): Promise<void> {
  await requestToken(url, {});
  await requestToken(url, { ...form, scope: large });
  await requestToken(url, { ...form, scope: ' ' });
  await requestToken(url, { ...form, grant_type: 'client_credentials' });
  const client = await identity.createClient('build-machine');
  await requestToken(url, { ...form, client_id: client.clientId, client_secret: client.clientSecret });
  for (let attempt = 0; attempt < 4; attempt += 1) await requestToken(url, form);
}

test('the service returns every response in the OpenAPI document', async () => {
  const host = await startHost();
  await refuseEverything(host);
  await refuseTokenScope(host);
  await refuseHosts(host);
  const every = await useEverything(host);
  const { forms, resumable, removals } = every;
  for (const path of forms) await refuseUploads(host, path);
  for (const path of resumable) await refuseResumable(host, path);
  await refuseTargets(host);
  await host.service.stop();

  const busy = await startHost({ dataDir: host.dataDir, limits: { maxParallelUploads: 0 } });
  await uploadEverywhere(busy, every);
  await busy.service.stop();

  const spent: ServiceHost[] = [];
  for (const none of [{ uploads: 0 }, { bytes: 0 }, { messages: 0 }]) {
    const daily = { ...defaultLimits.daily, ...none };
    const one = await startHost({ dataDir: host.dataDir, limits: { daily } });
    await uploadEverywhere(one, every);
    await one.json('POST', `${testing}/items/1/activate`);
    await one.call('POST', `${testing}/items/1/send`, { body: { emails: ['ann@example.com'] } });
    await one.service.stop();
    spent.push(one);
  }

  const small = await startHost({ dataDir: host.dataDir, limits: { maxBuildBytes: 1 } });
  await uploadEverywhere(small, every);
  await small.service.stop();

  const hasty = await startHost({ dataDir: host.dataDir, limits: { bodyMs: 1_000, idleMs: 1_000 } });
  await fallSilent(hasty, every);
  await hasty.service.stop();

  const full = await startHost({
    dataDir: host.dataDir,
    limits: { reservedSpace: Number.MAX_SAFE_INTEGER },
  });
  await uploadEverywhere(full, every);
  for (const path of removals) await full.call('DELETE', path);
  await full.service.stop();

  const { clock, fail } = fallibleClock();
  const failing = await startHost({ dataDir: host.dataDir, clock });
  await refuseTokens(failing);
  fail();
  for (const [method, path] of operations) await failing.call(method, path);
  await requestToken(failing.service.url, form);

  const document = await describeService();
  const seen = [host, busy, ...spent, small, hasty, full, failing].flatMap(({ answers }) =>
    answers.map((exchange) => describedAs(document, exchange)),
  );
  expect(everyDescribed(document).filter((one) => !seen.includes(one))).toEqual([]);
});

/** Returns a clock that throws after `fail()`, to cause an unexpected error. */
function fallibleClock(): { readonly clock: Clock; readonly fail: () => void } {
  let failed = false;
  const now = (): number => {
    if (failed) throw new Error('The clock has failed.');
    return systemClock.now();
  };
  return {
    clock: { ...systemClock, now },
    fail: () => {
      failed = true;
    },
  };
}
