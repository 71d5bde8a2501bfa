import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type {
  Problem,
  StoreItem,
  StoreProfile,
  TestApplication,
  TestVersion,
} from '../../../main/api/wire.ts';
import { systemClock } from '../../../main/base/clock.ts';
import type { CreatedAccessToken } from '../../../main/service/service-view.ts';
import { describeService } from './described-service.ts';
import { caller, linkType, type ServiceHost, sampleApk, sampleIpa, startHost } from './service-host.ts';

const testing = '/api/v3/testingdist/profiles';
const store = '/api/v3/appstore/profiles';
const shop = { platform: null, packageId: 'com.example.shop' } as const;
const everything = ['upload', 'activate', 'send'] as const;

type Given = Partial<Pick<CreatedAccessToken, 'apps' | 'scopes' | 'expiresAt'>>;

let made = 0;

async function withToken({ service }: ServiceHost, given: Given = {}) {
  made += 1;
  const own = { name: `builds ${made}`, apps: 'all', scopes: everything, expiresAt: null } as const;
  const token = await service.accessTokens.add({ ...own, ...given });
  return { ...token, ...caller(service.url, token.token) };
}

async function codeOf(response: Response): Promise<string> {
  return response.ok ? String(response.status) : (((await response.json()) as Problem).code ?? '');
}

const till = () => sampleApk({ id: 'com.example.till', name: 'Till' });
const tillIpa = () => sampleIpa({ id: 'com.example.till', name: 'Till' });

/** Creates an application and a profile for each of two apps. */
async function fill(host: ServiceHost) {
  const ofShop = await host.add<TestApplication>(testing, await sampleApk());
  const ofTill = await host.add<TestApplication>(testing, await till());
  const profiles = [
    await host.add<StoreProfile>(store, await sampleApk()),
    await host.add<StoreProfile>(store, await till()),
  ];
  return { ofShop, ofTill, profiles, tillVersion: ofTill.profiles[0]?.id ?? 0 };
}

test('an access token is shown once and never stored or logged', async () => {
  const host = await startHost();
  const { token, json, name } = await withToken(host);
  expect(token).toMatch(/^slw_[\w-]{43}$/);
  expect(await json('GET', testing)).toEqual([]);
  await fetch(`${host.service.url}/${token}?access_token=${token}`, { headers: { 'user-agent': token } });
  await host.service.accessLog.flush();
  expect(JSON.stringify(host.service.accessLog.list())).not.toContain(token);
  expect(JSON.stringify(await host.service.accessTokens.list())).not.toContain(token);
  expect(await host.service.accessTokens.list()).toMatchObject([{ name, apps: 'all', revokedAt: null }]);
  await host.service.stop();
  expect(host.lines.join()).not.toContain(token);
  for (const file of await readdir(host.dataDir, { recursive: true, withFileTypes: true })) {
    if (file.isFile())
      expect(await readFile(join(file.parentPath, file.name), 'latin1')).not.toContain(token);
  }
});

test('an access token has no access to other applications', async () => {
  const host = await startHost();
  const { ofShop, ofTill, profiles, tillVersion } = await fill(host);
  const { json, call, upload } = await withToken(host, { apps: [shop] });
  expect(await json<TestApplication[]>('GET', testing)).toMatchObject([{ id: ofShop.id }]);
  expect(await json<StoreProfile[]>('GET', store)).toMatchObject([{ id: profiles[0]?.id }]);
  const item = `${testing}/items/${tillVersion}`;
  for (const [method, path] of [
    ['GET', `${testing}/${ofTill.id}`],
    ['GET', item],
    ['POST', `${item}/activate`],
    ['DELETE', `${item}/activate`],
    ['POST', `${item}/send`],
    ['GET', `${store}/${profiles[1]?.id}`],
  ] as const) {
    expect(await call(method, path).then(({ status }) => status), `${method} ${path}`).toBe(404);
  }
  const into = [`${testing}/${ofTill.id}/items`, `${store}/${profiles[1]?.id}`];
  for (const path of into) expect((await upload(path, await sampleApk())).status).toBe(404);
  expect(await host.json<TestVersion>('GET', item)).toMatchObject({ isActive: false });
});

test('an access token cannot upload a build of another application', async () => {
  const host = await startHost();
  const { ofShop, profiles } = await fill(host);
  const { upload, name } = await withToken(host, { apps: [shop] });
  for (const path of [testing, `${testing}/${ofShop.id}/items`, store, `${store}/${profiles[0]?.id}`]) {
    const refused = await upload(path, await till());
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({
      code: 'service/tokenScope',
      detail: `The access token “${name}” does not allow this: uploading com.example.till for Android. Run “slipway service token add NAME --app ID --act upload --act activate --act send” on the computer of the service to create one that does.`,
    });
    expect((await upload(path, await sampleApk())).status).toBe(201);
  }
  expect(await host.json<TestApplication[]>('GET', testing)).toHaveLength(3);
});

test.each([
  [[shop], { id: 'com.example.shop' }, true],
  [[shop], { id: 'com.example.Shop' }, false],
  [[{ ...shop, packageId: 'COM.EXAMPLE.SHOP' }], {}, false],
  [[shop], { id: 'com.example.shop.debug' }, false],
  [[{ ...shop, platform: 'android' }], {}, true],
  [[{ ...shop, platform: 'ios' }], {}, false],
  ['all', { id: 'com.example.new' }, true],
] as const)(
  'a token for %j can create an application from a build with %j: %s',
  async (apps, build, allowed) => {
    const host = await startHost();
    const { upload, json } = await withToken(host, { apps });
    expect((await upload(testing, await sampleApk(build))).status).toBe(allowed ? 201 : 403);
    expect(await json('GET', testing)).toHaveLength(allowed ? 1 : 0);
  },
);

test('a shared application shows only the builds in the scope of the token', async () => {
  const host = await startHost();
  const { ofShop } = await fill(host);
  await host.upload(`${testing}/${ofShop.id}/items`, await sampleIpa());
  const { json } = await withToken(host, { apps: [{ ...shop, platform: 'ios' }] });
  const [seen] = await json<TestApplication[]>('GET', testing);
  expect(seen?.profiles).toMatchObject([{ platformTypeName: 'iOS', uniqueName: 'com.example.shop' }]);
  expect(await json('GET', `${testing}/${ofShop.id}`)).toMatchObject({
    profiles: [{ id: seen?.profiles[0]?.id }],
  });
});

test('an access token without the send scope does not see recipients', async () => {
  const host = await startHost();
  const { ofShop, profiles } = await fill(host);
  const item = `${testing}/items/${ofShop.profiles[0]?.id}`;
  await host.call('POST', `${item}/activate`);
  await host.json('POST', `${item}/send`, { body: { emails: ['ann@example.com'] } });
  const staticUser = { userName: 'guest', password: 'a long password' };
  await host.service.setProfileAccess(profiles[0]?.id ?? 0, { staticUser });
  const silent = await withToken(host, { scopes: ['upload', 'activate'] });
  for (const [method, path] of [
    ['GET', testing],
    ['GET', item],
    ['POST', `${item}/activate`],
  ] as const)
    expect(JSON.stringify(await silent.json(method, path))).not.toContain('ann@example.com');
  const sending = await withToken(host, { scopes: ['send'] });
  expect(JSON.stringify(await sending.json('GET', item))).toContain('ann@example.com');
  for (const token of [silent, sending])
    expect(JSON.stringify(await token.json('GET', store))).not.toContain(staticUser.password);
});

describe('a token for one app in a shared application and profile', () => {
  /** Adds builds of another app. Returns their install keys, which the token must not see. */
  async function shared() {
    const host = await startHost();
    const { ofShop, ofTill, profiles } = await fill(host);
    await host.upload(`${testing}/${ofShop.id}/items`, await tillIpa());
    await host.upload(`${store}/${profiles[0]?.id}`, await tillIpa());
    const pageOf = async ({ id }: { id: number }) => keysIn(await host.service.storeLink(id));
    const pages = (await Promise.all(profiles.map(pageOf))).flat();
    const versions = [await host.json<TestApplication>('GET', `${testing}/${ofShop.id}`), ofTill].flatMap(
      (application) => application.profiles,
    );
    const items = (await host.json<StoreProfile[]>('GET', store)).flatMap((profile) => profile.items);
    const tillItems = items.filter(({ fileSize }) => fileSize !== items[0]?.fileSize);
    const foreign = [...versions.filter(({ uniqueName }) => uniqueName !== shop.packageId), ...tillItems];
    return { host, ofShop, profiles, keys: new Set([...pages, ...keysIn(foreign)]) };
  }

  test('receives no install key outside its scope', async () => {
    const { host, ofShop, profiles, keys } = await shared();
    expect(keys.size).toBeGreaterThanOrEqual(8);
    const { json, upload } = await withToken(host, { apps: [shop] });
    const item = ofShop.profiles[0]?.id;
    const [profile] = profiles;
    const made: unknown[] = [];
    for (const path of [testing, `${testing}/${ofShop.id}/items`, store, `${store}/${profile?.id}`])
      made.push(await (await upload(path, await sampleApk())).json());
    const accept = linkType;
    for (const path of [
      testing,
      `${testing}/${ofShop.id}`,
      `${testing}/items/${item}`,
      store,
      `${store}/${profile?.id}`,
    ])
      made.push(await json('GET', path), await json('GET', path, { accept }));
    for (const act of ['activate', 'send'])
      made.push(
        await json(
          'POST',
          `${testing}/items/${item}/${act}`,
          act === 'send' ? { body: { emails: ['a@b.example'] } } : {},
        ),
      );
    for (const method of ['DELETE', 'POST'])
      made.push(await json(method, `${store}/items/${profile?.items[0]?.id}/activate`));
    expect(keysIn(made).filter((key) => keys.has(key))).toEqual([]);
  });

  test('receives an icon address that opens only the icon', async () => {
    const { host, profiles } = await shared();
    const { json } = await withToken(host, { apps: [shop] });
    const { iconUrl, items } = await json<StoreProfile>('GET', `${store}/${profiles[0]?.id}`);
    expect(iconUrl).toBe(items[0]?.iconUrl);
    expect((await fetch(String(iconUrl))).headers.get('content-type')).toMatch(/^image\//);
    const page = String(iconUrl).replace('/icon.png', '');
    for (const path of ['', '/file', '/manifest.plist']) expect((await fetch(page + path)).status).toBe(404);
  });
});

/** Returns every install key in a response. */
function keysIn(answer: unknown): string[] {
  return [...JSON.stringify(answer).matchAll(/\/install\/([\w-]+)/g)].map(([, key = '']) => key);
}

describe('a token without the activate scope', () => {
  test('publishes nothing on a store page until the item is enabled', async () => {
    const host = await startHost();
    const { profiles } = await fill(host);
    const id = profiles[0]?.id ?? 0;
    const page = String(await host.service.storeLink(id));
    const shown = async () => ({
      page: (await (await fetch(page)).text()).match(/<h2[^>]*>[^<]*/g),
      icon: Buffer.from(await (await fetch(`${page}/icon.png`)).arrayBuffer()).toString('base64'),
    });
    const published = async (): Promise<Partial<StoreProfile>> => {
      const { version, iconUrl, apkCustomUrl, apkVersion } = await host.json<StoreProfile>(
        'GET',
        `${store}/${id}`,
      );
      return { version, iconUrl, apkCustomUrl, apkVersion };
    };
    const before = { ...(await shown()), ...(await published()) };
    const uploading = await withToken(host, { apps: [shop], scopes: ['upload'] });
    const made = await uploading.add<StoreItem>(`${store}/${id}`, await sampleApk({ version: '666' }));
    expect(made).toMatchObject({ enabled: false, version: '666' });
    expect({ ...(await shown()), ...(await published()) }).toEqual(before);
    for (const url of [made.customUrl, made.link, made.iconUrl])
      expect((await fetch(String(url))).status).toBe(409);
    const enable = `${store}/items/${made.id}/activate`;
    expect(await codeOf(await uploading.call('POST', enable))).toBe('service/tokenScope');
    const foreign = await withToken(host, {
      apps: [{ ...shop, packageId: 'com.example.till' }],
      scopes: ['activate'],
    });
    expect((await foreign.call('POST', enable)).status).toBe(404);
    const activating = await withToken(host, { apps: [shop], scopes: ['activate'] });
    expect(await activating.json('POST', enable)).toMatchObject({
      enabled: true,
      profile: { version: '666' },
    });
    expect((await fetch(String(made.customUrl))).status).toBe(200);
    expect(await activating.json('DELETE', enable)).toMatchObject({ enabled: false });
  });

  test('creates a profile that offers no builds', async () => {
    const host = await startHost();
    const { add } = await withToken(host, { scopes: ['upload', 'send'] });
    const made = await add<StoreProfile>(store, await sampleApk());
    expect(made).toMatchObject({
      version: null,
      iconUrl: null,
      apkCustomUrl: null,
      items: [{ enabled: false }],
    });
    const page = await (await fetch(String(await host.service.storeLink(made.id)))).text();
    expect(page).not.toContain('class="go');
  });
});

test('an access token is limited to the operations of its scopes', async () => {
  const host = await startHost();
  const { call } = await withToken(host);
  const { paths } = (await describeService()) as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  const allowed: string[] = [];
  for (const [path, methods] of Object.entries(paths)) {
    if (!path.startsWith('/api/')) continue;
    for (const [method, { operationId }] of Object.entries(methods)) {
      const answer = await call(method.toUpperCase(), path.replace('{id}', '99'));
      // HEAD has no body.
      const isRefused =
        method === 'head' ? answer.status === 403 : (await codeOf(answer)) === 'service/tokenScope';
      if (!isRefused) allowed.push(operationId);
    }
  }
  expect(allowed.sort()).toEqual([
    'activateTestVersion',
    'appendToUpload',
    'cancelUpload',
    'createStoreItem',
    'createStoreProfile',
    'createTestApplication',
    'createTestVersion',
    'deactivateTestVersion',
    'disableStoreItem',
    'enableStoreItem',
    'getRoot',
    'getStoreProfile',
    'getTestApplication',
    'getTestVersion',
    'getUpload',
    'getUploadBase',
    'getUploadOffset',
    'listPeople',
    'listStoreProfiles',
    'listTestApplications',
    'sendTestVersion',
    'startStoreItemUpload',
    'startStoreProfileUpload',
    'startTestApplicationUpload',
    'startTestVersionUpload',
  ]);
});

test.each([
  ['upload', ['POST', testing]],
  ['activate', ['POST', `${testing}/items/99/activate`]],
  ['activate', ['POST', `${store}/items/99/activate`]],
  ['send', ['POST', `${testing}/items/99/send`]],
  ['send', ['GET', '/api/v3/people']],
] as const)('a token without the %s scope cannot call %j', async (act, [method, path]) => {
  const host = await startHost();
  const without = await withToken(host, { scopes: everything.filter((one) => one !== act) });
  expect(await codeOf(await without.call(method, path))).toBe('service/tokenScope');
  const alone = await withToken(host, { scopes: [act] });
  expect(await codeOf(await alone.call(method, path))).not.toBe('service/tokenScope');
});

test('an invalid, expired or revoked access token is rejected with 401', async () => {
  const host = await startHost();
  const { token, id, call } = await withToken(host);
  const ended = await withToken(host, { expiresAt: systemClock.now() });
  const ask = (authorization: string, query = '') =>
    fetch(`${host.service.url}${testing}${query}`, {
      headers: authorization === '' ? {} : { authorization },
    });
  const swapped = token.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
  for (const answer of [
    await ask(`Bearer ${swapped}`),
    await ask(`Bearer ${token.slice(0, -1)}`),
    await ask(`Bearer ${token.slice(4)}`),
    await ask(`Bearer ${token}A`),
    await ask(`Bearer ${token.slice(0, 20)} ${token.slice(20)}`),
    await ask(`Bearer "${token}"`),
    await ask(`Basic ${token}`),
    await ask(token),
    await ask('', `?access_token=${token}`),
    await ask(`Bearer slw_${'a'.repeat(10_000)}`),
    await ended.call('GET', testing),
  ]) {
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toContain('Bearer realm="distribution"');
    expect(await codeOf(answer)).toBe('service/token');
  }
  expect((await ask(`Bearer ${token}`)).status).toBe(200);
  expect(await host.service.accessTokens.revoke(String(id))).toMatchObject({ id });
  expect((await call('GET', testing)).status).toBe(401);
  await expect(host.service.accessTokens.revoke(String(id))).rejects.toMatchObject({
    code: 'service/noPerson',
  });
});

test('the last use of a token is saved at most once a minute until expiry', async () => {
  let now = systemClock.now();
  const start = now;
  const host = await startHost({ clock: { ...systemClock, now: () => now } });
  const { call } = await withToken(host, { expiresAt: start + 100_000 });
  const lastUse = async () => (await host.service.accessTokens.list())[0]?.lastUsedAt;
  expect(await lastUse()).toBeNull();
  for (const [later, written] of [
    [0, 0],
    [59_999, 0],
    [60_000, 60_000],
    [99_999, 60_000],
  ] as const) {
    now = start + later;
    expect((await call('GET', testing)).status).toBe(200);
    expect(await lastUse()).toBe(start + written);
  }
  now = start + 100_000;
  expect((await call('GET', testing)).status).toBe(401);
});

test('an access token name is unique until its token is revoked', async () => {
  const { service } = await startHost();
  const given = { name: 'builds', apps: 'all', scopes: everything, expiresAt: null } as const;
  const first = await service.accessTokens.add(given);
  await expect(service.accessTokens.add(given)).rejects.toMatchObject({ code: 'service/taken' });
  for (const name of ['', ' builds', 'a\nb', 'x'.repeat(201)])
    await expect(service.accessTokens.add({ ...given, name })).rejects.toMatchObject({
      code: 'service/badName',
    });
  const named = await service.accessTokens.add({ ...given, name: String(first.id) });
  expect(await service.accessTokens.revoke(String(first.id))).toMatchObject({ id: named.id });
  expect(await service.accessTokens.revoke('builds')).toMatchObject({ id: first.id });
  expect((await service.accessTokens.add(given)).id).toBeGreaterThan(named.id);
});
