import { describe, expect, test } from 'vitest';
import type { Problem, StoreProfile, TestApplication } from '../../../main/api/wire.ts';
import { storedHashes } from '../../fakes/stored-builds.ts';
import { caller, type ServiceHost, sampleApk, sampleIpa, sha256, startHost } from './service-host.ts';

const areas = [
  {
    area: 'an application',
    path: '/api/v3/testingdist/profiles',
    into: (id: number) => `/api/v3/testingdist/profiles/${id}/items`,
    itemsOf: async (host: ServiceHost, id: number) =>
      (await host.json<TestApplication>('GET', `/api/v3/testingdist/profiles/${id}`)).profiles,
  },
  {
    area: 'a profile',
    path: '/api/v3/appstore/profiles',
    into: (id: number) => `/api/v3/appstore/profiles/${id}`,
    itemsOf: async (host: ServiceHost, id: number) =>
      (await host.json<StoreProfile>('GET', `/api/v3/appstore/profiles/${id}`)).items,
  },
] as const;

describe.each(areas)('$area', ({ path, into, itemsOf }) => {
  const withShop = async () => {
    const host = await startHost();
    const { id } = await host.add<{ id: number }>(path, await sampleApk());
    return { host, id };
  };
  const otherApk = () => sampleApk({ id: 'com.example.till', name: 'Till' });
  const otherIpa = () => sampleIpa({ id: 'com.example.till', name: 'Till' });

  test('refuses a different package for the same platform', async () => {
    const { host, id } = await withShop();
    const refused = await host.upload(into(id), await otherApk());
    expect([refused.status, await refused.json()]).toEqual([
      409,
      {
        title: 'Conflict',
        status: 409,
        code: 'service/otherPackage',
        detail:
          'This build is com.example.till, but the builds for the same platform here are com.example.shop. Nothing was stored. Upload it to the app of com.example.till, or as a new one.',
      },
    ]);
    expect(await itemsOf(host, id)).toHaveLength(1);
    expect(await storedHashes(host.dataDir)).toEqual([sha256(await sampleApk())]);
  });

  test.each([
    ['names', 'all', 'of another app', 'com.example.shop'],
    [
      'does not name',
      [{ platform: null, packageId: 'com.example.till' }],
      'com.example.shop',
      'of another app',
    ],
  ] as const)('%s the existing package to a token for %j', async (_, apps, absent, present) => {
    const { host, id } = await withShop();
    await host.upload(into(id), await otherIpa());
    const given = { name: 'ci', apps, scopes: ['upload'], expiresAt: null } as const;
    const { token } = await host.service.accessTokens.add(given);
    const refused = await caller(host.service.url, token).upload(into(id), await otherApk());
    const { code, detail } = (await refused.json()) as Problem;
    expect([refused.status, code]).toEqual([409, 'service/otherPackage']);
    expect(detail).toContain(present);
    expect(detail).not.toContain(absent);
  });

  test('may contain another package for another platform', async () => {
    const { host, id } = await withShop();
    expect((await host.upload(into(id), await otherIpa())).status).toBe(201);
    expect((await host.upload(into(id), await sampleIpa())).status).toBe(409);
    expect((await host.upload(into(id), await sampleApk({ version: '2.5' }))).status).toBe(201);
    expect(await itemsOf(host, id)).toHaveLength(3);
  });

  test('accepts a package id that differs only in case', async () => {
    const { host, id } = await withShop();
    expect((await host.upload(into(id), await sampleApk({ id: 'com.example.Shop' }))).status).toBe(201);
  });

  test('accepts any package once it is empty', async () => {
    const { host, id } = await withShop();
    const [item] = await itemsOf(host, id);
    await host.call('DELETE', `${path}/items/${item?.id}`);
    expect((await host.upload(into(id), await otherApk())).status).toBe(201);
    expect((await host.upload(into(id), await sampleApk())).status).toBe(409);
  });
});

test('an emptied profile gets the package id of its next build', async () => {
  const host = await startHost();
  const path = '/api/v3/appstore/profiles';
  const { id, items } = await host.add<StoreProfile>(path, await sampleApk());
  await host.upload(`${path}/${id}`, await sampleIpa({ id: 'com.example.till' }));
  expect(await host.json('GET', `${path}/${id}`)).toMatchObject({ appUniqueId: 'com.example.shop' });
  const { items: both } = await host.json<StoreProfile>('GET', `${path}/${id}`);
  expect(both).toHaveLength(items.length + 1);
  for (const item of both) await host.call('DELETE', `${path}/items/${item.id}`);
  await host.upload(`${path}/${id}`, await sampleApk({ id: 'com.example.till' }));
  expect(await host.json('GET', `${path}/${id}`)).toMatchObject({ appUniqueId: 'com.example.till' });
});
