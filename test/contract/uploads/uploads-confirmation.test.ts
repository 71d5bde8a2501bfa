/** Builds that few or no devices can install are sent only after confirmation. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { UploadRequest } from '../../../main/uploads/uploads.ts';
import { inEnglish } from '../../english.ts';
import { sampleApk } from '../../unit/packages/builds.ts';
import { ipaWithProfile } from '../../unit/packages/profiles.ts';
import { apkFor, apkOf, releaseSignature } from '../../unit/packages/signed-apk.ts';
import { startWorld, type World } from './uploads-world.ts';

const oldSigned = apkFor(
  { minSdkVersion: 24, targetSdkVersion: 35 },
  { name: 'META-INF/CERT.RSA', data: releaseSignature },
);
const expired = new Date('2026-01-31T12:00:00Z');

async function uninstallable(world: World, changes: Partial<UploadRequest> = {}): Promise<UploadRequest> {
  const path = join(world.folder, 'expired.ipa');
  await writeFile(path, ipaWithProfile({ ProvisionsAllDevices: true, ExpirationDate: expired }));
  return world.request(path, changes);
}

const wasSent = async (world: World): Promise<boolean[]> =>
  (await world.versions()).map((version) => version.lastSendDateTimeUtc !== null);

test('an expired build is activated but not sent until confirmed', async () => {
  const { world } = await startWorld();
  const { id } = await world.run(await uninstallable(world));
  const view = world.uploads().get(id);
  expect(inEnglish(view)).toMatchObject({ state: 'asking', finishedAt: null });
  expect(inEnglish(view?.package?.installWarnings)).toEqual([
    expect.stringContaining('expired on 31 January 2026'),
  ]);
  expect(inEnglish(await world.versions())).toMatchObject([{ isActive: true, lastSendDateTimeUtc: null }]);

  const uploads = await world.restart({ crash: true });
  await uploads.idle();
  expect(inEnglish(uploads.get(id)?.state)).toBe('asking');
  uploads.answer(id, true);
  await uploads.idle();
  expect(inEnglish(uploads.get(id))).toMatchObject({ state: 'done' });
  expect(inEnglish(await wasSent(world))).toEqual([true]);
  expect(inEnglish(world.uploadRequests())).toBe(1);
});

test.each<[kind: string, bytes: Buffer, warning: string]>([
  ['an apk without a signature', apkOf(), 'Not signed'],
  ['an apk signed with v1 only for a current Android', oldSigned, 'Signed with scheme v1 only'],
  [
    'an apk after other data',
    Buffer.concat([Buffer.alloc(512), sampleApk()]),
    'The file has extra data before',
  ],
])('%s is not sent until confirmed', async (_, bytes, warning) => {
  const { world } = await startWorld();
  const path = join(world.folder, 'uninstallable.apk');
  await writeFile(path, bytes);
  const { id } = await world.run(world.request(path));
  expect(inEnglish(world.uploads().get(id))).toMatchObject({
    state: 'asking',
    package: { installWarnings: [expect.stringContaining(warning)] },
  });
  expect(inEnglish(await wasSent(world))).toEqual([false]);
});

test('a declined send is offered again only by a new upload', async () => {
  const { world, uploads } = await startWorld();
  const request = await uninstallable(world);
  const { id } = await world.run(request);
  uploads.answer(id, false);
  await uploads.idle();
  expect(inEnglish(uploads.get(id))).toMatchObject({
    state: 'done',
    notes: [],
    timeline: expect.arrayContaining([expect.objectContaining({ event: 'send-declined' })]),
  });
  expect(() => uploads.answer(id, true)).toThrow('is not waiting for an answer');

  const again = await world.run(request);
  expect(inEnglish(again.id)).not.toBe(id);
  expect(inEnglish(uploads.get(again.id)?.state)).toBe('asking');
  expect(inEnglish(await wasSent(world))).toEqual([false]);
  expect(inEnglish(world.uploadRequests())).toBe(1);
});

test('adding a build again with sendAnyway confirms the pending send', async () => {
  const { world, uploads } = await startWorld();
  const request = await uninstallable(world);
  const pending = await world.run(request);
  const agreed = await world.run({ ...request, sendAnyway: true });
  expect(agreed.id).toBe(pending.id);
  expect(uploads.get(pending.id)?.state).toBe('done');
  expect(await wasSent(world)).toEqual([true]);
});

test('an upload that waits for confirmation does not block another build', async () => {
  const { world } = await startWorld();
  await world.run(await uninstallable(world));
  const path = join(world.folder, 'renewed.ipa');
  const renewed = new Date('2036-01-31T12:00:00Z');
  await writeFile(path, ipaWithProfile({ ProvisionsAllDevices: true, ExpirationDate: renewed }));
  expect((await world.run(world.request(path))).state).toBe('done');
  expect(await wasSent(world)).toEqual([true, false]);
});

test('an upload without recipients requires no confirmation', async () => {
  const { world } = await startWorld();
  const recipients = { teamIds: [], memberIds: [], emails: [] };
  expect((await world.run(await uninstallable(world, { recipients }))).state).toBe('done');
});
