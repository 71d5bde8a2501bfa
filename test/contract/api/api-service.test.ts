import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Api, createApi } from '../../../main/api/client.ts';
import { Redactor } from '../../../main/base/log/redact.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { createFakeClock, type FakeClock } from '../../fakes/fake-clock.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { accountAt } from '../../unit/api/api-world.ts';
import { withoutLinks } from '../core/unlinked.ts';
import { type ServiceHost, sampleApk, sampleIpa, sha256, startHost } from '../service/service-host.ts';

type Mode = 'plain' | 'link';
const modes = ['plain', 'link'] as const;

type World = { readonly host: ServiceHost; readonly clock: FakeClock; readonly client: (mode: Mode) => Api };

async function start(): Promise<World> {
  const clock = createFakeClock();
  const host = await startHost({ clock });
  const user = await host.service.identity.renewFirstUser();
  const client = (mode: Mode): Api => {
    const redactor = new Redactor();
    const account = accountAt(host.service.url, { mode, userName: user.userName, clientId: user.clientId });
    const { log } = collectedLog(redactor);
    const api = createApi({ account, credentials: async () => user, clock, log, redactor });
    onTestFinished(() => api.close());
    return api;
  };
  return { host, clock, client };
}

async function save(name: string, bytes: Uint8Array) {
  const path = join(await temporaryFolder(), 'build');
  await writeFile(path, bytes);
  return { path, fileName: name, size: bytes.length };
}

/** Calls every operation of the reference API, and checks that each result equals the response body. */
async function story(
  { host, clock, client }: World,
  mode: Mode,
): Promise<readonly (readonly [string, unknown])[]> {
  const results: (readonly [string, unknown])[] = [];
  const api = client(mode);
  const { testingdist, appstore } = api;
  const call = async <Result>(name: string, work: Promise<Result>): Promise<Result> => {
    const result = await work;
    const answer = host.answers.at(-1);
    const uploaded =
      typeof result === 'object' && result !== null && 'resource' in result ? result.resource : result;
    if (result !== undefined) {
      const sent = JSON.parse(answer?.body.toString() ?? '') as unknown;
      expect(name === 'root' ? sent : withoutLinks(sent), name).toStrictEqual(uploaded);
      expect(JSON.stringify(sent).includes('_links'), name).toBe(mode === 'link' && name !== 'root');
    }
    results.push([name, result]);
    await clock.advance(60_000);
    return result;
  };
  const { people } = host.service;
  const team = await people.createTeam('Testers');
  const ann = await people.createMember({ email: 'ann@example.org', name: 'Ann' });
  await people.addToTeam(ann.id, team.id);

  await api.signIn();
  await call('root', api.root());
  const apk = await save('Shöp "1".apk', await sampleApk());
  const ipa = await save('Shop.ipa', await sampleIpa());
  await call('list of nothing', testingdist.list());
  const application = await call('create', testingdist.create(apk));
  const { id } = application.resource;
  const version = await call('createVersion', testingdist.createVersion(id, ipa));
  const versionId = version.resource.id;
  await call('get', testingdist.get(id));
  await call('list', testingdist.list());
  await call('getVersion', testingdist.getVersion(versionId));
  await call('activate', testingdist.activate(versionId));
  await testingdist.send(versionId, { teamIds: [team.id], memberIds: [ann.id], emails: ['ben@example.org'] });
  await host.service.idle();
  await call('getVersion after send', testingdist.getVersion(versionId));
  await call('deactivate', testingdist.deactivate(versionId));
  await call('removeVersion', testingdist.removeVersion(versionId));
  await call('get after removal', testingdist.get(id));
  await call('remove', testingdist.remove(id));
  await call('list after removal', testingdist.list());

  await call('store list of nothing', appstore.list());
  const profile = await call('store create', appstore.create(ipa));
  const profileId = profile.resource.id;
  const item = await call('createItem', appstore.createItem(profileId, apk));
  await call('update', appstore.update(profileId, { Name: 'Läden', ShortDescription: 'Short' }));
  await call('update of one field', appstore.update(profileId, { LongDescription: 'A "long" <b>one</b>\n' }));
  await call('store get', appstore.get(profileId));
  await call('store list', appstore.list());
  await call('removeItem', appstore.removeItem(item.resource.id));
  await call('store get after removal', appstore.get(profileId));
  await call('store remove', appstore.remove(profileId));
  await call('store list after removal', appstore.list());
  return results;
}

/** Replaces values that differ in every run: the port, install tokens, unique ids. */
function comparable(results: unknown, url: string): unknown {
  const text = JSON.stringify(results)
    .replaceAll(url, 'http://service')
    .replaceAll(/\/install\/[\w-]+/g, '/install/TOKEN')
    .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'GUID');
  return JSON.parse(text) as unknown;
}

test('every call returns the same result in plain and link mode', async () => {
  const [plain, link] = await Promise.all(
    modes.map(async (mode) => {
      const world = await start();
      return comparable(await story(world, mode), world.host.service.url);
    }),
  );
  expect(link).toEqual(plain);
});

describe.each(modes)('the client and the built-in service in %s mode', (mode) => {
  test('return the result of every operation', async () => {
    const apk = await sampleApk();
    const results = new Map(await story(await start(), mode));
    const emptyLists = ['list of nothing', 'list after removal', 'store list after removal'];
    expect(emptyLists.map((name) => results.get(name))).toEqual([[], [], []]);
    expect(results.get('create')).toMatchObject({
      sha256: sha256(apk),
      resource: { profiles: [{ version: '2.4.1', fileSize: apk.length, isActive: false, fileName: null }] },
    });
    expect(results.get('createVersion')).toMatchObject({
      resource: { platformTypeName: 'iOS', fileName: null, isActive: false },
    });
    expect(results.get('get')).toMatchObject({ profiles: [{ version: '2.5' }, { version: '2.4.1' }] });
    expect(results.get('list')).toMatchObject([{ lastProfile: { version: '2.5' } }]);
    expect(results.get('activate')).toMatchObject({ isActive: true, fileName: 'Shop.ipa' });
    expect(results.get('getVersion after send')).toMatchObject({
      lastSendDateTimeUtc: expect.stringMatching(/^2026-11-21T/),
      profileMembers: [
        {
          shareMemberStatus: 1,
          member: { email: 'ann@example.org', name: 'Ann', teamMembers: [{ team: { name: 'Testers' } }] },
        },
        { shareMemberStatus: 1, member: { email: 'ben@example.org' } },
      ],
    });
    expect(results.get('deactivate')).toMatchObject({ isActive: false });
    expect(results.get('get after removal')).toMatchObject({ profiles: [{ version: '2.4.1' }] });
    expect(results.get('createItem')).toMatchObject({
      resource: { type: 2, profile: { hasiOSPlatform: true, hasAndroidPlatform: true, totalCount: 2 } },
    });
    expect(results.get('update')).toMatchObject({
      name: 'Läden',
      shortDescription: 'Short',
      longDescription: null,
    });
    expect(results.get('store get')).toMatchObject({
      shortDescription: 'Short',
      longDescription: 'A "long" <b>one</b>\n',
    });
    expect(results.get('store get after removal')).toMatchObject({
      totalCount: 1,
      hasAndroidPlatform: false,
    });
  });

  test('reject invalid requests without storing anything', async () => {
    const { client } = await start();
    const { testingdist, appstore } = client(mode);
    const note = await save('note.apk', Buffer.from('not a build'));
    const noBuild = {
      code: 'api/refused',
      remedy: 'check-input',
      details: { outcome: 'refused', status: 422 },
    };
    await expect(testingdist.create(note)).rejects.toMatchObject(noBuild);
    await expect(appstore.create(note)).rejects.toMatchObject(noBuild);
    expect(await testingdist.list()).toEqual([]);
    expect(await appstore.list()).toEqual([]);

    const { resource } = await testingdist.create(await save('a.apk', await sampleApk()));
    const versionId = resource.profiles[0]?.id ?? 0;
    const recipients = { teamIds: [], memberIds: [], emails: ['ben@example.org'] };
    await expect(testingdist.send(versionId, recipients)).rejects.toMatchObject({
      code: 'api/refused',
      details: { status: 409 },
    });
    await testingdist.activate(versionId);
    await expect(testingdist.send(versionId, { ...recipients, teamIds: [99] })).rejects.toMatchObject({
      code: 'api/refused',
      message: expect.stringContaining('99'),
      details: { status: 422 },
    });
    expect((await testingdist.getVersion(versionId)).profileMembers).toEqual([]);
  });

  test('report an unknown id as missing in every call', async () => {
    const { client } = await start();
    const { testingdist, appstore } = client(mode);
    const apk = await save('a.apk', await sampleApk());
    const calls = [
      () => testingdist.get(99),
      () => testingdist.remove(99),
      () => testingdist.getVersion(99),
      () => testingdist.createVersion(99, apk),
      () => testingdist.removeVersion(99),
      () => testingdist.activate(99),
      () => testingdist.deactivate(99),
      () => testingdist.send(99, { teamIds: [], memberIds: [], emails: ['ben@example.org'] }),
      () => appstore.get(99),
      () => appstore.update(99, { Name: 'x' }),
      () => appstore.remove(99),
      () => appstore.createItem(99, apk),
      () => appstore.removeItem(99),
    ];
    for (const call of calls) {
      await expect(call()).rejects.toMatchObject({
        code: 'api/missing',
        remedy: 'none',
        details: { status: 404 },
      });
    }
  });
});
