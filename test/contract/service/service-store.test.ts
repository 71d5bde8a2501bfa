import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Link, type StoreProfile, storeItem, storeProfile } from '../../../main/api/wire.ts';
import { linkType, sampleApk, sampleIpa, startHost } from './service-host.ts';

const base = '/api/v3/appstore/profiles';

async function withProfile() {
  const host = await startHost();
  const response = await host.upload(base, await sampleApk());
  return { host, response, made: (await response.json()) as StoreProfile };
}

test('an upload creates a profile with its item', async () => {
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

test('adding a second item returns the item and its updated profile', async () => {
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

test('an update accepts JSON, forms and multipart, and keeps other fields', async () => {
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

test('an invalid update returns a one-line error that names the field', async () => {
  const { host, made } = await withProfile();
  const answer = await host.call('PUT', `${base}/${made.id}`, { body: { name: 5 } });
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { detail: expect.stringMatching(/^The body of the request cannot be used: Name: [^\n]+\.$/) },
  ]);
});

test('link mode wraps lists and links every resource', async () => {
  const { host, made } = await withProfile();
  const url = host.service.url;
  const self = `${url}${base}/${made.id}`;
  const resumable = { rel: 'create_resumable_upload', method: 'POST' };
  type Linked = { items: { _value: { id: number; _links: Link[] }[]; _links: Link[] }; _links: Link[] };
  const list = await host.json<{ _value: Linked[]; _links: Link[] }>('GET', base, { accept: linkType });
  expect(list._links).toEqual([
    { href: url + base, rel: 'get_profiles', method: 'GET' },
    { href: url + base, rel: 'create_profile', method: 'POST' },
    { href: `${url}/api/v3/uploads/appstore`, ...resumable },
  ]);
  const [profile] = list._value;
  expect(profile?._links).toEqual([
    { href: self, rel: 'self', method: 'GET' },
    { href: self, rel: 'update_profile', method: 'PUT' },
    { href: self, rel: 'delete_profile', method: 'DELETE' },
    { href: self, rel: 'create_profile_item', method: 'POST' },
    { href: `${url}/api/v3/uploads/appstore/${made.id}`, ...resumable },
  ]);
  expect(profile?.items._links).toEqual([
    { href: self, rel: 'create_profile_item', method: 'POST' },
    { href: `${url}/api/v3/uploads/appstore/${made.id}`, ...resumable },
  ]);
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

test('the paths and links of deleted items and profiles respond with 404', async () => {
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

test('a profile can be protected by a static user and disabled', async () => {
  const { host, made } = await withProfile();
  const [item] = made.items;
  const page = item?.customUrl ?? '';
  expect((await fetch(page)).status).toBe(200);
  await host.service.setProfileAccess(made.id, { staticUser: { userName: 'ann', password: 'päss:word' } });
  expect(await host.json('GET', `${base}/${made.id}`)).toMatchObject({
    enableStaticAuht: true,
    userName: 'ann',
    password: null,
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
