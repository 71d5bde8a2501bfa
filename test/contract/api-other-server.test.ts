import { writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../fakes/temporary-folder.ts';
import { clientAt, credentials, serverOf } from '../unit/api/api-world.ts';

/** A service of other people: Pascal case, odd times, texts for numbers, more fields, null links, empty answers. */
type Other = { readonly url: string; readonly requests: readonly string[]; accept(): string | undefined };

const member = {
  Id: '1',
  ProfileId: '7',
  MemberId: 5,
  ShareMemberStatus: '99',
  LastShareDateTimeUtc: '2026-11-21 08:30:00',
  Member: {
    ID: 5,
    Email: 'tester@example.org',
    TeamMembers: [{ TeamId: 2, MemberId: 5, Team: { Id: 2, Name: 'QA', OwnerId: 1, Ungrouped: 'false' } }],
  },
  Version: 1,
};

const links = (...names: readonly (readonly [string, string, string | null])[]) =>
  names.map(([Rel, Method, Href]) => ({ Rel, Method, Href }));

function version(active: boolean) {
  return {
    Id: '7',
    ApplicationName: 'Shop',
    ApplicationId: '3',
    ProfileId: '3',
    Version: 2.5,
    UniqueName: 'shop-7',
    PlatformTypeName: 'Android',
    LastSendDateTimeUtc: '0001-01-01T00:00:00',
    IsActive: active ? 'True' : 'False',
    FileSize: '1024',
    ProfileMembers: [member],
    UpdateDateTimeUtc: '2026-11-21T08:30:00.1234567',
    UploadDateTimeUtc: '2026-11-21T10:30:00+02:00',
    Tenant: { Secret: 'of no interest' },
    _Links: links(
      ['self', 'GET', null],
      ['activate_profile_item', 'POST', '/odd/switch-on/7'],
      ['deactivate_profile_item', 'DELETE', 'http://evil.example/steal'],
    ),
  };
}

const item = {
  Id: '21',
  ProfileId: '11',
  UniqueId: 'e3b0c442-98fc-4c14-9afb-f4c8996fb924',
  Name: 'Shop',
  Version: '2.5',
  Type: '17',
  FileSize: '1024',
  Enabled: 1,
  CreateDateTimeUtc: '/Date(1795249800000)/',
  UpdateDateTimeUtc: '2026-11-21T08:30',
  Profile: { Id: 11 },
};

const profile = {
  Id: '11',
  Name: 'Shop',
  AppUniqueId: 'com.example.shop',
  Enabled: 'true',
  TotalCount: '1',
  HasIosPlatform: 0,
  HasAndroidPlatform: 'TRUE',
  CreateDateTimeUtc: '/Date(1795249800000)/',
  UpdateDateTimeUtc: 'Sat, 21 Nov 2026 08:30:00 GMT',
  Items: { _value: [item], _links: [] },
};

async function startOther(): Promise<Other> {
  const requests: string[] = [];
  let active = false;
  let accept: string | undefined;
  const json = (response: ServerResponse, body: unknown): void => {
    response
      .writeHead(200, { 'Content-Type': 'text/json; charset=utf-8' })
      .end(`\uFEFF${JSON.stringify(body)}`);
  };
  const nothing = (response: ServerResponse): void => {
    response.writeHead(204).end();
  };
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('latin1');
    const line = `${request.method} ${request.url}`;
    if (line === 'POST /identity/connect/token') {
      const form = new URLSearchParams(body);
      if (form.get('password') !== credentials.password) return json(response, {});
      return json(response, { Access_Token: 'other-token', Expires_In: '72000', Token_Type: 'bearer' });
    }
    requests.push(line);
    accept = request.headers.accept;
    if (request.headers.authorization !== 'Bearer other-token') {
      response.writeHead(401, { 'content-type': 'text/html' }).end('<h1>Who are you?</h1>');
      return;
    }
    const field = /name="(\w+)"; filename=/.exec(body)?.[1];
    switch (line) {
      case 'GET /api/v3/root':
        return json(response, {
          APPSTORE: links(['get_profiles', 'get', null], ['create_profile', 'post', null]),
          TESTINGDIST: links(['get_profiles', 'get', '/odd/apps'], ['create_profile', 'post', null]),
        });
      case 'GET /odd/apps':
      case 'GET /api/v3/testingdist/profiles':
        return json(response, {
          _Value: [{ Id: '3', Name: 'Shop', LastProfile: version(active) }],
          _Links: null,
        });
      case 'GET /api/v3/testingdist/profiles/3':
        return json(response, { Id: '3', Name: 'Shop', Profiles: [version(active)], Extra: true });
      case 'GET /api/v3/testingdist/profiles/items/7':
        return json(response, version(active));
      case 'POST /api/v3/testingdist/profiles':
        response.writeHead(201, { Location: '/api/v3/testingdist/profiles/3' }).end();
        return;
      case 'POST /api/v3/testingdist/profiles/3/items':
        return json(response, { ...version(active), UniqueName: field });
      case 'POST /api/v3/testingdist/profiles/items/7/activate':
      case 'POST /odd/switch-on/7':
        active = true;
        return nothing(response);
      case 'DELETE /api/v3/testingdist/profiles/items/7/activate':
        active = false;
        return nothing(response);
      case 'POST /api/v3/testingdist/profiles/items/7/send':
        if (!body.includes('"emails":["a@example.org"]')) break;
        return nothing(response);
      case 'GET /api/v3/appstore/profiles':
        return json(response, [profile]);
      case 'GET /api/v3/appstore/profiles/11':
        return json(response, profile);
      case 'POST /api/v3/appstore/profiles':
        return json(response, profile);
      case 'POST /api/v3/appstore/profiles/11':
        return json(response, { ...item, Name: field, Profile: profile });
      case 'PUT /api/v3/appstore/profiles/11':
        if (!/^application\/x-www-form-urlencoded/.test(request.headers['content-type'] ?? '')) {
          response.writeHead(415, { 'content-type': 'text/plain' }).end('Forms only');
          return;
        }
        return json(response, { ...profile, Name: new URLSearchParams(body).get('Name') });
      case 'DELETE /api/v3/appstore/profiles/11':
      case 'DELETE /api/v3/appstore/profiles/items/21':
      case 'DELETE /api/v3/testingdist/profiles/3':
      case 'DELETE /api/v3/testingdist/profiles/items/7':
        return json(response, 'OK');
    }
    response.writeHead(500, { 'content-type': 'text/html' }).end('<html><title>Runtime Error</title></html>');
  };
  return { url: await serverOf(handle), requests, accept: () => accept };
}

async function file() {
  const path = join(await temporaryFolder(), 'shop.apk');
  await writeFile(path, 'x'.repeat(1024));
  return { path, fileName: 'shop.apk', size: 1024 };
}

describe.each(['plain', 'link'] as const)('a different service in %s mode', (mode) => {
  const start = async () => {
    const other = await startOther();
    return { other, ...clientAt(other.url, { account: { mode } }) };
  };

  test('root and test distribution, every call', async () => {
    const { other, api } = await start();
    const { testingdist } = api;
    expect((await api.root()).testingDist).toHaveLength(2);
    expect(other.accept()).toBe(mode === 'plain' ? 'application/json' : 'application/vnd.acme.hateaos+json');
    const [listed] = await testingdist.list();
    expect(listed).toMatchObject({
      id: 3,
      profiles: [],
      lastProfile: { id: 7, version: '2.5', isActive: false },
    });
    expect(other.requests.includes('GET /odd/apps')).toBe(mode === 'link');

    const whole = await testingdist.get(3);
    expect(whole.profiles[0]).toMatchObject({
      fileSize: 1024,
      fileName: null,
      lastSendDateTimeUtc: null,
      updateDateTimeUtc: '2026-11-21T08:30:00.123Z',
      uploadDateTimeUtc: '2026-11-21T08:30:00.000Z',
      profileMembers: [{ shareMemberStatus: 99, isDeleted: null, member: { id: 5, name: null } }],
    });
    expect((await testingdist.create(await file(), {})).resource.profiles).toHaveLength(1);
    expect((await testingdist.createVersion(3, await file(), {})).resource.uniqueName).toBe('file');

    expect(await testingdist.activate(7)).toMatchObject({ id: 7, isActive: true });
    expect(other.requests.includes('POST /odd/switch-on/7')).toBe(mode === 'link');
    await testingdist.send(7, { teamIds: [], memberIds: [], emails: ['a@example.org'] });
    expect(await testingdist.deactivate(7)).toMatchObject({ isActive: false });
    await testingdist.removeVersion(7);
    await testingdist.remove(3);
    expect(other.requests.at(-1)).toBe('DELETE /api/v3/testingdist/profiles/3');
  });

  test('store, every call; the encoding of updates is learned', async () => {
    const { other, api } = await start();
    const { appstore } = api;
    const [listed] = await appstore.list();
    expect(listed).toMatchObject({
      id: 11,
      enabled: true,
      hasiOSPlatform: false,
      hasAndroidPlatform: true,
      enableStaticAuht: false,
      userName: null,
      createDateTimeUtc: '2026-11-21T08:30:00.000Z',
      items: [{ id: 21, type: 17, enabled: true, profile: null, link: null }],
    });
    expect(await appstore.get(11)).toEqual(listed);
    expect((await appstore.create(await file(), {})).resource.id).toBe(11);
    const { resource } = await appstore.createItem(11, await file(), {});
    expect(resource).toMatchObject({ name: 'fileName', profile: { id: 11, name: 'Shop' } });
    expect(await appstore.update(11, { Name: 'New & old' })).toMatchObject({ name: 'New & old' });
    expect(await appstore.update(11, { Name: 'Newer' })).toMatchObject({ name: 'Newer' });
    expect(other.requests.filter((line) => line.startsWith('PUT'))).toHaveLength(3);
    await appstore.removeItem(21);
    await appstore.remove(11);
  });

  test('its web pages become sentences', async () => {
    const { api } = await start();
    await expect(api.testingdist.getVersion(8)).rejects.toMatchObject({
      code: 'api/broken',
      remedy: 'retry',
      message: expect.stringContaining('Runtime Error'),
    });
  });
});
