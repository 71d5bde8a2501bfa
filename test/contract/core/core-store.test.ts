/** Store profiles through the core, on the built-in service and on another service. */
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { builtInAccountId } from '../../../main/core/service/built-in-account.ts';
import type { Core } from '../../../main/core.ts';
import { noRecipients } from '../../../main/settings/settings-schema.ts';
import { serverOf } from '../../unit/api/api-world.ts';
import { sampleApk, sampleIpa, startHost } from '../service/service-host.ts';
import { startedCore, upload, writeBuild } from './core-world.ts';

const own = { accountId: builtInAccountId } as const;

const staticUser = { userName: 'ann', password: 'päss:word 1' };

async function publish(core: Core, path: string, application?: { kind: 'chosen'; id: number }) {
  const [added] = await core.uploads.add({
    ...{ paths: [path], ...own, area: 'appstore', activate: false },
    ...{ recipients: noRecipients, ...(application ? { application } : {}) },
  });
  return upload(core, (view) => view.id === added?.id && view.state === 'done');
}

async function openStore() {
  const { core, builds } = await startedCore();
  const changes: string[] = [];
  core.store.events.on('changed', ({ accountId }) => changes.push(`store ${accountId}`));
  core.apps.events.on('changed', ({ accountId }) => changes.push(`apps ${accountId}`));
  await publish(core, await writeBuild(builds, 'one.apk', 1));
  const [profile] = await core.store.list(own);
  if (!profile) throw new Error('no profile');
  return { core, builds, changes, profile, id: profile.id };
}

test('an upload to the store creates a profile and changes only the store', async () => {
  const { core, builds, changes, profile, id } = await openStore();
  expect(changes).toEqual([`store ${builtInAccountId}`]);
  expect(profile).toMatchObject({ name: 'Notes', itemCount: 1, requiresPassword: false, apkVersion: '1.1' });
  expect(profile).not.toHaveProperty('items');

  await publish(core, await writeBuild(builds, 'two.apk', 2), { kind: 'chosen', id });
  const whole = await core.store.get({ ...own, profileId: id });
  expect(whole.items.map(({ version }) => version)).toEqual(['1.1', '1.2']);
  expect(whole).toMatchObject({ id, itemCount: 2, apkVersion: '1.2' });
  expect(changes).toHaveLength(2);
});

test('an update changes the given fields or, if rejected, none', async () => {
  const { core, changes, id } = await openStore();
  const changed = await core.store.update({
    ...own,
    profileId: id,
    name: '  Field Notes ',
    shortDescription: 'For the field',
  });
  expect(changed).toMatchObject({ name: 'Field Notes', shortDescription: 'For the field', itemCount: 1 });
  const longDescription = 'First line\nSecond line';
  await core.store.update({
    ...own,
    profileId: id,
    longDescription,
    shortDescription: '',
  });
  const after = { name: 'Field Notes', shortDescription: '', longDescription };
  expect(await core.store.get({ ...own, profileId: id })).toMatchObject(after);
  expect(changes).toHaveLength(3);

  await expect(core.store.update({ ...own, profileId: id, name: '  ' })).rejects.toMatchObject({
    code: 'core/noProfileName',
  });
  await expect(core.store.update({ ...own, profileId: id, name: 'a'.repeat(201) })).rejects.toMatchObject({
    code: 'api/refused',
    field: 'name',
    message: expect.stringContaining('200'),
  });
  await expect(core.store.update({ ...own, profileId: 4711, name: 'x' })).rejects.toMatchObject({
    code: 'api/missing',
  });
  expect(await core.store.get({ ...own, profileId: id })).toMatchObject(after);
  expect(changes).toHaveLength(3);
});

test('items and profiles can be removed', async () => {
  const { core, builds, changes, id } = await openStore();
  await publish(core, await writeBuild(builds, 'two.apk', 2));
  const [first] = (await core.store.get({ ...own, profileId: id })).items;
  await core.store.removeItem({ ...own, itemId: first?.id ?? 0 });
  expect((await core.store.get({ ...own, profileId: id })).items.map(({ version }) => version)).toEqual([
    '1.2',
  ]);
  await expect(core.store.removeItem({ ...own, itemId: first?.id ?? 0 })).rejects.toMatchObject({
    code: 'api/missing',
  });
  await core.store.remove({ ...own, profileId: id });
  expect(await core.store.list(own)).toEqual([]);
  expect(changes).toHaveLength(4);
});

test('the static user is returned only on request', async () => {
  const { core, id } = await openStore();
  expect(await core.store.staticUser({ ...own, profileId: id })).toBeNull();
  await core.service.service().setProfileAccess(id, { staticUser });
  expect(await core.store.staticUser({ ...own, profileId: id })).toEqual({
    userName: 'ann',
    password: null,
  });
  const list = await core.store.list(own);
  const one = await core.store.get({ ...own, profileId: id });
  const changed = await core.store.update({
    ...own,
    profileId: id,
    shortDescription: 'x',
  });
  expect(list).toMatchObject([{ requiresPassword: true, reportsPassword: false }]);
  expect(JSON.stringify([list, one, changed])).not.toMatch(/ann|päss/);
});

test('a link of another service is ignored unless it is an http(s) address', async () => {
  const { core } = await openStore();
  const host = await startHost();
  const { firstUser } = host.service;
  if (!firstUser) throw new Error('no first user');
  const made = await host.add<{ id: number }>('/api/v3/appstore/profiles', await sampleIpa());
  for (const [customUrl, link] of [
    ['https://', null],
    ['ftp://example.org/notes', null],
    ['javascript:alert(1)', null],
    ['HTTPS://example.org/notes', 'HTTPS://example.org/notes'],
  ]) {
    const url = await serverOf(async (request, response) => {
      const { method = 'GET', url: path = '/', headers } = request;
      const body = method === 'GET' ? null : await buffer(request);
      const { authorization = '', 'content-type': type = '' } = headers;
      const answer = await fetch(host.service.url + path, {
        ...{ method, body, headers: { authorization, 'content-type': type } },
      });
      const text = await answer.text();
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(
        text.replaceAll(/"(customUrl|ipaCustomUrl|apkCustomUrl)":"[^"]*"/g, `"$1":"${customUrl}"`),
      );
    });
    const account = await core.accounts.save({
      ...{ name: `Through ${url}`, authUrl: url, baseUrl: url, scope: 'api', mode: 'plain', vendor: 'acme' },
      ...{ installLinkTemplate: null, ...firstUser },
    });
    const at = { accountId: account.id, profileId: made.id };
    expect(await core.store.link(at)).toBe(link);
    expect((await core.store.get(at)).items).toMatchObject([{ customUrl: link }]);
  }
});

test('a profile links to its page or, on other services, its newest item', async () => {
  const { core, id } = await openStore();
  const page = (await core.store.link({ ...own, profileId: id })) ?? '';
  expect(await (await fetch(page)).text()).toContain('Notes');
  expect(await core.store.link({ ...own, profileId: 4711 })).toBeNull();

  const host = await startHost();
  const { url, firstUser: user } = host.service;
  if (!user) throw new Error('no first user');
  const account = await core.accounts.save({
    ...{ name: 'Work', authUrl: url, baseUrl: url, scope: 'api', mode: 'plain', vendor: 'acme' },
    ...{ installLinkTemplate: null, ...user },
  });
  const made = await host.add<{
    id: number;
  }>('/api/v3/appstore/profiles', await sampleIpa());
  await host.upload(`/api/v3/appstore/profiles/${made.id}`, await sampleApk());
  const { items } = await core.store.get({ accountId: account.id, profileId: made.id });
  expect(items).toHaveLength(2);
  expect(await core.store.link({ accountId: account.id, profileId: made.id })).toBe(items.at(-1)?.customUrl);
});
