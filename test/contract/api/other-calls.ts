/** All operations of the reference API, with ids of the initial records of the other service. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Api } from '../../../main/api/client.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

export async function otherBuild(size = 1_234) {
  const path = join(await temporaryFolder(), 'shop.apk');
  await writeFile(path, 'x'.repeat(size));
  return { path, fileName: 'shop.apk', size };
}

const recipients = { teamIds: [2], memberIds: [5], emails: ['tester@example.org'] };

export const readingCalls: readonly (readonly [string, (api: Api) => Promise<unknown>])[] = [
  ['root', (api) => api.root()],
  ['testingdist.list', (api) => api.testingdist.list()],
  ['testingdist.get', (api) => api.testingdist.get(3)],
  ['testingdist.getVersion', (api) => api.testingdist.getVersion(7)],
  ['appstore.list', (api) => api.appstore.list()],
  ['appstore.get', (api) => api.appstore.get(11)],
];

export const changingCalls: readonly (readonly [string, (api: Api) => Promise<unknown>])[] = [
  ['testingdist.activate', (api) => api.testingdist.activate(7)],
  ['testingdist.deactivate', (api) => api.testingdist.deactivate(7)],
  ['appstore.update', (api) => api.appstore.update(11, { Name: 'New' })],
];

/** Calls whose response is not described by the reference API. */
export const silentCalls: readonly (readonly [string, (api: Api) => Promise<unknown>])[] = [
  ['testingdist.send', (api) => api.testingdist.send(7, recipients)],
  ['testingdist.removeVersion', (api) => api.testingdist.removeVersion(7)],
  ['testingdist.remove', (api) => api.testingdist.remove(3)],
  ['appstore.removeItem', (api) => api.appstore.removeItem(12)],
  ['appstore.remove', (api) => api.appstore.remove(11)],
];

export const uploadingCalls: readonly (readonly [string, (api: Api) => Promise<unknown>])[] = [
  ['testingdist.create', async (api) => api.testingdist.create(await otherBuild())],
  ['testingdist.createVersion', async (api) => api.testingdist.createVersion(3, await otherBuild())],
  ['appstore.create', async (api) => api.appstore.create(await otherBuild())],
  ['appstore.createItem', async (api) => api.appstore.createItem(11, await otherBuild())],
];

export const everyCall = [...readingCalls, ...changingCalls, ...silentCalls, ...uploadingCalls];
