import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { generateApi } from 'swagger-typescript-api';
import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  listedTestApplication,
  storeItem,
  storeProfile,
  testApplication,
  testVersion,
  tokenResponse,
} from '../../../main/api/wire.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { signInForm } from '../../sign-in.ts';
import { linkType, type ServiceHost, sampleApk, sampleIpa, startHost } from './service-host.ts';

const operations = [
  'getRoot',
  'listPeople',
  'listStoreProfiles',
  'createStoreProfile',
  'getStoreProfile',
  'updateStoreProfile',
  'deleteStoreProfile',
  'createStoreItem',
  'enableStoreItem',
  'disableStoreItem',
  'deleteStoreItem',
  'listTestApplications',
  'createTestApplication',
  'getTestApplication',
  'deleteTestApplication',
  'createTestVersion',
  'getTestVersion',
  'deleteTestVersion',
  'getTestVersionIcon',
  'activateTestVersion',
  'deactivateTestVersion',
  'sendTestVersion',
  'startTestApplicationUpload',
  'startTestVersionUpload',
  'startStoreProfileUpload',
  'startStoreItemUpload',
  'getUploadBase',
  'getUploadOffset',
  'getUpload',
  'appendToUpload',
  'cancelUpload',
] as const;

type Answer = { readonly status: number; readonly data: unknown };
type Call = (...values: readonly unknown[]) => Promise<Answer>;
type Client = z.infer<typeof client>;

const call = z.custom<Call>((value) => typeof value === 'function');
const client = z.object({
  baseUrl: z.string(),
  setSecurityData: z.custom<(data: unknown) => void>((value) => typeof value === 'function'),
  identity: z.object({ requestToken: call }),
  api: z.record(z.enum(operations), call),
});
const generated = z.object({
  Api: z.custom<new (config: object) => unknown>((value) => typeof value === 'function'),
});

async function generateClient(host: ServiceHost): Promise<Client> {
  const document = await fetch(`${host.service.url}/openapi.json`);
  const { files } = await generateApi({
    spec: await document.json(),
    output: false,
    toJS: true,
    silent: true,
  });
  const program = files.find(({ fileExtension }) => fileExtension === '.js');
  const path = join(await temporaryFolder(), 'client.mjs');
  await writeFile(path, program?.fileContent ?? '');
  const { Api } = generated.parse(await import(pathToFileURL(path).href));
  const securityWorker = (token: unknown) => ({ headers: { authorization: `Bearer ${token}` } });
  return client.parse(new Api({ securityWorker }));
}

async function signedInClient(): Promise<{ readonly host: ServiceHost; readonly made: Client }> {
  const host = await startHost();
  const user = await host.service.identity.renewFirstUser();
  const made = await generateClient(host);
  expect(made.baseUrl).toBe(host.service.url);
  const { data } = await made.identity.requestToken(signInForm(user));
  const token = tokenResponse.parse(data);
  expect(token).toMatchObject({ expires_in: 72_000, token_type: 'Bearer' });
  made.setSecurityData(token.access_token);
  return { host, made };
}

test('a generated client uploads, reads and deletes test builds', async () => {
  const { host, made } = await signedInClient();
  const { api } = made;
  const { data: root } = await api.getRoot();
  expect(root).toMatchObject({
    testingDist: [{ rel: 'get_profiles' }, { rel: 'create_profile' }, { rel: 'create_resumable_upload' }],
  });
  expect((await api.listPeople()).data).toEqual({ teams: [], members: [] });

  const apk = new File([await sampleApk()], 'Größe "1".apk');
  const uploaded = await api.createTestApplication({ file: apk, releaseNote: 'Faster' });
  expect(uploaded.status).toBe(201);
  const application = testApplication.parse(uploaded.data);
  const [first] = application.profiles;
  expect(first).toMatchObject({ platformTypeName: 'Android', fileSize: apk.size, releaseNote: 'Faster' });
  const ipa = new File([await sampleIpa()], 'Shop.ipa');
  const second = testVersion.parse((await api.createTestVersion(application.id, { fileName: ipa })).data);
  expect(second).toMatchObject({ platformTypeName: 'iOS', applicationId: application.id, isActive: false });

  const list = z.array(listedTestApplication).parse((await api.listTestApplications()).data);
  expect(list).toMatchObject([{ id: application.id, lastProfile: { id: second.id } }]);
  const linked = await api.getTestApplication(application.id, { headers: { accept: linkType } });
  expect(linked.data).toMatchObject({
    profiles: { _value: [{ id: second.id }, { id: first?.id }] },
    _links: [{ rel: 'self', href: `${host.service.url}/api/v3/testingdist/profiles/${application.id}` }, {}],
  });
  expect((await api.getTestVersion(second.id)).data).toMatchObject({ fileName: 'Shop.ipa' });
  expect((await api.getTestVersionIcon(second.id)).data).toMatchObject({ type: 'image/png' });

  expect((await api.deleteTestVersion(second.id)).status).toBe(204);
  await expect(api.getTestVersion(second.id)).rejects.toMatchObject({ status: 404 });
  expect((await api.deleteTestApplication(application.id)).status).toBe(204);
  expect((await api.listTestApplications()).data).toEqual([]);
});

test('a generated client activates a version and sends it to testers', async () => {
  const { host, made } = await signedInClient();
  const { api } = made;
  const apk = new File([await sampleApk()], 'Shop.apk');
  const application = testApplication.parse((await api.createTestApplication({ file: apk })).data);
  const id = application.profiles[0]?.id;
  expect((await api.activateTestVersion(id)).data).toMatchObject({ isActive: true, fileName: 'Shop.apk' });

  const { people } = host.service;
  const team = await people.createTeam('Testers');
  const ann = await people.createMember({ email: 'ann@example.com' });
  await people.addToTeam(ann.id, team.id);
  const ben = await people.createMember({ email: 'ben@example.com' });
  const recipients = { teamIds: [team.id], memberIds: [ben.id], emails: ['new@example.com'] };
  const sent = testVersion.parse((await api.sendTestVersion(id, recipients)).data);
  const emails = ['ann@example.com', 'ben@example.com', 'new@example.com'];
  expect(sent.profileMembers.map(({ member }) => member.email)).toEqual(emails);
  await host.service.idle();
  expect((await host.service.outbox.list()).map(({ to }) => to).sort()).toEqual(emails);

  expect((await api.deactivateTestVersion(id)).data).toMatchObject({ isActive: false });
  await expect(api.sendTestVersion(id, recipients)).rejects.toMatchObject({
    status: 409,
    error: { code: 'service/inactive' },
  });
  const { lastSendDateTimeUtc } = sent;
  expect(lastSendDateTimeUtc).not.toBeNull();
  expect((await api.getTestVersion(id)).data).toMatchObject({ lastSendDateTimeUtc });
});

test('a generated client manages a store profile and needs a valid token', async () => {
  const { made } = await signedInClient();
  const { api } = made;
  const apk = new File([await sampleApk()], 'Shop.apk');
  const created = await api.createStoreProfile({ file: apk });
  expect(created.status).toBe(201);
  const profile = storeProfile.parse(created.data);
  expect(profile).toMatchObject({ hasAndroidPlatform: true, hasiOSPlatform: false, totalCount: 1 });
  const change = { Name: 'Läden', ShortDescription: 'Short', LongDescription: 'Long' };
  expect((await api.updateStoreProfile(profile.id, change)).data).toMatchObject({
    name: 'Läden',
    shortDescription: 'Short',
    longDescription: 'Long',
  });
  const ipa = new File([await sampleIpa()], 'Shop.ipa');
  const item = storeItem.parse((await api.createStoreItem(profile.id, { fileName: ipa })).data);
  expect(item).toMatchObject({ profileId: profile.id, fileSize: ipa.size, profile: { totalCount: 2 } });
  expect((await api.listStoreProfiles()).data).toMatchObject([
    { id: profile.id, items: [{}, { id: item.id }] },
  ]);
  expect((await api.deleteStoreItem(item.id)).status).toBe(204);
  expect((await api.getStoreProfile(profile.id)).data).toMatchObject({ totalCount: 1, name: 'Läden' });
  expect((await api.deleteStoreProfile(profile.id)).status).toBe(204);
  await expect(api.getStoreProfile(profile.id)).rejects.toMatchObject({
    status: 404,
    error: { code: 'service/noProfile' },
  });
  made.setSecurityData('wrong');
  await expect(api.listStoreProfiles()).rejects.toMatchObject({
    status: 401,
    error: { code: 'service/token' },
  });
});
