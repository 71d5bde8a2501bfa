import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Link, type StoreProfile, storeItem, storeProfile } from '../../main/api/wire.ts';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { linkType, sampleApk, sampleIpa, sha256, startHost } from './service-host.ts';

const base = '/api/v3/appstore/profiles';

async function withProfile() {
  const host = await startHost();
  const response = await host.upload(base, await sampleApk());
  return { host, response, made: (await response.json()) as StoreProfile };
}

test('an upload makes a profile with its item, exactly as the tables say', async () => {
  const { host, response, made } = await withProfile();
  expect(response.status).toBe(201);
  storeProfile.strict().parse(made);
  const [item] = made.items;
  expect(made).toMatchObject({
    name: 'Shop & Söhne <b>',
    version: '2.4.1',
    appUniqueId: 'com.example.shop',
    ipaCustomUrl: null,
    shortDescription: null,
    longDescription: null,
    ipaVersion: null,
    apkVersion: '2.4.1',
    enabled: true,
    totalCount: 1,
    hasiOSPlatform: false,
    hasAndroidPlatform: true,
    enableStaticAuht: false,
    userName: null,
    password: null,
  });
  expect(made.apkCustomUrl).toBe(item?.customUrl);
  expect(item).toMatchObject({
    profileId: made.id,
    orderId: 1,
    uniqueId: expect.stringMatching(/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/),
    version: '2.4.1',
    type: 2,
    enabled: true,
    clickCount: 0,
    profile: null,
  });
  expect(await host.json('GET', base)).toEqual([made]);
  expect(await host.json('GET', `${base}/${made.id}`)).toEqual(made);
});

test('a second item answers with its profile filled and moves what the profile says', async () => {
  const { host, made } = await withProfile();
  const response = await host.upload(`${base}/${made.id}`, await sampleIpa(), {
    field: 'fileName',
    name: 'a.ipa',
  });
  expect(response.status).toBe(201);
  const item = storeItem.strict().parse(await response.json());
  expect(item).toMatchObject({ profileId: made.id, orderId: 2, type: 1, version: '2.5' });
  expect(item.profile).toMatchObject({
    id: made.id,
    version: '2.5',
    ipaVersion: '2.5',
    apkVersion: '2.4.1',
    hasiOSPlatform: true,
    totalCount: 2,
    ipaCustomUrl: item.customUrl,
  });
  expect(item.profile?.items.map((one) => one.profile)).toEqual([null, null]);
});

test('an update takes JSON, a form and multipart, and leaves out what is left out', async () => {
  const { host, made } = await withProfile();
  const path = `${base}/${made.id}`;
  const multipart = new FormData();
  multipart.append('LongDescription', 'Long text');
  expect(await host.json('PUT', path, { body: { Name: ' New name ' } })).toMatchObject({ name: 'New name' });
  expect(
    await host.json('PUT', path, { body: new URLSearchParams({ shortDescription: 'Short' }) }),
  ).toMatchObject({ name: 'New name', shortDescription: 'Short' });
  expect(await host.json('PUT', path, { body: multipart })).toMatchObject({
    name: 'New name',
    shortDescription: 'Short',
    longDescription: 'Long text',
  });
  const refused = async (options: object) => {
    const response = await host.call('PUT', path, options);
    return [response.status, (await response.json()).code];
  };
  expect(await refused({ body: { Name: 5 } })).toEqual([400, 'service/badBody']);
  expect(await refused({ body: { Name: '  ' } })).toEqual([422, 'service/badName']);
  expect(await refused({ body: '{"Name":', headers: { 'content-type': 'application/json' } })).toEqual([
    400,
    'service/badBody',
  ]);
  expect(await refused({ body: [1] })).toEqual([400, 'service/badBody']);
  expect(await refused({ body: 'x', headers: { 'content-type': 'text/plain' } })).toEqual([
    415,
    'service/mediaType',
  ]);
  expect(await refused({ body: { Name: 'x'.repeat(1_100_000) } })).toEqual([413, 'service/bodyTooLarge']);
  expect((await host.call('PUT', `${base}/99`, { body: {} })).status).toBe(404);
});

test('an update of the wrong shape names the field in one line', async () => {
  const { host, made } = await withProfile();
  const answer = await host.call('PUT', `${base}/${made.id}`, { body: { name: 5 } });
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { detail: expect.stringMatching(/^The body of the request cannot be used: Name: [^\n]+\.$/) },
  ]);
});

test('link mode wraps lists and items, and every link leads somewhere', async () => {
  const { host, made } = await withProfile();
  const url = host.service.url;
  const self = `${url}${base}/${made.id}`;
  type Linked = { items: { _value: { id: number; _links: Link[] }[]; _links: Link[] }; _links: Link[] };
  const list = await host.json<{ _value: Linked[]; _links: Link[] }>('GET', base, { accept: linkType });
  expect(list._links).toEqual([
    { href: url + base, rel: 'get_profiles', method: 'GET' },
    { href: url + base, rel: 'create_profile', method: 'POST' },
  ]);
  const [profile] = list._value;
  expect(profile?._links).toEqual([
    { href: self, rel: 'self', method: 'GET' },
    { href: self, rel: 'update_profile', method: 'PUT' },
    { href: self, rel: 'delete_profile', method: 'DELETE' },
    { href: self, rel: 'create_profile_item', method: 'POST' },
  ]);
  expect(profile?.items._links).toEqual([{ href: self, rel: 'create_profile_item', method: 'POST' }]);
  const item = `${url}${base}/items/${made.items[0]?.id}`;
  expect(profile?.items._value[0]?._links).toEqual([
    { href: item, rel: 'delete_profile_item', method: 'DELETE' },
  ]);
  const uploaded = await host.upload(`${base}/${made.id}`, await sampleIpa(), { accept: linkType });
  const nested = z.looseObject({
    profile: z.looseObject({ items: z.looseObject({ _value: z.array(z.unknown()) }) }),
  });
  expect(nested.parse(await uploaded.json()).profile.items._value).toHaveLength(2);
});

test('deleting items and profiles keeps the profile true and ends what was in it', async () => {
  const { host, made } = await withProfile();
  const ipa = await (await host.upload(`${base}/${made.id}`, await sampleIpa())).json();
  expect((await host.call('DELETE', `${base}/items/${ipa.id}`)).status).toBe(204);
  expect(await host.json('GET', `${base}/${made.id}`)).toMatchObject({
    totalCount: 1,
    hasiOSPlatform: false,
    ipaVersion: null,
    version: '2.4.1',
  });
  expect((await host.call('DELETE', `${base}/items/${ipa.id}`)).status).toBe(404);
  expect((await host.call('DELETE', `${base}/${made.id}`)).status).toBe(204);
  expect((await host.call('GET', `${base}/${made.id}`)).status).toBe(404);
  expect((await host.call('DELETE', `${base}/${made.id}`)).status).toBe(404);
  expect((await host.upload(`${base}/${made.id}`, await sampleIpa())).status).toBe(404);
  expect((await fetch(made.items[0]?.link ?? '')).status).toBe(404);
});

test('times of profile and items follow what is done to them', async () => {
  const clock = createFakeClock(Date.UTC(2026, 10, 21, 8, 0));
  const host = await startHost({ clock });
  const later = () => clock.advance(60_000);
  const made = (await (await host.upload(base, await sampleApk())).json()) as StoreProfile;
  const path = `${base}/${made.id}`;
  const times = async () => {
    const profile = await host.json<StoreProfile>('GET', path);
    const of = (one: { createDateTimeUtc: string; updateDateTimeUtc: string }) =>
      `${one.createDateTimeUtc.slice(11, 16)} ${one.updateDateTimeUtc.slice(11)}`;
    return [of(profile), ...profile.items.map(of)];
  };
  expect(await times()).toEqual(['08:00 08:00:00.000Z', '08:00 08:00:00.000Z']);
  await later();
  await host.upload(path, await sampleIpa());
  const items = ['08:00 08:00:00.000Z', '08:01 08:01:00.000Z'];
  expect(await times()).toEqual(['08:00 08:01:00.000Z', ...items]);
  await later();
  await host.json('PUT', path, { body: { Name: 'Other' } });
  expect(await times()).toEqual(['08:00 08:02:00.000Z', ...items]);
  await later();
  await host.service.setProfileAccess(made.id, { enabled: true });
  expect(await times()).toEqual(['08:00 08:03:00.000Z', ...items]);
  await later();
  await (await fetch(made.items[0]?.link ?? '')).arrayBuffer();
  expect(await times()).toEqual(['08:00 08:03:00.000Z', ...items]);
  await host.call('DELETE', `${base}/items/${made.items[0]?.id}`);
  expect(await times()).toEqual(['08:00 08:04:00.000Z', '08:01 08:01:00.000Z']);
});

test('what a profile says of its platforms and versions follows its items', async () => {
  const { host, made } = await withProfile();
  const path = `${base}/${made.id}`;
  const add = async (build: Uint8Array<ArrayBuffer>) =>
    (await (await host.upload(path, build)).json()) as { id: number; orderId: number; customUrl: string };
  const says = async () => {
    const profile = await host.json<StoreProfile>('GET', path);
    const { totalCount, hasiOSPlatform, hasAndroidPlatform, version, ipaVersion, apkVersion } = profile;
    const orders = profile.items.map(({ orderId }) => orderId).join(' ');
    return {
      counts: [totalCount, hasiOSPlatform, hasAndroidPlatform, orders],
      versions: [version, ipaVersion, apkVersion],
      urls: [profile.ipaCustomUrl, profile.apkCustomUrl],
    };
  };
  const ipa = await add(await sampleIpa({ version: '3.0' }));
  const apk = await add(await sampleApk({ version: '3.1' }));
  expect([ipa.orderId, apk.orderId]).toEqual([2, 3]);
  expect(await says()).toEqual({
    counts: [3, true, true, '1 2 3'],
    versions: ['3.1', '3.0', '3.1'],
    urls: [ipa.customUrl, apk.customUrl],
  });
  await host.call('DELETE', `${base}/items/${ipa.id}`);
  const [first] = made.items;
  expect(await says()).toEqual({
    counts: [2, false, true, '1 3'],
    versions: ['3.1', null, '3.1'],
    urls: [null, apk.customUrl],
  });
  const next = await add(await sampleIpa({ version: '4.0' }));
  expect(next.orderId).toBe(4);
  for (const { id } of [apk, next]) await host.call('DELETE', `${base}/items/${id}`);
  expect(await says()).toEqual({
    counts: [1, false, true, '1'],
    versions: ['2.4.1', null, '2.4.1'],
    urls: [null, first?.customUrl],
  });
  await host.call('DELETE', `${base}/items/${first?.id}`);
  expect(await says()).toEqual({
    counts: [0, false, false, ''],
    versions: [null, null, null],
    urls: [null, null],
  });
});

test('clickCount counts downloads that begin, and nothing else', async () => {
  const { host, made } = await withProfile();
  const { link = '', customUrl = '' } = made.items[0] ?? {};
  const count = async () => (await host.json<StoreProfile>('GET', `${base}/${made.id}`)).items[0]?.clickCount;
  const ask = async (url: string | null, options: RequestInit = {}) =>
    (await fetch(url ?? '', options)).arrayBuffer();
  await ask(customUrl);
  await ask(link, { method: 'HEAD' });
  await ask(link, { headers: { range: 'bytes=10-' } });
  await ask(link, { headers: { 'if-none-match': '*' } });
  expect(await count()).toBe(0);
  await ask(link);
  await ask(link, { headers: { range: 'bytes=0-' } });
  expect(await count()).toBe(2);
});

test('a deleted profile takes its items along, and each file nobody else has', async () => {
  const { host, made } = await withProfile();
  const apk = await sampleApk();
  await host.upload(`${base}/${made.id}`, await sampleIpa());
  const other = (await (await host.upload('/api/v3/testingdist/profiles', apk)).json()) as { id: number };
  expect(await blobs(host.dataDir)).toHaveLength(2);
  await host.call('DELETE', `${base}/${made.id}`);
  expect(await blobs(host.dataDir)).toEqual([sha256(apk)]);
  for (const { id, customUrl } of made.items) {
    expect((await host.call('DELETE', `${base}/items/${id}`)).status).toBe(404);
    expect((await fetch(customUrl ?? '')).status).toBe(404);
  }
  await host.call('DELETE', `/api/v3/testingdist/profiles/${other.id}`);
  expect(await blobs(host.dataDir)).toEqual([]);
});

test('a static user guards the pages of a profile, and a switched off profile offers nothing', async () => {
  const { host, made } = await withProfile();
  const [item] = made.items;
  const page = item?.customUrl ?? '';
  expect((await fetch(page)).status).toBe(200);
  await host.service.setProfileAccess(made.id, { staticUser: { userName: 'ann', password: 'päss:word' } });
  expect(await host.json('GET', `${base}/${made.id}`)).toMatchObject({
    enableStaticAuht: true,
    userName: 'ann',
    password: 'päss:word',
  });
  const challenged = await fetch(page);
  expect([challenged.status, challenged.headers.get('www-authenticate')]).toEqual([
    401,
    'Basic realm="Install page", charset="UTF-8"',
  ]);
  const basic = (text: string) => ({
    headers: { authorization: `Basic ${Buffer.from(text).toString('base64')}` },
  });
  expect((await fetch(item?.link ?? '', basic('ann:wrong'))).status).toBe(401);
  expect((await fetch(item?.link ?? '', basic('ann:päss:word'))).status).toBe(200);
  await host.service.setProfileAccess(made.id, { staticUser: null, enabled: false });
  expect((await fetch(page)).status).toBe(409);
  const counted = await host.json<StoreProfile>('GET', `${base}/${made.id}`);
  expect([counted.enabled, counted.items[0]?.clickCount]).toEqual([false, 1]);
});

async function blobs(dataDir: string): Promise<string[]> {
  const entries = await readdir(`${dataDir}/blobs`, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}
