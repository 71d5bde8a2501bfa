import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  type Link,
  listedTestApplication,
  root,
  type TestApplication,
  type TestVersion,
  testApplication,
  testVersion,
} from '../../../main/api/wire.ts';
import { readIcon } from '../../../main/packages/icon.ts';
import { drawIcon } from '../../../main/service/install/icon.ts';
import { storedHashes } from '../../fakes/stored-builds.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { apkOf } from '../../unit/packages/signed-apk.ts';
import { linkType, sampleApk, sampleIpa, startHost } from './service-host.ts';

const base = '/api/v3/testingdist/profiles';

test('the API root links to test and store operations in both modes', async () => {
  const host = await startHost();
  const url = host.service.url;
  const expected = {
    appStore: [
      { href: `${url}/api/v3/appstore/profiles`, rel: 'get_profiles', method: 'GET' },
      { href: `${url}/api/v3/appstore/profiles`, rel: 'create_profile', method: 'POST' },
      { href: `${url}/api/v3/uploads/appstore`, rel: 'create_resumable_upload', method: 'POST' },
    ],
    testingDist: [
      { href: `${url}${base}`, rel: 'get_profiles', method: 'GET' },
      { href: `${url}${base}`, rel: 'create_profile', method: 'POST' },
      { href: `${url}/api/v3/uploads/testingdist`, rel: 'create_resumable_upload', method: 'POST' },
    ],
  };
  expect(root.strict().parse(await host.json('GET', '/api/v3/root'))).toEqual(expected);
  const linked = await host.call('GET', '/api/v3/root', { accept: linkType });
  expect(linked.headers.get('content-type')).toBe(`${linkType}; charset=utf-8`);
  expect(await linked.json()).toEqual(expected);
});

test('an upload creates an application with one inactive version', async () => {
  const host = await startHost();
  const apk = await sampleApk();
  const response = await host.upload(base, apk, { name: 'приложение.apk' });
  expect(response.status).toBe(201);
  const made = z
    .strictObject(testApplication.extend({ profiles: z.array(testVersion.strict()) }).shape)
    .parse(await response.json());
  const [version] = made.profiles;
  expect(made.name).toBe('Shop & Söhne <b>');
  expect(version).toMatchObject({
    applicationId: made.id,
    profileId: made.id,
    applicationName: made.name,
    version: '2.4.1',
    uniqueName: 'com.example.shop',
    platformTypeName: 'Android',
    lastSendDateTimeUtc: null,
    isActive: false,
    fileSize: apk.length,
    releaseNote: null,
    iconUrl: `${host.service.url}${base}/items/${version?.id}/icon`,
    profileMembers: [],
    fileName: null,
  });
  const single = await host.json<TestVersion>('GET', `${base}/items/${version?.id}`);
  expect(single).toEqual({ ...version, fileName: 'приложение.apk' });
});

test('a second version joins its application and becomes lastProfile', async () => {
  const host = await startHost();
  const first = await host.add<TestApplication>(base, await sampleApk());
  const added = await host.upload(`${base}/${first.id}/items`, await sampleIpa(), {
    field: 'fileName',
    name: 'App.IPA',
  });
  expect(added.status).toBe(201);
  const version = testVersion.strict().parse(await added.json());
  expect(version).toMatchObject({
    platformTypeName: 'iOS',
    version: '2.5',
    applicationId: first.id,
    fileName: null,
  });
  const again = await host.add<TestApplication>(base, await sampleApk());
  expect(again.id).not.toBe(first.id);
  const list = z.array(listedTestApplication.strict()).parse(await host.json('GET', base));
  expect(list.map((one) => [one.id, one.profiles.length, one.lastProfile?.id])).toEqual([
    [first.id, 2, version.id],
    [again.id, 1, again.profiles[0]?.id],
  ]);
  const single = await host.json<TestApplication>('GET', `${base}/${first.id}`);
  expect(Object.keys(single).sort()).toEqual(['id', 'name', 'profiles']);
  expect(single.profiles.map((one) => one.id)).toEqual([version.id, first.profiles[0]?.id]);
});

test('activation is idempotent and returns the file name', async () => {
  const host = await startHost();
  const made = await host.add<TestApplication>(base, await sampleApk(), { name: 'a.apk' });
  const path = `${base}/items/${made.profiles[0]?.id}/activate`;
  const on = await host.json<TestVersion>('POST', path);
  expect(on).toMatchObject({ isActive: true, fileName: 'a.apk' });
  const onAgain = await host.json<TestVersion>('POST', path);
  expect(onAgain).toEqual(on);
  expect(await host.json('DELETE', path)).toMatchObject({ isActive: false, fileName: 'a.apk' });
  const doubled = path.replace('/activate', '//activate');
  expect((await host.call('POST', doubled)).status).toBe(200);
  const json = { headers: { 'content-type': 'application/json' } };
  expect((await host.call('DELETE', path, json)).status).toBe(200);
  expect((await host.call('POST', path, json)).status).toBe(200);
  const get = await host.call('GET', path);
  expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST, DELETE']);
});

test('link mode wraps lists and adds working links to every resource', async () => {
  const host = await startHost();
  const response = await host.upload(base, await sampleApk(), { accept: linkType });
  expect(response.headers.get('content-type')).toBe(`${linkType}; charset=utf-8`);
  type Linked = {
    id: number;
    profiles: {
      _value: { id: number; profileFiles: unknown; profileMembers: unknown; _links: Link[] }[];
      _links: Link[];
    };
    _links: Link[];
  };
  const made = (await response.json()) as Linked;
  const application = `${host.service.url}${base}/${made.id}`;
  const [version] = made.profiles._value;
  const item = `${host.service.url}${base}/items/${version?.id}`;
  expect(made._links).toEqual([
    { href: application, rel: 'self', method: 'GET' },
    { href: application, rel: 'delete_profile', method: 'DELETE' },
  ]);
  expect(made.profiles._links).toEqual([
    { href: `${application}/items`, rel: 'create_profile_item', method: 'POST' },
    {
      href: `${host.service.url}/api/v3/uploads/testingdist/${made.id}`,
      rel: 'create_resumable_upload',
      method: 'POST',
    },
  ]);
  expect(version).toMatchObject({ profileFiles: [{}], profileMembers: [] });
  expect(version?._links).toEqual([
    { href: item, rel: 'self', method: 'GET' },
    { href: item, rel: 'delete_profile_item', method: 'DELETE' },
    { href: `${item}/activate`, rel: 'activate_profile_item', method: 'POST' },
    { href: `${item}/activate`, rel: 'deactivate_profile_item', method: 'DELETE' },
  ]);
  for (const link of [...made._links, ...(version?._links ?? [])].filter(
    ({ method }) => method !== 'DELETE',
  )) {
    const path = (link.href ?? '').slice(host.service.url.length);
    expect((await host.call(link.method, path, { accept: linkType })).status).toBe(200);
  }
  const list = await host.json<{ _value: (Linked & { lastProfile: { _links: Link[] } })[]; _links: Link[] }>(
    'GET',
    base,
    { accept: linkType },
  );
  expect(list._links.map(({ rel }) => rel)).toEqual([
    'get_profiles',
    'create_profile',
    'create_resumable_upload',
  ]);
  expect(list._value[0]?.lastProfile._links).toEqual(version?._links);
  expect(JSON.stringify(await host.json('GET', base))).not.toContain('_links');
});

test('a request for an unchanged list returns 304, per token and format', async () => {
  const host = await startHost();
  const { service } = host;
  const app = await host.add<TestApplication>(base, await sampleApk());
  const token = await service.accessTokens.add({
    ...{ name: 'builds', apps: [{ platform: 'ios', packageId: 'com.example.shop' }], scopes: ['upload'] },
    expiresAt: null,
  });
  const tagOf = async (path: string, accept?: string): Promise<string> => {
    const response = await host.call('GET', path, accept === undefined ? {} : { accept });
    expect(response.headers.get('cache-control')).toBe('private, no-cache');
    return response.headers.get('etag') ?? '';
  };
  const status = async (path: string, tag: string, headers: Record<string, string> = {}): Promise<number> => {
    const response = await host.call('GET', path, { headers: { 'if-none-match': tag, ...headers } });
    if (response.status === 304) {
      expect(await response.text()).toBe('');
      expect(tag).toContain(response.headers.get('etag'));
      expect(response.headers.get('vary')).toBe('Accept, Authorization');
    }
    return response.status;
  };
  const one = `${base}/${app.id}`;
  for (const path of [base, one]) {
    const tag = await tagOf(path);
    expect(tag).toMatch(/^W\/"[\w-]{22}"$/);
    expect(await status(path, tag)).toBe(304);
    expect(await status(path, `"other", ${tag}`)).toBe(304);
    expect(await status(path, tag, { accept: linkType })).toBe(200);
    expect(await status(path, await tagOf(path, linkType), { accept: linkType })).toBe(304);
    expect(await status(base, tag, { authorization: `Bearer ${token.token}` })).toBe(200);
  }
  const tag = await tagOf(one);
  await host.call('POST', `${base}/items/${app.profiles[0]?.id}/activate`);
  expect(await status(one, tag)).toBe(200);
  await host.call('DELETE', one);
  expect(await status(one, await tagOf(base))).toBe(404);
  expect(await status(one, '*')).toBe(404);
});

test('DELETE removes versions, applications and their files', async () => {
  const host = await startHost();
  const apk = await sampleApk();
  const made = await host.add<TestApplication>(base, apk);
  const twin = await host.add<TestApplication>(base, apk);
  const deleted = await host.call('DELETE', `${base}/items/${made.profiles[0]?.id}`);
  expect([deleted.status, await deleted.text()]).toEqual([204, '']);
  expect((await host.call('DELETE', `${base}/items/${made.profiles[0]?.id}`)).status).toBe(404);
  expect((await host.json<TestApplication>('GET', `${base}/${made.id}`)).profiles).toEqual([]);
  expect(await host.json('GET', base)).toMatchObject([{ id: made.id, lastProfile: null }, { id: twin.id }]);
  expect(await storedHashes(host.dataDir)).toHaveLength(1);
  expect((await host.call('DELETE', `${base}/${twin.id}`)).status).toBe(204);
  expect(await storedHashes(host.dataDir)).toEqual([]);
  expect((await host.call('GET', `${base}/${twin.id}`)).status).toBe(404);
});

test('requests with unknown or invalid ids, paths or methods fail with 4xx', async () => {
  const host = await startHost();
  const status = async (method: string, path: string) => (await host.call(method, path)).status;
  expect(await status('GET', `${base}/7`)).toBe(404);
  expect(await status('GET', `${base}/items/7`)).toBe(404);
  expect(await status('POST', `${base}/items/7/activate`)).toBe(404);
  expect(await status('GET', `${base}/items/7/icon`)).toBe(404);
  expect((await host.upload(`${base}/7/items`, await sampleApk())).status).toBe(404);
  expect(await status('GET', `${base}/seven`)).toBe(400);
  expect(await status('GET', `${base}/2147483648`)).toBe(400);
  expect(await status('GET', `${base}/0`)).toBe(400);
  expect(await status('GET', '/api/v4/root')).toBe(404);
  expect(await status('PATCH', base)).toBe(405);
  expect(await status('OPTIONS', base)).toBe(405);
  expect(await status('HEAD', base)).toBe(200);
  expect(await status('HEAD', `${base}/items/7/activate`)).toBe(405);
});

test('Accept is negotiated with weights and wildcards', async () => {
  const host = await startHost();
  const refused = await host.call('GET', base, { accept: 'text/html, application/xml;q=0.9' });
  expect([refused.status, (await refused.json()).code]).toEqual([406, 'service/notAcceptable']);
  const type = async (accept: string) =>
    (await host.call('GET', base, { accept })).headers.get('content-type')?.split(';')[0];
  expect(await type('*/*')).toBe('application/json');
  expect(await type('application/json;q=0.5, application/vnd.other.hateaos+json')).toBe(
    'application/vnd.other.hateaos+json',
  );
  const upload = await host.upload(base, await sampleApk(), { accept: 'text/html' });
  expect(upload.status).toBe(406);
  expect(await host.json('GET', base)).toEqual([]);
});

test('the icon of a version comes from its build and requires a token', async () => {
  const host = await startHost();
  const apk = await sampleApk();
  const made = await host.add<TestApplication>(base, apk);
  const iconUrl = made.profiles[0]?.iconUrl ?? '';
  expect((await fetch(iconUrl)).status).toBe(401);
  const icon = await host.call('GET', iconUrl.slice(host.service.url.length));
  expect(icon.headers.get('content-type')).toBe('image/png');
  const path = join(await temporaryFolder(), 'build.apk');
  await writeFile(path, apk);
  expect(Buffer.from(await icon.arrayBuffer())).toEqual((await readIcon(path))?.bytes);
});

test('a build without an icon has a generated icon', async () => {
  const host = await startHost();
  const made = await host.add<TestApplication>(base, new Uint8Array(apkOf()));
  const icon = await host.call('GET', made.profiles[0]?.iconUrl.slice(host.service.url.length) ?? '');
  expect(icon.headers.get('content-type')).toBe('image/png');
  expect(Buffer.from(await icon.arrayBuffer())).toEqual(drawIcon('dev.example.signed'));
});
