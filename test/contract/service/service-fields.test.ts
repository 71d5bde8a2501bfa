/** Fields that the service derives from other data. */

import { expect, test } from 'vitest';
import type {
  ListedTestApplication,
  StoreProfile,
  TestApplication,
  TestVersion,
} from '../../../main/api/wire.ts';
import { createFakeClock } from '../../fakes/fake-clock.ts';
import { sampleApk, sampleIpa, startHost } from './service-host.ts';

const testing = '/api/v3/testingdist/profiles';
const store = '/api/v3/appstore/profiles';

async function withProfile() {
  const host = await startHost();
  const made = await host.add<StoreProfile>(store, await sampleApk());
  return { host, made };
}

test('fileName is returned only for a single version', async () => {
  const host = await startHost();
  const upload = await host.upload(testing, await sampleApk(), { name: 'a.apk' });
  const made = (await upload.json()) as TestApplication;
  const added = await host.upload(`${testing}/${made.id}/items`, await sampleIpa(), { name: 'b.ipa' });
  const version = (await added.json()) as TestVersion;
  const item = `${testing}/items/${version.id}`;
  const [listed] = await host.json<ListedTestApplication[]>('GET', testing);
  const single = await host.json<TestApplication>('GET', `${testing}/${made.id}`);
  const hidden = [
    ...made.profiles,
    version,
    ...(listed?.profiles ?? []),
    listed?.lastProfile,
    ...single.profiles,
  ];
  expect(hidden.map((one) => one?.fileName)).toEqual(hidden.map(() => null));
  expect(hidden).toHaveLength(7);
  expect((await host.json<TestVersion>('GET', item)).fileName).toBe('b.ipa');
  expect((await host.json<TestVersion>('POST', `${item}/activate`)).fileName).toBe('b.ipa');
  const sent = await host.json<TestVersion>('POST', `${item}/send`, {
    body: { emails: ['ann@example.com'] },
  });
  expect(sent.fileName).toBeNull();
  expect((await host.json<TestVersion>('DELETE', `${item}/activate`)).fileName).toBe('b.ipa');
});

test('lastProfile is the newest remaining version', async () => {
  const host = await startHost();
  const made = await host.add<TestApplication>(testing, await sampleApk());
  const next = async () => await host.add<TestVersion>(`${testing}/${made.id}/items`, await sampleApk());
  const [second, third] = [await next(), await next()];
  const last = async () => (await host.json<ListedTestApplication[]>('GET', testing))[0]?.lastProfile?.id;
  expect(await last()).toBe(third.id);
  await host.call('POST', `${testing}/items/${second.id}/activate`);
  expect(await last()).toBe(third.id);
  await host.call('DELETE', `${testing}/items/${third.id}`);
  expect(await last()).toBe(second.id);
});

test('uploading, activating and sending update the version timestamps', async () => {
  const clock = createFakeClock(Date.UTC(2026, 10, 21, 8, 0));
  const host = await startHost({ clock });
  const made = await host.add<TestApplication>(testing, await sampleApk());
  const item = `${testing}/items/${made.profiles[0]?.id}`;
  const times = async () => {
    const version = await host.json<TestVersion>('GET', item);
    return [
      version.uploadDateTimeUtc,
      version.updateDateTimeUtc,
      version.lastSendDateTimeUtc,
      ...version.profileMembers.map((member) => member.lastShareDateTimeUtc),
    ].map((time) => time?.replace('2026-11-21T', '').replace(':00.000Z', ''));
  };
  const send = (emails: readonly string[]) => host.json('POST', `${item}/send`, { body: { emails } });
  expect(await times()).toEqual(['08:00', '08:00', undefined]);
  await clock.advance(60_000);
  await host.call('DELETE', `${item}/activate`);
  expect(await times(), 'nothing changed').toEqual(['08:00', '08:00', undefined]);
  await host.call('POST', `${item}/activate`);
  expect(await times()).toEqual(['08:00', '08:01', undefined]);
  await clock.advance(60_000);
  await send(['ann@example.com', 'ben@example.com']);
  expect(await times()).toEqual(['08:00', '08:02', '08:02', '08:02', '08:02']);
  await clock.advance(60_000);
  await send(['ben@example.com']);
  expect(await times()).toEqual(['08:00', '08:03', '08:03', '08:02', '08:03']);
  await clock.advance(60_000);
  await host.call('DELETE', `${item}/activate`);
  expect(await times()).toEqual(['08:00', '08:04', '08:03', '08:02', '08:03']);
});

test('updating a profile or item changes its timestamps', async () => {
  const clock = createFakeClock(Date.UTC(2026, 10, 21, 8, 0));
  const host = await startHost({ clock });
  const later = () => clock.advance(60_000);
  const made = await host.add<StoreProfile>(store, await sampleApk());
  const path = `${store}/${made.id}`;
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
  await host.call('DELETE', `${store}/items/${made.items[0]?.id}`);
  expect(await times()).toEqual(['08:00 08:04:00.000Z', '08:01 08:01:00.000Z']);
});

test('profile platforms and versions are derived from the items', async () => {
  const { host, made } = await withProfile();
  const path = `${store}/${made.id}`;
  const add = async (build: Uint8Array<ArrayBuffer>) =>
    await host.add<{ id: number; orderId: number; customUrl: string }>(path, build);
  const fields = async () => {
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
  expect(await fields()).toEqual({
    counts: [3, true, true, '1 2 3'],
    versions: ['3.1', '3.0', '3.1'],
    urls: [ipa.customUrl, apk.customUrl],
  });
  await host.call('DELETE', `${store}/items/${ipa.id}`);
  const [first] = made.items;
  expect(await fields()).toEqual({
    counts: [2, false, true, '1 3'],
    versions: ['3.1', null, '3.1'],
    urls: [null, apk.customUrl],
  });
  const next = await add(await sampleIpa({ version: '4.0' }));
  expect(next.orderId).toBe(4);
  for (const { id } of [apk, next]) await host.call('DELETE', `${store}/items/${id}`);
  expect(await fields()).toEqual({
    counts: [1, false, true, '1'],
    versions: ['2.4.1', null, '2.4.1'],
    urls: [null, first?.customUrl],
  });
  await host.call('DELETE', `${store}/items/${first?.id}`);
  expect(await fields()).toEqual({
    counts: [0, false, false, ''],
    versions: [null, null, null],
    urls: [null, null],
  });
});

test('clickCount counts only complete downloads', async () => {
  const { host, made } = await withProfile();
  const { link = '', customUrl = '' } = made.items[0] ?? {};
  const count = async () =>
    (await host.json<StoreProfile>('GET', `${store}/${made.id}`)).items[0]?.clickCount;
  const ask = async (url: string | null, options: RequestInit = {}) =>
    (await fetch(url ?? '', options)).arrayBuffer();
  await ask(customUrl);
  await ask(link, { method: 'HEAD' });
  await ask(link, { headers: { range: 'bytes=10-' } });
  await ask(link, { headers: { 'if-none-match': '*' } });
  expect(await count()).toBe(0);
  await ask(link);
  await ask(link, { headers: { range: 'bytes=0-' } });
  // Downloads by the same client within an hour count once.
  expect(await count()).toBe(1);
  const agent = { 'user-agent': 'Download manager' };
  for (let at = 0; at < 5; at += 1) await ask(link, { headers: { ...agent, range: `bytes=0-${at}` } });
  expect(await count()).toBe(1);
});
