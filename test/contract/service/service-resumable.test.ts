import { createHash, randomInt } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { StoreProfile, TestApplication, TestVersion } from '../../../main/api/wire.ts';
import { systemClock } from '../../../main/base/clock.ts';
import { tokenOf } from '../../sign-in.ts';
import {
  codeOf,
  metadataOf,
  objectCount,
  offsetOf,
  openPatch,
  patch,
  pieceType,
  start,
  started,
  storedHashes,
  targetOf,
  tus,
  tusCall,
  uploads,
} from './resumable-client.ts';
import { sampleApk, sampleIpa, sha256, startHost } from './service-host.ts';

const applications = '/api/v3/testingdist/profiles';
const large = () => sampleApk({ padding: 700_000 });
const smallParts = { limits: { uploadPartBytes: 100_000 } };

test('bytes that arrived before a cut at any offset are kept', async () => {
  const host = await startHost(smallParts);
  const target = targetOf(host);
  const apk = await large();
  const address = await started(target, apk.length);
  let [offset, furthest] = [0, 0];
  for (let round = 0; round < 12; round += 1) {
    const sent = randomInt(1, Math.ceil((apk.length - offset) / 2));
    const open = openPatch(target, address, offset, apk.length - offset);
    await open.send(apk.slice(offset, offset + sent));
    furthest = Math.max(furthest, offset + sent);
    if (round % 2 === 0) open.cut();
    const next = (await offsetOf(target, address)) ?? -1;
    open.cut();
    // The service may read bytes of an earlier round after HEAD, but never more than were sent.
    expect(next).toBeGreaterThanOrEqual(offset);
    expect(next).toBeLessThanOrEqual(furthest);
    offset = next;
  }
  const sendRest = async (): Promise<number> => {
    const from = (await offsetOf(target, address)) ?? -1;
    return (await patch(target, address, from, apk.slice(from))).status;
  };
  await expect.poll(sendRest).toBe(201);
  expect(await storedHashes(host)).toEqual([sha256(apk)]);
});

test('a new request ends a request that is still sending bytes', async () => {
  const host = await startHost(smallParts);
  const target = targetOf(host);
  const apk = await large();
  const address = await started(target, apk.length);
  const older = openPatch(target, address, 0, apk.length);
  await older.send(apk.slice(0, 350_000));
  await expect.poll(async () => objectCount(host)).toBeGreaterThan(0);
  const offset = (await offsetOf(target, address)) ?? -1;
  expect(offset).toBeGreaterThan(0);
  expect(await older.response).toEqual({ status: 409, offset: String(offset) });
  older.cut();
  expect((await patch(target, address, offset, apk.slice(offset))).status).toBe(201);
  expect(await storedHashes(host)).toEqual([sha256(apk)]);
});

test('parallel requests with the same bytes record one build', async () => {
  const host = await startHost(smallParts);
  const target = targetOf(host);
  const apk = await large();
  const address = await started(target, apk.length);
  const send = () =>
    patch(target, address, 0, apk).then(
      ({ status }) => status,
      () => 0,
    );
  const statuses = await Promise.all([send(), send(), send()]);
  expect(statuses.filter((status) => ![0, 201, 202, 409].includes(status))).toEqual([]);
  const offset = (await offsetOf(target, address)) ?? -1;
  if (offset < apk.length) await patch(target, address, offset, apk.slice(offset));
  await expect.poll(async () => (await tusCall(target, 'GET', address)).status).toBe(200);
  expect(await storedHashes(host)).toEqual([sha256(apk)]);
});

test('parallel requests at one offset never mix their bytes', async () => {
  const host = await startHost(smallParts);
  const target = targetOf(host);
  const apk = await large();
  const address = await started(target, apk.length);
  const sizes = Array.from({ length: 8 }, () => randomInt(1, 300_000));
  await Promise.all(
    sizes.map((size) => patch(target, address, 0, apk.slice(0, size)).then(String, () => null)),
  );
  const offset = (await offsetOf(target, address)) ?? -1;
  expect((await patch(target, address, offset, apk.slice(offset))).status).toBe(201);
  expect(await storedHashes(host)).toEqual([sha256(apk)]);
});

test('a wrong offset returns 409 with the stored offset', async () => {
  const host = await startHost();
  const target = targetOf(host);
  const apk = await large();
  const address = await started(target, apk.length);
  expect((await patch(target, address, 0, apk.slice(0, 1_000))).status).toBe(204);
  for (const offset of [0, 999, 1_001, apk.length]) {
    const response = await patch(target, address, offset, apk.slice(0, 1_000));
    expect(response.headers.get('upload-offset')).toBe('1000');
    expect(await codeOf(response)).toEqual([409, 'service/uploadOffset']);
  }
  expect((await patch(target, address, 1_000, apk.slice(1_000))).status).toBe(201);
  expect(await storedHashes(host)).toEqual([sha256(apk)]);
});

test('bytes beyond the announced length are refused', async () => {
  const host = await startHost(smallParts);
  const target = targetOf(host);
  const address = await started(target, 150_000);
  expect(await codeOf(await patch(target, address, 0, new Uint8Array(150_001)))).toEqual([
    413,
    'service/bodyTooLarge',
  ]);
  const unannounced = await fetch(address, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${host.token}`,
      ...tus,
      'content-type': pieceType,
      'upload-offset': '0',
    },
    body: new Blob([new Uint8Array(200_000)]).stream(),
    duplex: 'half',
  } as RequestInit);
  expect(await codeOf(unannounced)).toEqual([413, 'service/bodyTooLarge']);
  expect(await offsetOf(target, address)).toBe(100_000);
});

test('a completed upload returns its result again without a new record', async () => {
  const host = await startHost();
  const target = targetOf(host);
  const apk = await large();
  const first = await start(target, 'testingdist', apk.length, { body: apk });
  expect([first.status, first.headers.get('upload-offset')]).toEqual([201, String(apk.length)]);
  const made = (await first.json()) as TestApplication;
  const address = first.headers.get('location') ?? '';
  const head = await tusCall(target, 'HEAD', address);
  expect([head.status, head.headers.get('upload-offset')]).toEqual([200, String(apk.length)]);
  const again = await patch(target, address, apk.length, new Uint8Array());
  expect([again.status, await again.json()]).toEqual([200, made]);
  const linked = await tusCall(target, 'GET', address, {
    headers: { accept: 'application/vnd.acme.hateaos+json' },
  });
  expect(await linked.json()).toMatchObject({ id: made.id, _links: [{ rel: 'self' }, {}] });
  expect(await storedHashes(host)).toHaveLength(1);
  expect((await tusCall(target, 'DELETE', address)).status).toBe(204);
  expect(await storedHashes(host)).toHaveLength(1);
  expect((await tusCall(target, 'GET', address)).status).toBe(404);
});

test('HEAD returns the offset of an upload whose record was deleted', async () => {
  const host = await startHost();
  const target = targetOf(host);
  const apk = await sampleApk();
  const first = await start(target, 'testingdist', apk.length, { body: apk });
  const { id } = (await first.json()) as TestApplication;
  expect((await host.call('DELETE', `${applications}/${id}`)).ok).toBe(true);
  const address = first.headers.get('location') ?? '';
  const head = await tusCall(target, 'HEAD', address);
  expect([head.status, head.headers.get('upload-offset')]).toEqual([200, String(apk.length)]);
  expect((await tusCall(target, 'GET', address)).status).toBe(404);
});

test('uploads add versions, profiles and items with their file names and notes', async () => {
  const host = await startHost();
  const target = targetOf(host);
  const [apk, ipa] = [await sampleApk(), await sampleIpa()];
  const metadata = metadataOf({ filename: '../Söhne 🎉.ipa', releaseNote: 'Fixes *all*' });
  const application = await host.add<TestApplication>(applications, apk);
  const version = await start(target, `testingdist/${application.id}`, ipa.length, { body: ipa, metadata });
  const made = (await version.json()) as TestVersion;
  expect(made).toMatchObject({ applicationId: application.id, releaseNote: 'Fixes *all*' });
  expect(await host.json('GET', `${applications}/items/${made.id}`)).toMatchObject({
    fileName: 'Söhne 🎉.ipa',
  });
  const profile = await start(target, 'appstore', apk.length, { body: apk });
  const { id } = (await profile.json()) as StoreProfile;
  const item = await start(target, `appstore/${id}`, ipa.length, { body: ipa, metadata });
  expect(await item.json()).toMatchObject({ profileId: id, sha256: sha256(ipa), profile: { totalCount: 2 } });
  const result = await tusCall(target, 'GET', item.headers.get('location') ?? '');
  expect(await result.json()).toMatchObject({ profileId: id, sha256: sha256(ipa) });
});

test('a refused build returns the same problem as a form, also on GET', async () => {
  const host = await startHost();
  const target = targetOf(host);
  const { id } = await host.add<TestApplication>(applications, await sampleApk());
  for (const [path, form, bytes] of [
    ['testingdist', applications, new TextEncoder().encode('just text')],
    [`testingdist/${id}`, `${applications}/${id}/items`, await sampleApk({ id: 'com.example.till' })],
  ] as const) {
    const expected = await (await host.upload(form, bytes)).json();
    const address = await started(target, bytes.length, path);
    const refused = await patch(target, address, 0, bytes);
    expect(await refused.json()).toEqual(expected);
    const again = await tusCall(target, 'GET', address);
    expect([again.status, await again.json()]).toEqual([refused.status, expected]);
    const head = await tusCall(target, 'HEAD', address);
    expect([head.status, head.headers.get('upload-offset')]).toEqual([422, String(bytes.length)]);
  }
  await expect.poll(() => objectCount(host)).toBe(1);
  expect((await start(target, 'testingdist/99', 10)).status).toBe(404);
});

test('no bytes are stored if the checksum does not match', async () => {
  const host = await startHost(smallParts);
  const target = targetOf(host);
  const apk = await large();
  const address = await started(target, apk.length);
  const checksum = (algorithm: string, bytes: Uint8Array) => ({
    'upload-checksum': `${algorithm} ${createHash(algorithm).update(bytes).digest('base64')}`,
  });
  const half = apk.slice(0, 350_000);
  const wrong = await patch(target, address, 0, half, checksum('sha256', apk));
  expect([wrong.headers.get('upload-offset'), ...(await codeOf(wrong))]).toEqual([
    '0',
    460,
    'service/uploadChecksum',
  ]);
  expect([await offsetOf(target, address), await objectCount(host)]).toEqual([0, 0]);
  expect((await patch(target, address, 0, half, checksum('sha256', half))).status).toBe(204);
  const rest = apk.slice(350_000);
  const unknown = await patch(target, address, 350_000, rest, { 'upload-checksum': 'md5 AAAA' });
  expect(await codeOf(unknown)).toEqual([400, 'service/uploadHeaders']);
  expect((await patch(target, address, 350_000, rest, checksum('sha1', rest))).status).toBe(201);
  expect(await storedHashes(host)).toEqual([sha256(apk)]);
});

test('an upload is hidden from other users and requires the upload scope', async () => {
  const host = await startHost();
  const address = await started(targetOf(host), 1_000);
  const user = await host.service.identity.createUser('ben');
  const client = await host.service.identity.createClient('other');
  const other = { token: await tokenOf(host.service.localUrl, { ...user, ...client }) };
  for (const method of ['HEAD', 'GET', 'DELETE'])
    expect((await tusCall(other, method, address)).status).toBe(404);
  expect((await patch(other, address, 0, new Uint8Array(10))).status).toBe(404);
  const scopes = ['activate'] as const;
  const limited = await host.service.accessTokens.add({ name: 'a', apps: 'all', scopes, expiresAt: null });
  expect((await start({ ...targetOf(host), ...limited }, 'testingdist', 10)).status).toBe(403);
  const missing = await tusCall({ token: 'wrong' }, 'GET', address);
  expect([missing.status, missing.headers.get('tus-resumable')]).toEqual([401, '1.0.0']);
  expect(await offsetOf(targetOf(host), address)).toBe(0);
});

test('an upload and its result expire a week after the last bytes', async () => {
  let passed = 0;
  const host = await startHost({ clock: { ...systemClock, now: () => Date.now() + passed } });
  const scopes = ['upload'] as const;
  const { token } = await host.service.accessTokens.add({ name: 'a', apps: 'all', scopes, expiresAt: null });
  const target = { ...targetOf(host), token };
  const [open, apk] = [await started(target, 1_000), await sampleApk()];
  const done = await start(target, 'testingdist', apk.length, { body: apk });
  passed = 6 * 86_400_000;
  expect((await patch(target, open, 0, new Uint8Array(10))).status).toBe(204);
  expect((await tusCall(target, 'GET', done.headers.get('location') ?? '')).status).toBe(200);
  passed = 8 * 86_400_000;
  expect((await tusCall(target, 'GET', done.headers.get('location') ?? '')).status).toBe(404);
  expect(await offsetOf(target, open)).toBe(10);
  passed = 14 * 86_400_000;
  expect((await tusCall(target, 'HEAD', open)).status).toBe(404);
});

test('OPTIONS returns the limits, which a new upload must not exceed', async () => {
  const host = await startHost({ limits: { maxBuildBytes: 1_000_000 } });
  const options = await fetch(`${host.service.localUrl}${uploads}/testingdist`, { method: 'OPTIONS' });
  expect([options.status, options.headers.get('tus-max-size'), options.headers.get('tus-extension')]).toEqual(
    [204, '1000000', 'creation,creation-with-upload,expiration,checksum,termination,delta'],
  );
  const target = targetOf(host);
  expect(await codeOf(await start(target, 'testingdist', 1_000_001))).toEqual([413, 'service/tooLarge']);
  expect(await codeOf(await start(target, 'testingdist', 0))).toEqual([422, 'service/emptyFile']);
  for (const [name, value] of [
    ['upload-length', '-1'],
    ['upload-metadata', 'filename %%'],
    ['upload-checksum', 'x'],
  ] as const) {
    expect(await codeOf(await start(target, 'testingdist', 10, { headers: { [name]: value } }))).toEqual([
      400,
      'service/uploadHeaders',
    ]);
  }
  const old = await start(target, 'testingdist', 10, { headers: { 'tus-resumable': '0.2.2' } });
  expect([old.headers.get('tus-version'), ...(await codeOf(old))]).toEqual([
    '1.0.0',
    412,
    'service/tusVersion',
  ]);
});

test('a restarted service keeps uploads; one with a lost part returns 404', async () => {
  const host = await startHost(smallParts);
  const apk = await large();
  const paths: string[] = [];
  for (const _upload of ['whole', 'lost']) {
    const address = await started(targetOf(host), apk.length);
    expect((await patch(targetOf(host), address, 0, apk.slice(0, 350_000))).status).toBe(204);
    paths.push(new URL(address).pathname);
  }
  await host.service.stop();
  const again = await startHost({ dataDir: host.dataDir, ...smallParts });
  const target = targetOf(again);
  const [whole = '', lost = ''] = paths.map((path) => target.url + path);
  expect((await patch(target, whole, 350_000, apk.slice(350_000))).status).toBe(201);
  for (const name of await readdir(join(host.dataDir, 'blobs')))
    if (/^[0-9a-f]{2}$/.test(name)) await rm(join(host.dataDir, 'blobs', name), { recursive: true });
  expect(await codeOf(await patch(target, lost, 350_000, apk.slice(350_000)))).toEqual([
    404,
    'service/noUpload',
  ]);
  expect((await tusCall(target, 'HEAD', lost)).status).toBe(404);
  expect(await storedHashes(again)).toEqual([sha256(apk)]);
});

test('unfinished uploads are limited in number, parts and disk space', async () => {
  const limits = { maxUnfinishedUploads: 2, maxUploadParts: 2 };
  const host = await startHost({ limits });
  const target = targetOf(host);
  const first = await started(target, 1_000);
  await started(target, 1_000);
  const third = await started(target, 1_000);
  expect((await tusCall(target, 'HEAD', first)).status).toBe(404);
  for (const offset of [0, 10]) await patch(target, third, offset, new Uint8Array(10));
  expect(await codeOf(await patch(target, third, 20, new Uint8Array(10)))).toEqual([400, 'service/badBody']);
  await host.service.stop();
  const reservedSpace = Number.MAX_SAFE_INTEGER;
  const full = await startHost({ dataDir: host.dataDir, limits: { ...limits, reservedSpace } });
  expect(await codeOf(await start(targetOf(full), 'testingdist', 10))).toEqual([507, 'service/full']);
});
