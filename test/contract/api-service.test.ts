import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Api, createApi } from '../../main/api/client.ts';
import { systemClock } from '../../main/base/clock.ts';
import { Redactor } from '../../main/base/redact.ts';
import { collectedLog } from '../fakes/collected-log.ts';
import { temporaryFolder } from '../fakes/temporary-folder.ts';
import { accountAt } from '../unit/api/api-world.ts';
import { type ServiceHost, sampleApk, sampleIpa, sha256, startHost } from './service-host.ts';

const nobody = { teamIds: [], memberIds: [], emails: [] };

describe.each(['plain', 'link'] as const)('client and built-in service in %s mode', (mode) => {
  const start = async (): Promise<{ host: ServiceHost; api: Api }> => {
    const host = await startHost();
    const user = await host.service.identity.renewFirstUser();
    const redactor = new Redactor();
    const api = createApi({
      account: accountAt(host.service.url, { mode, userName: user.userName, clientId: user.clientId }),
      credentials: async () => user,
      clock: systemClock,
      log: collectedLog(redactor).log,
      redactor,
    });
    onTestFinished(() => api.close());
    return { host, api };
  };
  const save = async (name: string, bytes: Uint8Array) => {
    const path = join(await temporaryFolder(), name);
    await writeFile(path, bytes);
    return { path, fileName: name, size: bytes.length };
  };

  test('the test distribution, from the first build to its removal', async () => {
    const { host, api } = await start();
    const { testingdist } = api;
    await api.signIn();
    expect((await api.root()).testingDist.map((link) => link.rel)).toEqual([
      'get_profiles',
      'create_profile',
    ]);
    expect(await testingdist.list()).toEqual([]);

    const apk = await sampleApk();
    const created = await testingdist.create(await save('Shöp.apk', apk), {});
    expect(created.sha256).toBe(sha256(apk));
    const [first] = created.resource.profiles;
    expect(first).toMatchObject({
      version: expect.stringContaining('2.4.1'),
      fileSize: apk.length,
      isActive: false,
    });
    const applicationId = created.resource.id;

    const ipa = await sampleIpa();
    const { resource: second } = await testingdist.createVersion(
      applicationId,
      await save('Shop.ipa', ipa),
      {},
    );
    expect(second).toMatchObject({ applicationId, fileName: null });
    expect((await testingdist.get(applicationId)).profiles).toHaveLength(2);
    expect((await testingdist.list())[0]?.lastProfile?.id).toBe(second.id);

    expect(await testingdist.activate(second.id)).toMatchObject({ isActive: true, fileName: 'Shop.ipa' });
    await testingdist.send(second.id, { ...nobody, emails: ['tester@example.org'] });
    await host.service.idle();
    const sent = await testingdist.getVersion(second.id);
    expect(sent.lastSendDateTimeUtc).not.toBeNull();
    expect(sent.profileMembers.map(({ member }) => member.email)).toEqual(['tester@example.org']);
    expect(await testingdist.deactivate(second.id)).toMatchObject({ isActive: false });
    await expect(
      testingdist.send(second.id, { ...nobody, emails: ['tester@example.org'] }),
    ).rejects.toMatchObject({ code: 'api/refused', details: { status: 409 } });

    await testingdist.removeVersion(second.id);
    await expect(testingdist.getVersion(second.id)).rejects.toMatchObject({ code: 'api/missing' });
    await testingdist.remove(applicationId);
    expect(await testingdist.list()).toEqual([]);
  });

  test('the store, from the first build to its removal', async () => {
    const { api } = await start();
    const { appstore } = api;
    const { resource: profile } = await appstore.create(await save('shop.apk', await sampleApk()), {});
    expect(profile).toMatchObject({ hasAndroidPlatform: true, hasiOSPlatform: false });
    const { resource: item } = await appstore.createItem(
      profile.id,
      await save('shop.ipa', await sampleIpa()),
      {},
    );
    expect(item).toMatchObject({ profileId: profile.id, profile: { id: profile.id, hasiOSPlatform: true } });
    const updated = await appstore.update(profile.id, { Name: 'Läden', ShortDescription: 'Short' });
    expect(updated).toMatchObject({ name: 'Läden', shortDescription: 'Short' });
    expect(await appstore.get(profile.id)).toMatchObject({ name: 'Läden', items: [{}, {}] });
    expect(await appstore.list()).toHaveLength(1);
    await appstore.removeItem(item.id);
    expect((await appstore.get(profile.id)).items).toHaveLength(1);
    await appstore.remove(profile.id);
    await expect(appstore.get(profile.id)).rejects.toMatchObject({ code: 'api/missing' });
  });

  test('a file that is no build is refused, and nothing is stored', async () => {
    const { api } = await start();
    await expect(
      api.testingdist.create(await save('note.apk', Buffer.from('not a build')), {}),
    ).rejects.toMatchObject({ remedy: 'check-input', details: { outcome: 'refused' } });
    expect(await api.testingdist.list()).toEqual([]);
  });
});
